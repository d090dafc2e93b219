import { dayMs, hourMs, minuteMs, secondMs } from '../../base/time.ts'
import { createProblemData, endStopped } from '../change.ts'
import type { Task } from '../event.ts'
import type { CallsOrder, Order } from '../order.ts'
import { canPutAwaySend, statusKeyOf } from '../order-facts.ts'
import type { LiveRequest } from '../order-parts.ts'
import { withCancellableTerms, withTerms } from '../replace-terms.ts'
import { withoutLiveRequest } from '../stored-requests.ts'
import { change, type Handler, move, stay, type Transition, type TransitionContext } from '../transition.ts'
import { awaitsCalls, onCallsObserved, watchCalls } from './batch.ts'
import { readLiveRequests } from './live-request-reads.ts'
import { poll } from './polls.ts'
import { chainDueMs, isCallsReadDue, isChainReadDue, isLiveRequestReadDue, pacedDueMs } from './schedule.ts'

/** A read is valid only for the prompt that follows it. */
const liveRequestsReadValidMs = 30 * secondMs

/** Returns whether live requests must be read again before a prompt: one of them may have been used. */
export function mustReadLiveRequests(
  { liveRequests = [], liveRequestsReadMs }: Order,
  nowMs: number,
): boolean {
  // A read in the future was made before the clock was set back.
  const ageMs = nowMs - (liveRequestsReadMs ?? 0)
  return liveRequests.length > 0 && (ageMs < 0 || ageMs >= liveRequestsReadValidMs)
}

/** How often to read whether an unanswered request can still be sent. */
const readEveryMs = 10 * minuteMs

/**
 * Returns whether an order may end automatically: its wallet answered with an error, and no transaction of it
 * is seen. A wallet that named another transaction has sent something. A wallet that never answered may still
 * show the request.
 */
function canEndAutomatically(order: Order, nowMs: number): boolean {
  const hasSendTransaction = order.transactions.some(({ purpose }) => purpose === 'send')
  return (
    canPutAwaySend(order, nowMs) && order.walletRequest?.walletErrorMs !== undefined && !hasSendTransaction
  )
}

export function isLiveCheckDue(order: Order, nowMs: number): boolean {
  const sinceMs = order.liveRequestsReadMs ?? order.walletRequest?.requestedMs ?? nowMs
  // In turns: if too few endpoints answer, the transaction and the service are still read.
  return isLiveRequestReadDue(order) && canEndAutomatically(order, nowMs) && nowMs - sinceMs >= readEveryMs
}

/**
 * Returns the task of a stopped swap. The service may know what a contract account sent, which does not
 * change the nonce. A wallet with a batch of calls may report their result.
 */
export function taskWhileStopping(order: Order): Task {
  if (awaitsCalls(order) && isCallsReadDue(order)) return watchCalls
  const isPolled = order.kind !== 'signed' && statusKeyOf(order) !== null
  return isPolled && !isChainReadDue(order) ? poll : readLiveRequests
}

/** Before a prompt: a used request is followed, and no other wallet request is sent. */
export const onLiveRequestsRead: Handler<'liveRequestsRead'> = (order, { usedId, deadIds }, context) => {
  const { nowMs } = context
  const used = order.liveRequests?.find(({ record }) => record.requestId === usedId)
  if (used !== undefined) return trackUsedRequest(order, used, context)
  return change(deadIds.reduce(withoutLiveRequest, order), { liveRequestsReadMs: nowMs, dueMs: nowMs })
}

/** A stopped swap follows a used request too. It ends once none of them can be used any more. */
export const onStoppedRequestsRead: Handler<'liveRequestsRead'> = (order, event, context) => {
  const { nowMs } = context
  const { order: known } = onLiveRequestsRead(order, event, context)
  if (known.state !== 'stopping') return stay(known)
  if (known.liveRequests === undefined || known.liveRequests.length === 0) return endStopped(known, context)
  return change(withCancellableTerms(known), {
    readCount: order.readCount + 1,
    dueMs: nextStoppingReadDueMs(order, nowMs),
  })
}

/** A send with an unknown outcome ends if none of its requests can be sent any more. A used one is found as a transaction. */
export const onUnknownRequestsRead: Handler<'liveRequestsRead'> = (order, { deadIds }, context) => {
  const { nowMs } = context
  const known = deadIds.reduce(withoutLiveRequest, order)
  if (canEndAutomatically(order, nowMs) && known.liveRequests?.length === 0) {
    const problem = order.problem === null ? null : { ...order.problem, money: 'nothingSent' as const }
    return endStopped({ ...known, problem, walletRequest: null }, context)
  }
  const dueMs = chainDueMs(order, nowMs)
  return change(known, { liveRequestsReadMs: nowMs, readCount: order.readCount + 1, dueMs })
}

/** How long Ferry reads a stopped swap whose chain does not answer. `problem_stoppedUnread_next` says so. */
const unreadEndMs = 30 * dayMs
/** As many reads as a machine that never sleeps makes in most of that time: the clock may jump (PR13). */
const unreadEndReads = 1_300

/** A longer gap between two reads means that the machine slept. The first read after it does not decide. */
const maxAwakeGapMs = 2 * hourMs

/** After 30 days of failures it ends, and it stays unknown whether its request was used. */
export const onStoppingReadFailed: Handler<'readFailed'> = (order, _event, context) => {
  const { nowMs } = context
  const isAwake = nowMs - order.updatedMs < maxAwakeGapMs
  const isOver = nowMs - (order.liveRequestsReadMs ?? nowMs) >= unreadEndMs
  if (isAwake && isOver && order.readCount >= unreadEndReads)
    return endStopped({ ...order, problem: createProblemData('stoppedUnread', 'unknown') }, context)
  return change(order, { readCount: order.readCount + 1, dueMs: nextStoppingReadDueMs(order, nowMs) })
}

/** Failed calls are closed, and the swap ends with the last request. */
export const onCallsObservedWhileStopping: Handler<'callsObserved', CallsOrder> = (order, event, context) => {
  const next = onCallsObserved(order, event, context)
  const dueMs = nextStoppingReadDueMs(order, context.nowMs)
  if (next.order.state === 'stopping') return change(next.order, { dueMs })
  if (next.order.state !== 'needs_user') return next
  const liveRequests = order.liveRequests?.filter(({ record }) => record.purpose !== 'sendCalls') ?? []
  const known = { ...order, liveRequests, callsId: null }
  return liveRequests.length === 0 ? endStopped(known, context) : change(known, { dueMs })
}

/** Most of these requests were really rejected, so they are read slowly. */
function nextStoppingReadDueMs(order: Order, nowMs: number): number {
  return pacedDueMs(order, nowMs, Math.max(10 * minuteMs, nowMs - order.createdMs))
}

/** Follows the terms that were used, which may be earlier ones than the order has now. */
function trackUsedRequest(
  order: Order,
  { record, terms }: LiveRequest,
  context: TransitionContext,
): Transition {
  const { nowMs } = context
  // The order follows its signature or its transaction already.
  const isAnswered =
    record.purpose === 'sign' ||
    order.transactions.some(({ request }) => request?.requestId === record.requestId)
  const known = withTerms(order, terms) ?? order
  return move(isAnswered ? withoutLiveRequest(known, record.requestId) : known, 'unknown_outcome', nowMs, {
    problem: createProblemData('walletSilent', 'unknown'),
    walletRequest: isAnswered ? null : record,
    offer: null,
    readCount: 0,
    viewed: false,
  })
}
