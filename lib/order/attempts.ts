import { problemData } from '../base/problem.ts'
import type { Clock } from '../base/time.ts'
import type { Service, ServiceResponse } from '../service/service.ts'
import type { ServiceCall } from './order.ts'

/** One try to reach the service, ended now. */
export function attemptOf(
  endpoint: ServiceCall['endpoint'],
  outcome: string,
  serverRequestId: string | null,
  { clock }: { readonly clock: Clock },
): ServiceCall {
  return { endpoint, outcome, serverRequestId, atMs: clock.nowMs() }
}

/** Returns the service, with a log of what came of each quote and each transaction that is asked of it. */
export function logged(ports: { readonly service: Service; readonly clock: Clock }): {
  readonly attempts: readonly ServiceCall[]
  readonly service: Service
} {
  const { service } = ports
  const attempts: ServiceCall[] = []
  async function noted<T>(
    endpoint: ServiceCall['endpoint'],
    asked: Promise<ServiceResponse<T>>,
  ): Promise<ServiceResponse<T>> {
    try {
      const answered = await asked
      attempts.push(attemptOf(endpoint, 'ok', answered.serverRequestId, ports))
      return answered
    } catch (thrown) {
      const { code, serverRequestId } = problemData(thrown)
      attempts.push(attemptOf(endpoint, code, serverRequestId, ports))
      throw thrown
    }
  }
  return {
    attempts,
    service: {
      ...service,
      quote: (...asked) => noted('quote', service.quote(...asked)),
      buildTx: (...asked) => noted('build-tx', service.buildTx(...asked)),
    },
  }
}
