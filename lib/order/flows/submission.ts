import { restoreProblem, toProblemData } from '../../base/problem.ts'
import type { ProblemCode } from '../../base/problem-codes.ts'
import { type Clock, limitOffsetMs, minuteMs } from '../../base/time.ts'
import { hasPermitExpired } from '../../quote/held-quote.ts'
import type { Service } from '../../service/client.ts'
import { serviceCallOf } from '../../service/service-call.ts'
import { change, move, type Transition, type TransitionContext, withTimelineStep } from '../change.ts'
import type { EventOf, FlowEvent, Task } from '../event.ts'
import type { FlowPorts } from '../flow-ports.ts'
import type { Order, SignedOrder } from '../order.ts'
import { poll, withServiceCalls } from './polls.ts'
import { readNonce } from './read-nonce.ts'
import { isChainReadDue, repostWaitMs } from './schedule.ts'

/**
 * Returns the next task while the service has not accepted the request. After a POST, Ferry reads the status
 * by request hash. The same bytes are posted again only after an answer (`pollFailed` repeats a failed read).
 */
export function taskWhileSubmitting(order: Order, nowMs: number): Task {
  // Also respects a plausible service clock. If this machine's clock is fast, there is just as much time to
  // post.
  const soonestMs = Math.min(nowMs, nowMs + limitOffsetMs(order.terms.clockOffsetMs))
  if (hasPermitExpired(order.terms, soonestMs)) return isChainReadDue(order) ? readNonce : poll
  const { submitBody, submitCount } = order
  if (submitBody === null || (submitCount > 0 && isChainReadDue(order))) return poll
  return { name: 'submit', before: { kind: 'posting' }, run: (_order, ports) => postBody(submitBody, ports) }
}

async function postBody(body: string, ports: FlowPorts): Promise<FlowEvent> {
  try {
    const response = await ports.service.submit(body, { priority: 'submit' })
    const attempt = serviceCallOf('submit', 'ok', response.serverRequestId, ports)
    return { kind: 'submitAccepted', requestHash: response.result.requestHash, attempt }
  } catch (thrown) {
    const problem = toProblemData(thrown)
    return {
      kind: 'submitFailed',
      problem,
      attempt: serviceCallOf('submit', problem.code, problem.serverRequestId, ports),
    }
  }
}

/** If Ferry stops during the POST, it polls the service before it sends again. */
export function onPosting(
  order: SignedOrder,
  _event: EventOf<'posting'>,
  context: TransitionContext,
): Transition {
  return change(order, { submitCount: order.submitCount + 1, pollCount: 0, dueMs: context.nowMs })
}

/**
 * Records that the service accepted the request, which requires our hash in the answer (R12). Without a hash,
 * the service may not have it: Ferry polls, and posts the same bytes again. An answer with another hash is no
 * acceptance, and is recorded as an anomaly.
 */
export function onSubmitAccepted(
  order: SignedOrder,
  event: EventOf<'submitAccepted'>,
  context: TransitionContext,
): Transition {
  const serviceCalls = withServiceCalls(order, event.attempt)
  if (event.requestHash === null || event.requestHash.toLowerCase() !== order.terms.requestHash) {
    const note = 'submit answered with another hash'
    const isKnown = event.requestHash === null || order.anomalies.includes(note)
    const anomalies = isKnown ? order.anomalies : [...order.anomalies, note]
    return change(order, {
      serviceCalls,
      anomalies,
      pollCount: 0,
      dueMs: context.nowMs + repostWaitMs(order.submitCount, null),
    })
  }
  const timeline = withTimelineStep(order, 'accepted', context.nowMs)
  return move(order, 'submitted', context.nowMs, { serviceCalls, timeline, pollCount: 0 })
}

/** Errors by which the service rejected the POST without processing the request. */
const rejectionCodes: readonly ProblemCode[] = [
  'serviceRefused',
  'serviceBusy',
  'serviceOriginNotAllowed',
  'hostsNotAllowed',
]

/**
 * Records a failed POST. The signature is valid until its deadline, whatever the answer. Only after a first
 * POST with a 4xx answer is it certain that the service does not have the request. A later refusal may mean
 * that it already has the request, and a 5xx may follow after acceptance.
 */
export function onSubmitFailed(
  order: SignedOrder,
  event: EventOf<'submitFailed'>,
  context: TransitionContext,
): Transition {
  const waitMs = repostWaitMs(order.submitCount, event.problem.retryAfterMs)
  const { code, facts } = event.problem
  const isUnused = rejectionCodes.includes(code) && Number(facts.status ?? 0) < 500 && order.submitCount <= 1
  return change(order, {
    pollCount: 0,
    serviceCalls: withServiceCalls(order, event.attempt),
    problem: {
      ...event.problem,
      code: code === 'serviceRefused' ? 'submitRefused' : code,
      money: isUnused ? 'signedUnused' : 'unknown',
    },
    dueMs: context.nowMs + waitMs,
  })
}

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
