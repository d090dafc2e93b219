import { toProblemData } from '../../base/problem.ts'
import { hasPermitExpiredByBothClocks, quoteEndsMs } from '../../quote/held-quote.ts'
import { serviceCallOf } from '../../service/service-call.ts'
import { isUnsent } from '../../service/transport.ts'
import { withAnomaly, withServiceCalls, withTimelineStep } from '../change.ts'
import type { FlowEvent, Task } from '../event.ts'
import type { FlowPorts } from '../flow-ports.ts'
import { readNonce } from '../nonce-reads.ts'
import type { Order, SignedOrder } from '../order.ts'
import { withoutOwnRequests } from '../stored-requests.ts'
import { change, type Handler, move, stay } from '../transition.ts'
import { isChainReadDue, poll, repostWaitMs } from './schedule.ts'
import { isTooLateToPost, onSignatureTimedOut, signatureTimeout } from './signature.ts'

/**
 * Returns the next task while the service has not accepted the request. The first POST is made only while quote and permit
 * are valid. After a POST, Ferry reads the status by request hash. The same bytes are posted again only after a poll that the
 * service answered or refused; a failed one is repeated (`endsTurn` in `reduce.ts`).
 */
export function taskWhileSubmitting(order: Order, nowMs: number): Task {
  // After a power failure, the backup of an order may be older than its first POST.
  const isNeverPosted = order.kind === 'signed' && order.submitCount === 0 && order.restored !== true
  if (isNeverPosted && isTooLateToPost(order, nowMs)) return signatureTimeout
  if (hasPermitExpiredByBothClocks(order.terms, nowMs)) return isChainReadDue(order) ? readNonce : poll
  const { submitBody, submitCount } = order
  // While a signature is submitted, the turns of a chain are the service's, and the others the POST's.
  if (submitBody === null || (submitCount > 0 && isChainReadDue(order))) return poll
  return {
    name: 'submit',
    before: { kind: 'posting' },
    run: (_order, ports) => {
      // The request may wait for its turn until its quote has ended.
      const isTooLate = (): boolean => isNeverPosted && isTooLateToPost(order, ports.clock.nowMs())
      return postBody(submitBody, isTooLate, ports)
    },
  }
}

async function postBody(body: string, isTooLate: () => boolean, ports: FlowPorts): Promise<FlowEvent> {
  try {
    const response = await ports.service.submit(body, { priority: 'submit', isTooLate })
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
export const onPosting: Handler<'posting', SignedOrder> = (order, _event, context) =>
  change(order, { submitCount: order.submitCount + 1, readCount: 0, dueMs: context.nowMs })

/** No POST left before the quote or the permit ended: Ferry stopped, or held it back. */
export const onNeverPosted: Handler<'signatureTimedOut', SignedOrder> = (order, event, context) => {
  if (order.submitCount > 0) return stay(order)
  // A rejected cancellation was for this signature.
  const { cancelling: _rejected, ...plain } = order
  return onSignatureTimedOut({ ...plain, submitBody: null }, event, context)
}

/**
 * Records that the service accepted the request, which requires our hash in the answer (R12). Without a hash,
 * the service may not have it: Ferry polls, and posts the same bytes again. An answer with another hash is no
 * acceptance, and is recorded as an anomaly.
 */
export const onSubmitAccepted: Handler<'submitAccepted', SignedOrder> = (posted, event, context) => {
  const order = withoutOwnRequests(posted)
  const serviceCalls = withServiceCalls(order, event.attempt)
  if (event.requestHash === null || event.requestHash.toLowerCase() !== order.terms.requestHash) {
    const note = 'submit answered with another hash'
    const anomalies = event.requestHash === null ? order.anomalies : withAnomaly(order, note)
    return change(order, {
      serviceCalls,
      anomalies,
      readCount: 0,
      dueMs: context.nowMs + repostWaitMs(order.submitCount, null),
    })
  }
  const timeline = withTimelineStep(order, 'accepted', context.nowMs)
  return move(order, 'submitted', context.nowMs, { serviceCalls, timeline, readCount: 0 })
}

/**
 * Records a failed POST. The signature is valid until its deadline, whatever the answer. `signedUnused` has two cases: no POST
 * ever left, or the only one was refused with a 4xx, in the HTTP status or the envelope, and no 5xx in either. A later refusal
 * may mean that the service already has the request, and a 5xx may follow after acceptance. A POST that Ferry itself held back
 * does not count: the bytes may still leave for the first time only before the quote ends.
 */
export const onSubmitFailed: Handler<'submitFailed', SignedOrder> = (
  order,
  { problem, attempt },
  { nowMs },
) => {
  const dueMs = nowMs + repostWaitMs(order.submitCount, problem.retryAfterMs)
  const failed = { readCount: 0, serviceCalls: withServiceCalls(order, attempt), dueMs }
  if (isUnsent(problem)) {
    const submitCount = Math.max(0, order.submitCount - 1)
    const isNeverPosted = submitCount === 0 && order.restored !== true
    return change(order, {
      ...failed,
      submitCount,
      problem: { ...problem, money: isNeverPosted ? 'signedUnused' : 'unknown' },
      dueMs: isNeverPosted ? Math.min(dueMs, quoteEndsMs(order.terms)) : dueMs,
    })
  }
  const { code, facts } = problem
  const isFirst = order.submitCount <= 1 && order.restored !== true
  const status = Math.max(Number(facts.status ?? 0), Number(facts.bodyStatus ?? 0))
  const isUnused = isFirst && status >= 400 && status < 500
  return change(withoutOwnRequests(order), {
    ...failed,
    problem: {
      ...problem,
      code: code === 'serviceRefused' ? 'submitRefused' : code,
      money: isUnused ? 'signedUnused' : 'unknown',
    },
  })
}
