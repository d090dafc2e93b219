import { abandon, awaitUser, plainProblem } from '../await-user.ts'
import { move, stay, tried } from '../change.ts'
import type { EventOf } from '../event.ts'
import type { Order } from '../order.ts'
import type { Task } from '../task.ts'
import type { Transition, TransitionContext } from '../transition.ts'
import { sendLost } from './sending.ts'

/** Something in the way before the wallet was asked: the user decides. */
export function blockedBefore(
  order: Order,
  event: EventOf<'blocked'>,
  context: TransitionContext,
): Transition {
  return awaitUser({ ...order, attempts: tried(order, event.attempt) }, event.problem, context)
}

/** The wallet said no, was never reached, or can give nothing any more that would be of use. */
export function refused(
  order: Order,
  { problem }: EventOf<'walletRefused' | 'walletLost'>,
  context: TransitionContext,
): Transition {
  return awaitUser(order, problem, context)
}

/** Lets an order that waits for wallet or user run out. */
export const lapse: Task = { name: 'lapse', run: async () => ({ kind: 'lapsed' }) }

/** A signature that nobody gave in time is worth nothing: its quote is over. */
export function unsignedInTime(
  order: Order,
  _event: EventOf<'lapsed'>,
  context: TransitionContext,
): Transition {
  return awaitUser(order, plainProblem('quoteExpired'), context)
}

/** The user wants it after all. Everything is read again; what may still act, or another window asked, is not asked twice. */
export function retry(order: Order, _event: EventOf<'retry'>, context: TransitionContext): Transition {
  return move(order, 'confirmed', context.nowMs, { walletRequest: null, offer: null })
}

/** What is not out of the user's hands ends. */
export function abandonUnsigned(
  order: Order,
  _event: EventOf<'abandon' | 'lapsed'>,
  context: TransitionContext,
): Transition {
  return abandon(order, context)
}

/** A deposit that nobody has paid ends; one that was seen goes on. */
export function abandonUnpaid(
  order: Order,
  _event: EventOf<'abandon'>,
  context: TransitionContext,
): Transition {
  return order.depositSeen === undefined ? abandon(order, context) : stay(order)
}

/** Of what may be sent only the waiting for the wallet ends: nobody knows whether it was, and the chain tells. */
export function lostAtWallet(
  order: Order,
  _event: EventOf<'walletLost' | 'abandon'>,
  context: TransitionContext,
): Transition {
  return sendLost(order, context)
}
