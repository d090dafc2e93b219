import { isHash, lowerHex } from '../../base/hex.ts'
import { isTrackedByReceipt } from '../../quote/order-kind.ts'
import { awaitUser, withSent } from '../change.ts'
import type { Task } from '../event.ts'
import type { Order } from '../order.ts'
import { canRetryApproval, hasOtherSend, isSendRequest, statusKeyOf } from '../order-facts.ts'
import { supersedeOpenRequest, withoutLiveRequest } from '../stored-requests.ts'
import { change, type Handler, ignore, type Listeners, move, type TransitionContext } from '../transition.ts'
import { awaitsCalls, watchCalls } from './batch.ts'
import { onRejected } from './before-prompt.ts'
import { taskAfterAcceptance } from './in-progress.ts'
import { readLiveRequests } from './live-request-reads.ts'
import { isLiveCheckDue, onLateAnswer, onLateRejection } from './live-requests.ts'
import { watchTransaction } from './mining.ts'
import { poll } from './polls.ts'
import { isChainReadDue } from './schedule.ts'
import { findTransaction, isSearchable, onSendLost } from './sending.ts'

const retryApproval: Handler<'retry'> = (order, _event, context) => {
  if (!canRetryApproval(order)) return ignore(order)
  // The first request may still be approved later.
  return move(order, 'confirmed', context.nowMs, supersedeOpenRequest(order))
}

/** Nothing was sent, unless the wallet named a transaction before. */
const onSendRejected: Handler<'walletRejected'> = (order, { problem, requestId, isTrusted }, context) => {
  const known = isTrusted === true ? withoutLiveRequest(order, requestId) : order
  const unknown = { ...problem, money: 'unknown' } as const
  // A wallet that named a different transaction before is not trusted when it reports that it sent none.
  const isNamed = order.transactions.some(({ differs }) => differs === true)
  if (isNamed) return move(order, 'unknown_outcome', context.nowMs, { problem: unknown })
  if (hasOtherSend({ ...order, walletRequest: null }, null))
    return move(known, 'unknown_outcome', context.nowMs, { problem: unknown, walletRequest: null })
  // A failed transaction was still sent.
  const isSent = order.transactions.some(({ purpose }) => purpose === 'send')
  return awaitUser(withoutBatchId(known), isSent ? { ...problem, money: 'unmoved' } : problem, context)
}

function withoutBatchId(order: Order): Order {
  return order.callsId ? { ...order, callsId: null } : order
}

/** Records a late result of an earlier request. The transaction of an approval belongs to this order too. */
const onEarlierAnswer: Handler<'walletAnswered'> = (order, event, context) => {
  const { supersededRequests = [] } = order
  const request = supersededRequests.find(({ requestId }) => requestId === event.requestId)
  if (request === undefined) return onLateAnswer(order, event, context)
  const others = supersededRequests.filter((one) => one !== request)
  const { purpose } = request
  // The chain shows the result of an exit.
  if (purpose !== 'approve' && purpose !== 'resetApproval')
    return change(order, { supersededRequests: others })
  // Other answers do not show that nothing was sent.
  if (!isHash(event.result)) return ignore(order)
  const requested = { ...order, walletRequest: request }
  const transactions = withSent(requested, purpose, lowerHex(event.result), request, context)
  return change(order, { supersededRequests: others, transactions, viewed: false })
}

const onEarlierRejected: Handler<'walletRejected'> = (order, event, context) => {
  const others = order.supersededRequests?.filter((one) => one.requestId !== event.requestId)
  const isRequested = others !== undefined && others.length !== order.supersededRequests?.length
  return onLateRejection(isRequested ? { ...order, supersededRequests: others } : order, event, context)
}

/** The approval may still be sent; the allowance shows it. */
const onApprovalLost: Handler<'walletLost'> = (order, { problem }, context) =>
  change(withLostConnection(order, context), { problem, dueMs: context.nowMs })

/**
 * The transaction may have been sent; the chain shows it. The wallet's error is displayed. A lost connection
 * alone says nothing about the transaction.
 */
const onSendRequestLost: Handler<'walletLost'> = (order, { problem }, context) => {
  const lost = withLostConnection(order, context)
  const { walletRequest } = lost
  if (problem.code === 'walletGone' || walletRequest === null) return onSendLost(lost, context)
  const walletErrorMs = context.nowMs
  return onSendLost({ ...lost, walletRequest: { ...walletRequest, walletErrorMs } }, context, problem)
}

/** The wallet connection may lose its memory of the request. */
const onSentToWallet: Handler<'sentToWallet'> = (order, _event, context) => {
  const { walletRequest } = order
  if (walletRequest === null || walletRequest.sentToWalletMs !== undefined) return ignore(order)
  return change(order, { walletRequest: { ...walletRequest, sentToWalletMs: context.nowMs } })
}

function withLostConnection(order: Order, { nowMs }: TransitionContext): Order {
  const { walletRequest } = order
  return walletRequest === null
    ? order
    : { ...order, walletRequest: { ...walletRequest, connectionLostMs: nowMs } }
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
  const isSent = order.transactions.some(({ purpose, differs }) => purpose === 'send' && differs !== true)
  // Orders that the service does not track are read from the chain: the transaction, or first its hash.
  if (isTrackedByReceipt(order) || statusKeyOf(order) === null)
    return isSent ? watchTransaction : findTransaction
  const last = order.transactions.at(-1)
  // A failed transaction is not watched while another request may still send the swap.
  const isWatched = last?.purpose === 'send' && (last.state === 'sent' || !isSearchable(order))
  if (isWatched && isChainReadDue(order)) return watchTransaction
  if (isSearchable(order) && isChainReadDue(order)) return findTransaction
  return taskAfterAcceptance(order, nowMs)
}

export const approvalListeners = {
  walletRejected: [onRejected, 'needs_user'],
  walletLost: [onApprovalLost, 'stays'],
  retry: [retryApproval, 'confirmed'],
} as const satisfies Listeners

export const sendListeners = {
  sentToWallet: [onSentToWallet, 'stays'],
  walletRejected: [onSendRejected, 'needs_user', 'unknown_outcome'],
  walletLost: [onSendRequestLost, 'unknown_outcome'],
} as const satisfies Listeners

export const unknownSendListeners = {
  walletRejected: [onSendRejected, 'stays', 'needs_user'],
  walletLost: [onSendRequestLost, 'stays'],
} as const satisfies Listeners

export const supersededRequestListeners = {
  walletAnswered: [onEarlierAnswer, 'stays', 'signed', 'sent'],
  walletRejected: [onEarlierRejected, 'stays', 'abandoned_unsigned'],
} as const satisfies Listeners
