import { isTrackedByReceipt } from '../../quote/order-kind.ts'
import { awaitUser } from '../change.ts'
import type { Task } from '../event.ts'
import type { Order } from '../order.ts'
import { hasOtherSend, isSendRequest, listOpenSends, statusKeyOf } from '../order-facts.ts'
import { withLostConnection, withoutLiveRequest } from '../stored-requests.ts'
import { change, type Handler, move, stay } from '../transition.ts'
import { awaitsCalls, watchCalls } from './batch.ts'
import { taskAfterAcceptance } from './in-progress.ts'
import { isLiveCheckDue, readLiveRequests } from './live-requests.ts'
import { watchTransaction } from './mining.ts'
import { isChainReadDue, isSearchDue, poll } from './schedule.ts'
import { findTransaction, isSearchable, onSendLost } from './sending.ts'

/** Nothing was sent, unless the wallet named a transaction before. */
export const onSendRejected: Handler<'walletRejected'> = (
  order,
  { problem, requestId, isTrusted },
  context,
) => {
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

/**
 * The transaction may have been sent; the chain shows it. The wallet's error is displayed. A lost connection
 * alone says nothing about the transaction.
 */
export const onSendRequestLost: Handler<'walletLost'> = (order, { problem }, context) => {
  const lost = withLostConnection(order, context)
  const { walletRequest } = lost
  if (problem.code === 'walletGone' || walletRequest === null) return onSendLost(lost, context)
  const walletErrorMs = context.nowMs
  return onSendLost({ ...lost, walletRequest: { ...walletRequest, walletErrorMs } }, context, problem)
}

/** The wallet connection may lose its memory of the request. */
export const onSentToWallet: Handler<'sentToWallet'> = (order, _event, context) => {
  const { walletRequest } = order
  if (walletRequest === null || walletRequest.sentToWalletMs !== undefined) return stay(order)
  return change(order, { walletRequest: { ...walletRequest, sentToWalletMs: context.nowMs } })
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
