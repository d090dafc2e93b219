import { hasPermitExpiredWithMargin } from '../../quote/held-quote.ts'
import { isTrackedByReceipt, usesInbox } from '../../quote/order-kind.ts'
import { isFailure, statusCodes } from '../../service/status-codes.ts'
import { withTimelineStep, withTransaction } from '../change.ts'
import { endProblem, isTransferOpen } from '../end-problems.ts'
import type { EventOf, Task } from '../event.ts'
import { watchCancel } from '../exits/cancel.ts'
import { findCancellation, lastWithdrawal } from '../exits/exit-rules.ts'
import { readNonce } from '../nonce-reads.ts'
import type { DepositOrder, InboxOrder, Order } from '../order.ts'
import { isOwnPayment, isPermitUseVerified } from '../order-facts.ts'
import type { OrderTransaction } from '../order-parts.ts'
import { change, type Handler, move, stay, type Transition, type TransitionContext } from '../transition.ts'
import { applyReading } from './apply-reading.ts'
import { sendOf, watchTransaction, withObserved, withRepriced } from './mining.ts'
import { isBlockUncertain, isPendingOrMined, poll } from './polls.ts'
import { verify } from './proof.ts'
import { namesRefund } from './refund-proof.ts'
import { chainDueMs, dueAfterEndMs, isCancellationReadDue, isChainReadDue } from './schedule.ts'

type Seen = EventOf<'transactionObserved' | 'transactionMissing' | 'transactionRepriced'>

/**
 * Returns the next task once the service has the request, in `submitted` and `pending`. The service is polled. Ferry also reads the nonce, after
 * the permit's deadline or while only the service reports that the funds were taken.
 */
export function taskAfterAcceptance(order: Order, nowMs: number): Task {
  if (order.kind !== 'signed' || !isChainReadDue(order)) return poll
  const { statusCode: code } = order
  const isRequested =
    code === statusCodes.extracted
      ? !isPermitUseVerified(order)
      : (code ?? statusCodes.pending) < statusCodes.extracted &&
        hasPermitExpiredWithMargin(order.terms, nowMs)
  return isRequested ? readNonce : poll
}

/** The task in `pending`. The block may be reorganised, or the funds may leave the inbox, which the service would never report. */
export function taskInProgress(order: Order, nowMs: number): Task {
  if (!isChainReadDue(order)) return taskAfterAcceptance(order, nowMs)
  if (isBlockUncertain(order)) return watchTransaction
  return mayBeWithdrawn(order) ? verify : taskAfterAcceptance(order, nowMs)
}

function mayBeWithdrawn(order: Order): boolean {
  return usesInbox(order) && (lastWithdrawal(order)?.state === 'mined' || order.problem?.money === 'atOrigin')
}

/** The service never ends such a swap. */
export const onWithdrawnProof: Handler<'proof', InboxOrder> = (order, event, context) => {
  if (event.proof === 'verified') return applyReading(order, event, context)
  return change(order, { pollCount: order.pollCount + 1, dueMs: chainDueMs(order, context.nowMs) })
}

/**
 * Applies the transitions of a sent transaction to a swap in progress, until its block is deep enough. A
 * mined transaction continues. One that is no longer mined counts as never mined.
 */
export function untilConfirmed<One extends Seen>(
  transition: (order: Order, event: One, context: TransitionContext) => Transition,
): typeof transition {
  return (order, event, context) => {
    const one = sendOf(order, event.hash)
    if (one === undefined || !isBlockUncertain(order) || !isPendingOrMined(one)) return stay(order)
    const isInBlock = event.kind === 'transactionObserved' && event.state === 'mined'
    const isMined = isInBlock && !event.differs
    // The swap relies on another transaction, which was mined.
    const isOther = order.transactions.some((other) => other.hash !== one.hash && isOwnPayment(other))
    const known = isInBlock ? order : markUnmined(order, one)
    const missed = isOther ? order : transition(known, event, context).order
    const next = isMined ? withMinedSend(order, event, context) : missed
    if (next.state !== 'pending') return { order: next, sendsRequest: false }
    // The service gets its turn immediately, as often as without this read.
    return change(next, { pollCount: order.pollCount + 1, dueMs: context.nowMs })
  }
}

function withMinedSend(
  order: Order,
  event: EventOf<'transactionObserved'>,
  context: TransitionContext,
): Order {
  const transactions = withObserved(order, event, context)
  const timeline = withTimelineStep(order, 'mined', context.nowMs)
  return { ...order, transactions, timeline, sourceTransactionHash: event.hash }
}

function markUnmined(order: Order, { hash }: OrderTransaction): Order {
  const transactions = withTransaction(order, hash, { state: 'sent', minedMs: null })
  const timeline = order.timeline.filter(({ step }) => step !== 'mined')
  const isAccepted = timeline.some(({ step }) => step === 'accepted')
  if (isAccepted) return { ...order, transactions, timeline }
  return move(order, 'sent', order.dueMs, { transactions, timeline, problem: order.problem }).order
}

/** While a deposit's transfer is pending, its state is the only thing to prove. */
export function taskAfterEnd(order: Order): Task {
  if (!isChainReadDue(order) && !isTrackedByReceipt(order)) return poll
  // While a cancellation is pending, every other chain read is for it.
  const isCancelling = order.cancelling !== undefined && findCancellation(order)?.state === 'sent'
  if (isCancelling && isCancellationReadDue(order)) return watchCancel
  const isWaiting = isFailure(order.statusCode) && isTransferOpen(order) && !namesRefund(order)
  return isWaiting ? watchTransaction : verify
}

/** Records the transfer of a deposit that the service gave up. The funds have left only once it is mined. */
export function onTransferAfterEnd(order: DepositOrder, event: Seen, context: TransitionContext): Transition {
  const { statusCode: code } = order
  const one = sendOf(order, event.hash)
  if (one === undefined || !isFailure(code) || !isTransferOpen(order)) return stay(order)
  const pollCount = order.pollCount + 1
  const due = { pollCount, dueMs: dueAfterEndMs(order, pollCount, context.nowMs) }
  const known: DepositOrder = { ...order, transactions: transactionsAfterEnd(order, one, event, context) }
  const problem = endProblem(known, code)
  if (!known.transactions.some(isOwnPayment)) return change(known, { ...due, problem })
  const timeline = withTimelineStep(order, 'mined', context.nowMs)
  return change(known, {
    ...due,
    problem,
    timeline,
    notification: { kind: 'failed', state: 'pending' },
    viewed: false,
  })
}

/** Returns the transactions after an event. A missing transaction changes nothing yet. */
function transactionsAfterEnd(
  order: DepositOrder,
  one: OrderTransaction,
  event: Seen,
  context: TransitionContext,
): readonly OrderTransaction[] {
  if (event.kind === 'transactionMissing') return order.transactions
  if (event.kind === 'transactionObserved')
    return event.differs ? order.transactions : withObserved(order, event, context)
  return sendOf(order, event.by) === undefined
    ? withRepriced(order, one, event.by)
    : withTransaction(order, one.hash, { state: 'replaced' })
}
