import { restoreProblem, toProblemData } from '../base/problem.ts'
import type { ProblemCode } from '../base/problem-codes.ts'
import { type Clock, minuteMs } from '../base/time.ts'
import type { Service } from './client.ts'

/** Answers of a service that Ferry can reach and that accepts its origin. They only reject the empty body. */
const reachableCodes: readonly ProblemCode[] = ['serviceRefused', 'serviceFailed', 'serviceAnswerInvalid']

const probeValidMs = 10 * minuteMs

/**
 * Probes the service with an empty body. A service that accepts our origin rejects the body; otherwise it
 * rejects the origin. A good answer is valid for ten minutes.
 */
export function createSubmitProbe(service: Service, clock: Clock): () => Promise<void> {
  let goodUntilMs = 0
  return async () => {
    const nowMs = clock.nowMs()
    if (nowMs < goodUntilMs) return
    try {
      await service.submit('{}', { priority: 'quote' })
    } catch (thrown) {
      const problem = toProblemData(thrown)
      if (!reachableCodes.includes(problem.code)) throw restoreProblem(problem)
    }
    goodUntilMs = nowMs + probeValidMs
  }
}
