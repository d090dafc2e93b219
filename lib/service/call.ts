import type { ServiceResponse } from './service.ts'
import { identified, type Send, type ServiceRequest } from './transport.ts'

/** Sends a request and reads its result; a result that is refused keeps the answer's id in the problem. */
export async function call<T>(
  send: Send,
  request: ServiceRequest,
  read: (result: unknown) => T,
): Promise<ServiceResponse<T>> {
  const answered = await send(request)
  try {
    return { ...answered, result: read(answered.result) }
  } catch (thrown) {
    throw identified(thrown, answered.serverRequestId)
  }
}
