import * as v from 'valibot'
import { toProblemData } from '../base/problem.ts'
import { countShape, type Decoded, objectShape } from '../base/shapes.ts'
import type { Clock } from '../base/time.ts'
import type { Service } from './client.ts'
import type { ServiceResponse } from './transport.ts'

/** One call to the service, stored for support. At most 50 are kept; repeated ones are dropped first. */
export const serviceCallShape = objectShape({
  /** `chains` and `tokens` are the lists that an order is based on, read before it. */
  endpoint: v.picklist(['chains', 'tokens', 'quote', 'submit', 'status', 'build-tx']),
  atMs: countShape,
  /** `ok`, `notIndexed` or a problem code. */
  outcome: v.string(),
  serverRequestId: v.nullable(v.string()),
})

export type ServiceCall = Decoded<typeof serviceCallShape>

export function serviceCallOf(
  endpoint: ServiceCall['endpoint'],
  outcome: string,
  serverRequestId: string | null,
  { clock }: { readonly clock: Clock },
): ServiceCall {
  return { endpoint, outcome, serverRequestId, atMs: clock.nowMs() }
}

export function withCallLog(ports: { readonly service: Service; readonly clock: Clock }): {
  readonly serviceCalls: readonly ServiceCall[]
  readonly service: Service
} {
  const { service } = ports
  const serviceCalls: ServiceCall[] = []
  async function logCall<T>(
    endpoint: ServiceCall['endpoint'],
    requested: Promise<ServiceResponse<T>>,
  ): Promise<ServiceResponse<T>> {
    try {
      const response = await requested
      serviceCalls.push(serviceCallOf(endpoint, 'ok', response.serverRequestId, ports))
      return response
    } catch (thrown) {
      const { code, serverRequestId } = toProblemData(thrown)
      serviceCalls.push(serviceCallOf(endpoint, code, serverRequestId, ports))
      throw thrown
    }
  }
  return {
    serviceCalls,
    service: {
      ...service,
      quote: (...args) => logCall('quote', service.quote(...args)),
      buildTx: (...args) => logCall('build-tx', service.buildTx(...args)),
    },
  }
}
