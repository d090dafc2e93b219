import { hasPermitExpiredWithMargin } from '../../quote/held-quote.ts'
import { isTrackedByReceipt, usesInbox } from '../../quote/order-kind.ts'
import { statusCodes } from '../../service/status-codes.ts'
import { withTimelineStep, withTransaction } from '../change.ts'
import type { Task } from '../event.ts'
import { hasExitRequest, hasRequestedWithdrawal } from '../exits/exit-rules.ts'
import { readNonce } from '../nonce-reads.ts'
import type { InboxOrder, Order, OrderTransaction } from '../order.ts'
import {
  canStillBeMined,
  isDepositShown,
  isOwnPayment,
  isPermitUseVerified,
  isSendRequest,
  listOpenSends,
  statusKeyOf,
} from '../order-facts.ts'
import { change, type Handler, move, stay, type Transition, type TransitionContext } from '../transition.ts'
import { applyReading } from './apply-reading.ts'
import { awaitsCalls, watchCalls } from './batch.ts'
import { isLiveCheckDue, readLiveRequests } from './live-requests.ts'
import { sendOf, type TransactionEvent, watchTransaction, withObserved } from './mining.ts'
import { verify } from './proof.ts'
import { chainDueMs, isChainReadDue, isSearchDue, poll } from './schedule.ts'
import { findTransaction, isSearchable } from './sending.ts'

/**
 * Returns the next task once the service has the request, in `submitted` and `pending`. The service is polled. Ferry also
 * reads the nonce, after the permit's deadline or while only the service reports that the funds were taken.
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

/**
 * The task in `pending`. The block may be reorganised, or the funds may leave the inbox, which the service would never
 * report.
 */
export function taskInProgress(order: Order, nowMs: number): Task {
  if (!isChainReadDue(order)) return taskAfterAcceptance(order, nowMs)
  // A problem of a swap in progress is that of an exit. The wallet may have sent a withdrawal without naming it.
  const mayBeWithdrawn = usesInbox(order) && (order.problem !== null || hasRequestedWithdrawal(order))
  // A transaction of an account with code may never get a block, so a withdrawal has every other turn. One that no endpoint
  // knows is read that slowly too: it may still be mined.
  const isSlow =
    mayBeWithdrawn || order.transactions.every(({ state }) => state !== 'sent' && state !== 'mined')
  if (isBlockUncertain(order) && !(isSlow && isSearchDue(order))) return watchTransaction
  return mayBeWithdrawn ? verify : taskAfterAcceptance(order, nowMs)
}

/**
 * Returns whether the block of a swap in progress is still to come or may be reorganised: its transaction was
 * not seen at the required depth. The service may report more than the chain shows. That no endpoint knows it proves nothing.
 */
function isBlockUncertain(order: Order): boolean {
  const { state, transactions } = order
  if (state !== 'pending' || isDepositShown(order) || hasExitRequest(order)) return false
  const sends = transactions.filter(({ purpose }) => purpose === 'send')
  return sends.some(mayBeInBlock) && !sends.some(({ isDeep }) => isDeep === true)
}

function mayBeInBlock(one: OrderTransaction): boolean {
  return one.state === 'mined' || canStillBeMined(one)
}

/** The service never ends such a swap. */
export const onWithdrawnProof: Handler<'proof', InboxOrder> = (order, event, context) => {
  if (event.proof === 'verified') return applyReading(order, event, context)
  return change(order, { readCount: order.readCount + 1, dueMs: chainDueMs(order, context.nowMs) })
}

/**
 * Applies the transitions of a sent transaction to a swap in progress, until its block is deep enough. A
 * mined transaction continues. One that is no longer mined counts as never mined.
 */
export function untilConfirmed<One extends TransactionEvent>(
  transition: (order: Order, event: One, context: TransitionContext) => Transition,
): typeof transition {
  return (order, event, context) => {
    const one = sendOf(order, event.hash)
    if (one === undefined || !isBlockUncertain(order) || !mayBeInBlock(one)) return stay(order)
    const isInBlock = event.kind === 'transactionObserved' && event.state === 'mined'
    const isMined = isInBlock && !event.differs
    // The swap relies on another transaction, which was mined.
    const isOther = order.transactions.some((other) => other.hash !== one.hash && isOwnPayment(other))
    const known = isInBlock || one.state === 'dropped' ? order : markUnmined(order, one)
    const missed = isOther ? order : transition(known, event, context).order
    const next = isMined
      ? {
          ...order,
          transactions: withObserved(order, event, context),
          timeline: withTimelineStep(order, 'mined', context.nowMs),
          sourceTransactionHash: event.hash,
        }
      : missed
    if (next.state !== 'pending') return stay(next)
    // The service gets its turn immediately, as often as without this read.
    return change(next, { readCount: order.readCount + 1, dueMs: context.nowMs })
  }
}

function markUnmined(order: Order, { hash }: OrderTransaction): Order {
  const transactions = withTransaction(order, hash, { state: 'sent', minedMs: null })
  const timeline = order.timeline.filter(({ step }) => step !== 'mined')
  const isAccepted = timeline.some(({ step }) => step === 'accepted')
  if (isAccepted) return { ...order, transactions, timeline }
  return move(order, 'sent', order.dueMs, { transactions, timeline, problem: order.problem }).order
}

/** Returns the task during a send request. The wallet may have sent it without ever answering. */
export function taskWhileSendRequested(order: Order): Task {
  if (statusKeyOf(order) === null) return findTransaction
  const isSearched = isSendRequest(order.walletRequest) || order.sourceTransactionHash !== null
  return isSearched && isChainReadDue(order) ? findTransaction : poll
}

/** The possible sources are read in turns. */
export function taskWhileUnknown(order: Order, nowMs: number): Task {
  if (awaitsCalls(order) && isChainReadDue(order)) return watchCalls
  if (isLiveCheckDue(order, nowMs)) return readLiveRequests
  // Orders that the service does not track are always read from the chain.
  const isUntracked = isTrackedByReceipt(order) || statusKeyOf(order) === null
  if (!isUntracked && !isChainReadDue(order)) return taskAfterAcceptance(order, nowMs)
  const sends = order.transactions.filter(({ purpose }) => purpose === 'send')
  const isOpen = listOpenSends(order).length > 0
  // A transaction that is used up is not watched while another request may still send the swap.
  const isSearched = isSearchable(order) && (!isOpen || isSearchDue(order))
  if (sends.length > 0 && !isSearched && (isOpen || !isSearchable(order))) return watchTransaction
  return isSearched || isUntracked ? findTransaction : taskAfterAcceptance(order, nowMs)
}
