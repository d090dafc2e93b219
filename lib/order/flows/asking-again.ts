import { isHash, lowerHex } from '../../base/hex.ts'
import {
  ask,
  awaitUser,
  change,
  type Listeners,
  move,
  stay,
  type Transition,
  type TransitionContext,
  withSent,
} from '../change.ts'
import type { EventOf } from '../event.ts'
import type { Order } from '../order.ts'
import { mayAskAgain } from '../order-facts.ts'
import { sendLost } from './sending.ts'

/** The approval was lost sight of, and the allowance was read since: asked anew it sets the same amount. */
function approveAgain(order: Order, _event: EventOf<'retry'>, context: TransitionContext): Transition {
  if (!mayAskAgain(order)) return stay(order)
  return move(order, 'confirmed', context.nowMs, { walletRequest: null })
}

/**
 * Nothing of it was seen for long enough: the very same call under the same account nonce. Should the wallet still send the
 * first, the inbox refuses the second, because it has that request; another quote would be another request, and paid too.
 */
function sendAgain(order: Order, _event: EventOf<'retry'>, context: TransitionContext): Transition {
  const request = order.walletRequest
  if (request === null || !mayAskAgain(order)) return stay(order)
  const { requestId: _id, askedMs: _asked, lostMs: _lost, idle: _idle, ...same } = request
  const again = { ...same, isBound: true, dueMs: context.nowMs + 30_000 } as const
  return ask(order, 'send_requested', again, context)
}

/** The wallet said no: nothing was sent, unless the same was asked before and never heard of. */
function refusedToSend(
  order: Order,
  { problem }: EventOf<'walletRefused'>,
  context: TransitionContext,
): Transition {
  if (order.walletRequest?.isBound !== true) return awaitUser(order, problem, context)
  return move(order, 'unknown_outcome', context.nowMs, { problem: { ...problem, money: 'unknown' } })
}

/** The way to the wallet was cut while it asked to approve: it may land all the same, and the allowance tells. */
function approvalLost(
  order: Order,
  { problem }: EventOf<'walletLost'>,
  context: TransitionContext,
): Transition {
  return change(asLost(order, context), { problem, dueMs: context.nowMs })
}

/** The way to the wallet was cut while it asked to send: nobody knows whether it was sent, and the chain tells. */
function sendingLost(order: Order, _event: EventOf<'walletLost'>, context: TransitionContext): Transition {
  return sendLost(asLost(order, context), context)
}

function asLost(order: Order, { nowMs }: TransitionContext): Order {
  const { walletRequest } = order
  return walletRequest === null ? order : { ...order, walletRequest: { ...walletRequest, lostMs: nowMs } }
}

/**
 * What a wallet still says to an order that was stopped while it asked. A yes to an approval is written down, so that what
 * may be taken is shown and can be taken back; anything else says nothing of money.
 */
function answeredStopped(
  order: Order,
  { result }: EventOf<'walletAnswered'>,
  context: TransitionContext,
): Transition {
  const request = order.walletRequest
  const closed = { walletRequest: null, dueMs: null }
  if (request?.purpose !== 'approve' && request?.purpose !== 'resetApproval') return change(order, closed)
  if (!isHash(result)) return change(order, closed)
  const transactions = withSent(order, request.purpose, lowerHex(result), request, context)
  return change(order, { ...closed, transactions, seen: false })
}

/** The question of a stopped order is answered with a no, or was waited for long enough. */
function closedStopped(order: Order): Transition {
  return order.walletRequest === null ? stay(order) : change(order, { walletRequest: null, dueMs: null })
}

/** While the wallet is asked to approve: its question may be lost sight of, and asked again. */
export const approvalSilence = {
  walletLost: [approvalLost, 'stays'],
  retry: [approveAgain, 'confirmed'],
} as const satisfies Listeners

/** While the wallet is asked to send: a no of the second question says nothing of the first. */
export const sendSilence = {
  walletRefused: [refusedToSend, 'needs_user', 'unknown_outcome'],
  walletLost: [sendingLost, 'unknown_outcome'],
} as const satisfies Listeners

/** While nobody knows whether it was sent. */
export const unheardSend = {
  walletRefused: [refusedToSend, 'stays', 'needs_user'],
  walletLost: [sendingLost, 'stays'],
  retry: [sendAgain, 'send_requested!'],
} as const satisfies Listeners

/** Once it is stopped: the wallet may still show its question, also where the way to it is cut. */
export const stillAsked = {
  walletAnswered: [answeredStopped, 'stays'],
  walletRefused: [closedStopped, 'stays'],
  lapsed: [closedStopped, 'stays'],
} as const satisfies Listeners
