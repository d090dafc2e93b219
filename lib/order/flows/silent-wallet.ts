import {
  awaitUser,
  change,
  type Listeners,
  move,
  stay,
  type Transition,
  type TransitionContext,
  unanswered,
  withClosed,
} from '../change.ts'
import type { EventOf, Task } from '../event.ts'
import type { Order } from '../order.ts'
import { asksSend, isOneOfSeveral, isReceiptOnly, mayAskAgain, statusKeyOf } from '../order-facts.ts'
import { isExit } from '../order-parts.ts'
import { awaitsCalls, watchCalls } from './batch.ts'
import { refused } from './deciding.ts'
import { watchTransaction } from './mining.ts'
import { isChainsTurn, poll } from './polls.ts'
import { findTransaction, mayBeFound, sendLost } from './sending.ts'
import { answeredStopped } from './stopped.ts'
import { taskWhilePending } from './submission.ts'
import { mustReadSend, unclosedAnswered, unclosedRefused } from './unclosed.ts'
import { readUnclosed } from './unclosed-reads.ts'

/** Requests the approval again, which sets the same exact amount. What is needed is read first. */
function approveAgain(order: Order, _event: EventOf<'retry'>, context: TransitionContext): Transition {
  if (!mayAskAgain(order)) return stay(order)
  // The first request may still be approved later. One that was answered is no request any more.
  const open = order.state === 'approve_sent' ? { walletRequest: null } : unanswered(order)
  return move(order, 'confirmed', context.nowMs, open)
}

/** Takes in that the wallet rejected the transaction: nothing was sent, unless it named one before. */
function refusedToSend(
  order: Order,
  { problem, requestId, isTrusted }: EventOf<'walletRefused'>,
  context: TransitionContext,
): Transition {
  const known = isTrusted === true ? withClosed(order, requestId) : order
  const unknown = { ...problem, money: 'unknown' } as const
  // A wallet that named another transaction before is not believed when it says that it sent none.
  const isNamed = order.transactions.some(({ differs }) => differs === true)
  if (isNamed) return move(order, 'unknown_outcome', context.nowMs, { problem: unknown })
  if (isOneOfSeveral({ ...order, walletRequest: null }, null))
    return move(known, 'unknown_outcome', context.nowMs, { problem: unknown, walletRequest: null })
  // One that came to nothing was sent all the same.
  const isSent = order.transactions.some(({ purpose }) => purpose === 'send')
  return awaitUser(untaken(known), isSent ? { ...problem, money: 'unmoved' } : problem, context)
}

/** The wallet has none of the calls it was asked for: nobody waits for what carries them. */
function untaken(order: Order): Order {
  return order.callsId ? { ...order, callsId: null } : order
}

/** A late result of an earlier request. The transaction of an approval is this order's as well. */
function earlierAnswered(
  order: Order,
  event: EventOf<'walletAnswered'>,
  context: TransitionContext,
): Transition {
  const { supersededRequests = [] } = order
  const request = supersededRequests.find(({ requestId }) => requestId === event.requestId)
  if (request === undefined) return unclosedAnswered(order, event, context)
  const others = supersededRequests.filter((one) => one !== request)
  // What becomes of an exit is for the chain to say.
  if (isExit(request)) return change(order, { supersededRequests: others })
  const { transactions } = answeredStopped({ ...order, walletRequest: request }, event, context).order
  return change(order, { supersededRequests: others, transactions, seen: false })
}

/** A late rejection of an earlier request. */
function earlierRefused(
  order: Order,
  event: EventOf<'walletRefused'>,
  context: TransitionContext,
): Transition {
  const others = order.supersededRequests?.filter((one) => one.requestId !== event.requestId)
  const isAsked = others !== undefined && others.length !== order.supersededRequests?.length
  return unclosedRefused(isAsked ? { ...order, supersededRequests: others } : order, event, context)
}

/** The way to the wallet was cut while it asked to approve: it may land all the same, and the allowance tells. */
function approvalLost(
  order: Order,
  { problem }: EventOf<'walletLost'>,
  context: TransitionContext,
): Transition {
  return change(asLost(order, context), { problem, dueMs: context.nowMs })
}

/**
 * The way to the wallet was cut while it asked to send, or it answered with an error: it may have been sent, and the chain
 * tells. What the wallet said is shown; that the way to it is gone says nothing of the transaction.
 */
function sendingLost(
  order: Order,
  { problem }: EventOf<'walletLost'>,
  context: TransitionContext,
): Transition {
  const lost = asLost(order, context)
  const { walletRequest } = lost
  if (problem.code === 'walletGone' || walletRequest === null) return sendLost(lost, context)
  const errorMs = context.nowMs
  return sendLost({ ...lost, walletRequest: { ...walletRequest, errorMs } }, context, problem)
}

/** A transaction is about to be put before the wallet: written down first, since a way to it may forget that it asked. */
function put(order: Order, _event: EventOf<'put'>, context: TransitionContext): Transition {
  const { walletRequest } = order
  if (walletRequest === null || walletRequest.putMs !== undefined) return stay(order)
  return change(order, { walletRequest: { ...walletRequest, putMs: context.nowMs } })
}

function asLost(order: Order, { nowMs }: TransitionContext): Order {
  const { walletRequest } = order
  return walletRequest === null ? order : { ...order, walletRequest: { ...walletRequest, lostMs: nowMs } }
}

/** Returns what is due while the wallet is asked to send: it may have sent, and never say so. */
export function taskWhileAsked(order: Order): Task {
  if (statusKeyOf(order) === null) return findTransaction
  const isLookedFor = asksSend(order.walletRequest) || order.sourceTransactionHash !== null
  return isLookedFor && isChainsTurn(order) ? findTransaction : poll
}

/** Returns what is due while nobody knows whether anything was sent, or used: whoever may tell is asked by turns. */
export function taskWhileUnknown(order: Order, nowMs: number): Task {
  if (awaitsCalls(order) && isChainsTurn(order)) return watchCalls
  if (mustReadSend(order, nowMs)) return readUnclosed
  const isSent = order.transactions.some(({ purpose, differs }) => purpose === 'send' && differs !== true)
  // What the service does not track is read off the chain: the transaction, or first its hash.
  if (isReceiptOnly(order) || statusKeyOf(order) === null) return isSent ? watchTransaction : findTransaction
  const last = order.transactions.at(-1)
  // What came to nothing is not watched while another question may still send it.
  const isWatched = last?.purpose === 'send' && (last.state === 'sent' || !mayBeFound(order))
  if (isWatched && isChainsTurn(order)) return watchTransaction
  if (mayBeFound(order) && isChainsTurn(order)) return findTransaction
  return taskWhilePending(order, nowMs)
}

/** While the wallet is asked to approve: it says no, or nothing, and may be asked again. */
export const approvalSilence = {
  walletRefused: [refused, 'needs_user'],
  walletLost: [approvalLost, 'stays'],
  retry: [approveAgain, 'confirmed'],
} as const satisfies Listeners

/** While the wallet is asked to send. */
export const sendSilence = {
  put: [put, 'stays'],
  walletRefused: [refusedToSend, 'needs_user', 'unknown_outcome'],
  walletLost: [sendingLost, 'unknown_outcome'],
} as const satisfies Listeners

/** While nobody knows whether it was sent. */
export const unheardSend = {
  walletRefused: [refusedToSend, 'stays', 'needs_user'],
  walletLost: [sendingLost, 'stays'],
} as const satisfies Listeners

/** Of an earlier request: one that gave way to another, or a signature or transaction that is not closed. */
export const earlierAsked = {
  walletAnswered: [earlierAnswered, 'stays', 'signed', 'sent'],
  walletRefused: [earlierRefused, 'stays', 'abandoned_unsigned'],
} as const satisfies Listeners
