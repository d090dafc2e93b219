import type { ProblemData } from '../../base/problem-shape.ts'
import { isTrackedByReceipt } from '../../quote/order-kind.ts'
import { isFailure } from '../../service/status-codes.ts'
import { createSent, withAnomaly, withTimelineStep, withTransaction } from '../change.ts'
import { endProblem } from '../end-problems.ts'
import type { EventOf, Task } from '../event.ts'
import { watchCancel } from '../exits/cancel.ts'
import { findCancellation } from '../exits/exit-rules.ts'
import type { Order, OrderTransaction } from '../order.ts'
import { countMissingRead, isOwnPayment, isSendOpen, isSourceUnread, listOpenSends } from '../order-facts.ts'
import { listOtherSignatures, withoutLiveRequest } from '../stored-requests.ts'
import { change, type Handler, move, stay, type Transition, type TransitionContext } from '../transition.ts'
import { awaitsCalls, watchCalls } from './batch.ts'
import { countEndRead, withoutReport } from './ends.ts'
import { readLiveRequests } from './live-requests.ts'
import {
  onTransactionObserved,
  sendOf,
  type TransactionEvent,
  transactionMissing,
  transactionRepriced,
  watchTransaction,
  withObserved,
  withReopenedRequest,
  withRepriced,
} from './mining.ts'
import { verify } from './proof.ts'
import { namesRefund } from './refund-proof.ts'
import {
  isCallsReadDueAfterEnd,
  isChainReadDue,
  isCompletionPending,
  isSignatureReadDue,
  poll,
  turnAfterEnd,
} from './schedule.ts'
import { findTransaction, isSearchable } from './sending.ts'

export function taskAfterEnd(order: Order): Task {
  const isByReceipt = isTrackedByReceipt(order)
  if (!isChainReadDue(order) && !isByReceipt) return poll
  // The service does not know such a swap, so the receipt takes its turns.
  if (!isChainReadDue(order) && order.transactions.some(isReceiptUncertain)) return watchTransaction
  if (isSendOpen(order)) return taskOfOpenSend(order)
  if (!isSignatureReadDue(order)) return verify
  if (order.cancelling !== undefined && findCancellation(order)?.state === 'sent') return watchCancel
  return listOtherSignatures(order).length > 0 ? readLiveRequests : verify
}

/** The task of a verified end: polls until the service reports `settled`, in turns with reads of other signatures. */
export function taskAfterVerifiedEnd(order: Order): Task {
  const isReadDue = isChainReadDue(order) || !isCompletionPending(order)
  return isReadDue && listOtherSignatures(order).length > 0 ? readLiveRequests : poll
}

/**
 * An open send gets two of three turns. A payment that the service reports is read first. Calls are searched by their nonce, in
 * turns with their wallet's report.
 */
function taskOfOpenSend(order: Order): Task {
  const isPaymentReported = !isFailure(order.statusCode) || namesRefund(order)
  const turn = (Math.floor(order.readCount / 2) + (isPaymentReported ? 2 : 0)) % 3
  if (turn === 2) return verify
  const isSearched = isSearchable(order) || isSourceUnread(order)
  const search = awaitsCalls(order) && isCallsReadDueAfterEnd(order) ? watchCalls : findTransaction
  if (listOpenSends(order).length > 0) return turn === 1 && isSearched ? search : watchTransaction
  return turn === 0 && isSearched ? search : readLiveRequests
}

/** Records the transaction of a swap that the service reports as over. The money has left only once it is mined. */
export function onTransactionAfterEnd(
  order: Order,
  event: TransactionEvent,
  context: TransitionContext,
): Transition {
  const one = sendOf(order, event.hash)
  if (one !== undefined && isTrackedByReceipt(order) && isReceiptUncertain(one))
    return onReceiptAfterEnd(order, one, event, context)
  if (one === undefined || !isSendOpen(order)) return stay(order)
  const isOther = event.kind === 'transactionObserved' && event.differs
  const open = isOther ? withReopenedRequest(order, one) : order
  const known = { ...open, transactions: transactionsAfterEnd(order, one, event, context) }
  const read = afterRead(known, context)
  if (!known.transactions.some(isOwnPayment)) return read
  const timeline = withTimelineStep(order, 'mined', context.nowMs)
  // Only of a deposit did the first notification say that nothing may have been sent.
  if (!isFailure(order.statusCode) || order.kind !== 'deposit') return change(read.order, { timeline })
  const notification = { kind: 'failed', state: 'pending' } as const
  return change(read.order, { timeline, notification, viewed: false })
}

function isReceiptUncertain(one: OrderTransaction): boolean {
  return isOwnPayment(one) && one.isDeep !== true
}

/**
 * Ferry itself ended the swap, by a receipt that one host may have shown alone. The chain may show that its transaction
 * failed, was replaced, was not the reviewed one, has another hash now, or is gone.
 */
function onReceiptAfterEnd(
  order: Order,
  one: OrderTransaction,
  event: TransactionEvent,
  context: TransitionContext,
): Transition {
  if (event.kind === 'transactionRepriced')
    return undoEnd(order, one, (sent) => transactionRepriced(sent, event, context), context)
  if (event.kind === 'transactionMissing') {
    const missed = countMissingRead(one, context.nowMs)
    return missed?.state === 'dropped'
      ? undoEnd(order, one, (sent) => transactionMissing(sent, event, context), context)
      : afterRead({ ...order, transactions: withTransaction(order, one.hash, missed ?? {}) }, context)
  }
  if (event.state === 'failed' || event.state === 'replaced' || event.differs)
    return undoEnd(order, one, (sent) => onTransactionObserved(sent, event, context), context)
  // One host may lag, so it counts as mined until enough hosts show more.
  const transactions = withObserved(order, { ...event, state: 'mined' }, context)
  return afterRead({ ...order, transactions }, context)
}

/** Reads the event as if the transaction had never been mined, so that another sight of it counts from then. */
function undoEnd(
  order: Order,
  { hash }: OrderTransaction,
  read: (sent: Order) => Transition,
  { nowMs }: TransitionContext,
): Transition {
  const transactions = withTransaction(order, hash, { state: 'sent', minedMs: null })
  const { timeline, ...reported } = withoutReport({ ...order, transactions })
  const unmined = { ...reported, timeline: timeline.filter(({ step }) => step !== 'mined') }
  const { order: open } = read(move(unmined, 'sent', nowMs).order)
  const notification = open.state === 'sent' ? null : ({ kind: 'failed', state: 'pending' } as const)
  return change(open, { notification, viewed: false })
}

/** Drops the requests that can never be used any more. Of a sent swap, the transaction of a used one is found next. */
export const onLiveRequestsAfterEnd: Handler<'liveRequestsRead'> = (order, { deadIds, usedId }, context) => {
  const known = deadIds.reduce(withoutLiveRequest, withSecondPayment(order, usedId))
  if (order.kind !== 'signed') return afterRead(known, context)
  const isOver = order.state === 'verified_terminal' && listOtherSignatures(known).length === 0
  const settled = isOver ? { fundsSettled: true } : countEndRead(known, context.nowMs)
  return change(known, { ...turnAfterEnd(order, context.nowMs), ...settled })
}

/** A payment by another signature is a second one (`readAfterEnd` in `live-requests.ts`). */
function withSecondPayment(order: Order, usedId: string | null): Order {
  if (!listOtherSignatures(order).some(({ record }) => record.requestId === usedId)) return order
  const anomalies = withAnomaly(order, 'another signature of this swap was used too')
  return anomalies === order.anomalies ? order : { ...order, anomalies, viewed: false }
}

/** Records a transaction that the chain shows. The state stays: the transaction is followed next. */
export function onFoundAfterEnd(
  order: Order,
  { hash }: EventOf<'transactionFound' | 'callsObserved'>,
  context: TransitionContext,
): Transition {
  if (hash === null || order.transactions.some((one) => one.hash === hash)) return afterRead(order, context)
  const { inputAmount: amountUnits } = order.reviewed.request
  const sent = createSent({ ...order, walletRequest: null }, 'send', hash, { amountUnits }, context)
  return afterRead({ ...order, transactions: [...order.transactions, sent], viewed: false }, context)
}

function afterRead(order: Order, { nowMs }: TransitionContext): Transition {
  const read: Order = { ...order, ...turnAfterEnd(order, nowMs), problem: placedProblem(order) }
  // The proof of the end counts its own reads.
  return change(read, isSendOpen(read) ? countEndRead(read, nowMs) : {})
}

/** The place of the money follows from the sends that are still open. The problem of an exit stays, with that place. */
function placedProblem(order: Order): ProblemData | null {
  const { statusCode: code, problem } = order
  const end = isFailure(code) ? endProblem(order, code) : problem
  if (end === null || problem === null || problem.code === end.code) return end
  return { ...problem, money: end.money, facts: { ...problem.facts, ...end.facts } }
}

function transactionsAfterEnd(
  order: Order,
  one: OrderTransaction,
  event: TransactionEvent,
  context: TransitionContext,
): readonly OrderTransaction[] {
  if (event.kind === 'transactionMissing')
    return withTransaction(order, one.hash, countMissingRead(one, context.nowMs) ?? {})
  if (event.kind === 'transactionObserved') return withObserved(order, event, context)
  return withRepriced(order, one, event.by) ?? order.transactions
}
