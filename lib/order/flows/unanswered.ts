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
import { refused } from './before-prompt.ts'
import { watchTransaction } from './mining.ts'
import { isChainsTurn, poll } from './polls.ts'
import { findTransaction, mayBeFound, sendLost } from './sending.ts'
import { answeredStopped } from './stopped.ts'
import { taskWhilePending } from './submission.ts'
import { mustReadSend, unclosedAnswered, unclosedRefused } from './unclosed-requests.ts'
import { readUnclosed } from './unclosed-reads.ts'

/** Requests the approval again, which sets the same exact amount. The needed allowance is read first. */
function approveAgain(order: Order, _event: EventOf<'retry'>, context: TransitionContext): Transition {
  if (!mayAskAgain(order)) return stay(order)
  // The first request may still be approved later, so keep it as superseded. Drop it if it was already
  // answered.
  const open = order.state === 'approve_sent' ? { walletRequest: null } : unanswered(order)
  return move(order, 'confirmed', context.nowMs, open)
}

/**
 * Records that the wallet rejected the transaction: nothing was sent, unless it named a transaction before.
 */
function refusedToSend(
  order: Order,
  { problem, requestId, isTrusted }: EventOf<'walletRefused'>,
  context: TransitionContext,
): Transition {
  const known = isTrusted === true ? withClosed(order, requestId) : order
  const unknown = { ...problem, money: 'unknown' } as const
  // A wallet that named a different transaction before is not trusted when it reports that it sent none.
  const isNamed = order.transactions.some(({ differs }) => differs === true)
  if (isNamed) return move(order, 'unknown_outcome', context.nowMs, { problem: unknown })
  if (isOneOfSeveral({ ...order, walletRequest: null }, null))
    return move(known, 'unknown_outcome', context.nowMs, { problem: unknown, walletRequest: null })
  // A failed transaction was still sent.
  const isSent = order.transactions.some(({ purpose }) => purpose === 'send')
  return awaitUser(untaken(known), isSent ? { ...problem, money: 'unmoved' } : problem, context)
}

/** Drops the batch ID: the wallet has none of the requested calls. */
function untaken(order: Order): Order {
  return order.callsId ? { ...order, callsId: null } : order
}

/** Records a late result of an earlier request. The transaction of an approval belongs to this order too. */
function earlierAnswered(
  order: Order,
  event: EventOf<'walletAnswered'>,
  context: TransitionContext,
): Transition {
  const { supersededRequests = [] } = order
  const request = supersededRequests.find(({ requestId }) => requestId === event.requestId)
  if (request === undefined) return unclosedAnswered(order, event, context)
  const others = supersededRequests.filter((one) => one !== request)
  // The chain shows the result of an exit.
  if (isExit(request)) return change(order, { supersededRequests: others })
  const { transactions } = answeredStopped({ ...order, walletRequest: request }, event, context).order
  return change(order, { supersededRequests: others, transactions, seen: false })
}

/** Records a late rejection of an earlier request. */
function earlierRefused(
  order: Order,
  event: EventOf<'walletRefused'>,
  context: TransitionContext,
): Transition {
  const others = order.supersededRequests?.filter((one) => one.requestId !== event.requestId)
  const isAsked = others !== undefined && others.length !== order.supersededRequests?.length
  return unclosedRefused(isAsked ? { ...order, supersededRequests: others } : order, event, context)
}

/**
 * The connection to the wallet was lost during an approval request. The approval may still be sent; the
 * allowance shows it.
 */
function approvalLost(
  order: Order,
  { problem }: EventOf<'walletLost'>,
  context: TransitionContext,
): Transition {
  return change(asLost(order, context), { problem, dueMs: context.nowMs })
}

/**
 * The connection to the wallet was lost during a send request, or the wallet returned an error. The
 * transaction may have been sent; the chain shows it. The wallet's error is displayed. A lost connection
 * alone says nothing about the transaction.
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

/**
 * Stores that a transaction request is about to be sent to the wallet, because the wallet connection may lose
 * its memory of it.
 */
function put(order: Order, _event: EventOf<'put'>, context: TransitionContext): Transition {
  const { walletRequest } = order
  if (walletRequest === null || walletRequest.putMs !== undefined) return stay(order)
  return change(order, { walletRequest: { ...walletRequest, putMs: context.nowMs } })
}

function asLost(order: Order, { nowMs }: TransitionContext): Order {
  const { walletRequest } = order
  return walletRequest === null ? order : { ...order, walletRequest: { ...walletRequest, lostMs: nowMs } }
}

/** Returns the task during a send request. The wallet may have sent it without ever answering. */
export function taskWhileAsked(order: Order): Task {
  if (statusKeyOf(order) === null) return findTransaction
  const isLookedFor = asksSend(order.walletRequest) || order.sourceTransactionHash !== null
  return isLookedFor && isChainsTurn(order) ? findTransaction : poll
}

/**
 * Returns the task while it is unknown whether anything was sent or used. The possible sources are read in
 * turns.
 */
export function taskWhileUnknown(order: Order, nowMs: number): Task {
  if (awaitsCalls(order) && isChainsTurn(order)) return watchCalls
  if (mustReadSend(order, nowMs)) return readUnclosed
  const isSent = order.transactions.some(({ purpose, differs }) => purpose === 'send' && differs !== true)
  // Orders that the service does not track are read from the chain: the transaction, or first its hash.
  if (isReceiptOnly(order) || statusKeyOf(order) === null) return isSent ? watchTransaction : findTransaction
  const last = order.transactions.at(-1)
  // A failed transaction is not watched while another request may still send the swap.
  const isWatched = last?.purpose === 'send' && (last.state === 'sent' || !mayBeFound(order))
  if (isWatched && isChainsTurn(order)) return watchTransaction
  if (mayBeFound(order) && isChainsTurn(order)) return findTransaction
  return taskWhilePending(order, nowMs)
}

/** During an approval request: the wallet rejects it or is silent, and the person may retry. */
export const approvalSilence = {
  walletRefused: [refused, 'needs_user'],
  walletLost: [approvalLost, 'stays'],
  retry: [approveAgain, 'confirmed'],
} as const satisfies Listeners

/** During a send request. */
export const sendSilence = {
  put: [put, 'stays'],
  walletRefused: [refusedToSend, 'needs_user', 'unknown_outcome'],
  walletLost: [sendingLost, 'unknown_outcome'],
} as const satisfies Listeners

/** While it is unknown whether the transaction was sent. */
export const unheardSend = {
  walletRefused: [refusedToSend, 'stays', 'needs_user'],
  walletLost: [sendingLost, 'stays'],
} as const satisfies Listeners

/** For an earlier request: a superseded one, or an unclosed signature or transaction. */
export const earlierAsked = {
  walletAnswered: [earlierAnswered, 'stays', 'signed', 'sent'],
  walletRefused: [earlierRefused, 'stays', 'abandoned_unsigned'],
} as const satisfies Listeners
