import { problemData, problemFrom } from '../../base/problem.ts'
import type { ProblemCode } from '../../base/problem-code.ts'
import { minuteMs } from '../../base/time.ts'
import type { FlowPorts, Reach } from '../ports.ts'

/** Answers of a service that was reached and let us in: it understood that there was nothing to submit. */
const refusals: readonly ProblemCode[] = ['serviceRefused', 'serviceFailed', 'serviceBadShape']

const goodForMs = 10 * minuteMs

/**
 * Probes with an empty body: a service that lets our origin in refuses the body, one that does not refuses us.
 * A good answer holds for ten minutes.
 */
export function createReach(ports: Pick<FlowPorts, 'service' | 'clock'>): Reach {
  let goodUntilMs = 0
  return {
    async probe() {
      const nowMs = ports.clock.nowMs()
      if (nowMs < goodUntilMs) return
      try {
        await ports.service.submit('{}', { priority: 'quote' })
      } catch (thrown) {
        const problem = problemData(thrown)
        if (!refusals.includes(problem.code)) throw problemFrom(problem)
      }
      goodUntilMs = nowMs + goodForMs
    },
  }
}
