import { isQuoteFresh } from '../../quote/held-quote.ts'
import { isContractCall, spendsAllowance } from '../../quote/order-kind.ts'
import {
  awaitUser,
  createProblemData,
  decisionTimeoutMs,
  termsAnswerId,
  withServiceCalls,
} from '../change.ts'
import type { EventOf, Task } from '../event.ts'
import type { Order } from '../order.ts'
import { closeOpenRequest, rejectOpenApproval, withoutLiveRequest } from '../stored-requests.ts'
import { change, type Handler, move, stay, type Transition, type TransitionContext } from '../transition.ts'
import { prepareApproval, requestApproval } from './approval.ts'
import { requestBatch } from './batch.ts'
import { mustReadLiveRequests, readLiveRequests } from './live-requests.ts'
import { requote } from './requote.ts'
import { prepareSend, requestSend } from './sending.ts'
import { prepareSign } from './signature.ts'

/** A deposit address gets no second quote, and a signed order gets its new quote after the approval. */
export function taskBeforePrompt(order: Order, nowMs: number): Task {
  // First, because a new quote would replace the one that may have been used.
  if (mustReadLiveRequests(order, nowMs)) return readLiveRequests
  if (isContractCall(order) && !isQuoteFresh(order.terms, nowMs)) return requote
  return spendsAllowance(order) ? prepareApproval : prepareSend
}

export function taskWhenApproved(order: Order, nowMs: number): Task {
  if (mustReadLiveRequests(order, nowMs)) return readLiveRequests
  if (!isQuoteFresh(order.terms, nowMs)) return requote
  return order.kind === 'signed' ? prepareSign : prepareSend
}

/**
 * The reads before a prompt may outlast the quote. Then a new one comes first, but not for ever: if slow reads outlast each
 * quote, the person decides after ten minutes.
 */
export function unlessRequoted<Event>(
  taskOf: (order: Order, nowMs: number) => Task,
  handler: (order: Order, event: Event, context: TransitionContext) => Transition,
): typeof handler {
  return (order, event, context) => {
    const { nowMs } = context
    const { quoteOutlastedMs: outlastedMs, ...plain } = order
    if (taskOf(order, nowMs) !== requote)
      return handler(outlastedMs === undefined ? order : plain, event, context)
    // A time in the future was stored before the clock was set back.
    const quoteOutlastedMs = Math.min(outlastedMs ?? nowMs, nowMs)
    return nowMs - quoteOutlastedMs < decisionTimeoutMs
      ? change(order, { quoteOutlastedMs, dueMs: nowMs })
      : awaitUser(order, createProblemData('quoteExpired'), context)
  }
}

export const onPrepared: Handler<'prepared'> = (order, event, context) => {
  if (!spendsAllowance(order)) return requestSend(order, event, context)
  const isShort = BigInt(event.allowanceUnits) < BigInt(event.neededUnits)
  const isBatch = event.canBatch === true && isShort
  return isBatch && isContractCall(order)
    ? requestBatch(order, event, context)
    : requestApproval(order, event, context)
}

/** A swap that is sent continues here; a signed one has its own task. */
export const onPreparedAfterApproval: Handler<'prepared'> = (order, event, context) =>
  order.kind === 'signed' ? stay(order) : requestSend(order, event, context)

export const onBlocked: Handler<'blocked'> = (order, event, context) => {
  const serviceCalls = withServiceCalls(order, event.attempt)
  const { problem } = event
  // A failed check concerns the terms, and so the answer that contained them.
  const answered = problem.code === 'checkFailed' ? termsAnswerId(serviceCalls) : null
  const serverRequestId = problem.serverRequestId ?? answered
  return awaitUser({ ...order, serviceCalls }, { ...problem, serverRequestId }, context)
}

export function onRejected(
  order: Order,
  event: EventOf<'walletRejected' | 'walletLost'>,
  context: TransitionContext,
): Transition {
  const isClosed = event.kind === 'walletRejected' && event.isTrusted === true
  const known = isClosed ? withoutLiveRequest(order, event.requestId) : rejectOpenApproval(order)
  return awaitUser(known, event.problem, context)
}

/**
 * Starts again on the person's request. Everything is read again. An approval or a signature may be requested again, a
 * transaction without an answer may not. A retry counts only for the request that the person's screen shows.
 */
export const retry: Handler<'retry'> = (order, _event, context) => {
  // A retry after this warning is consent.
  const isAccepted = order.problem?.code === 'earlierSignature'
  const liveRequests = order.liveRequests?.map((one) => (isAccepted ? { ...one, isAccepted } : one))
  const known = liveRequests === undefined ? order : { ...order, liveRequests }
  // The next send has notifications of its own.
  const notification = order.notification?.kind === 'failed' ? null : order.notification
  return move(known, 'confirmed', context.nowMs, { ...closeOpenRequest(order), offer: null, notification })
}
