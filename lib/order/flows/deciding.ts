import {
  abandon,
  awaitUser,
  change,
  type Listeners,
  move,
  plainProblem,
  stay,
  type Transition,
  type TransitionContext,
  tried,
} from '../change.ts'
import type { EventOf, Task } from '../event.ts'
import type { Order } from '../order.ts'
import { sendLost } from './sending.ts'
import { chainDueMs } from './tracking.ts'

/** Something in the way before the wallet was asked: the user decides. */
export function blockedBefore(
  order: Order,
  event: EventOf<'blocked'>,
  context: TransitionContext,
): Transition {
  return awaitUser({ ...order, serviceCalls: tried(order, event.attempt) }, event.problem, context)
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

/** Of what may be sent only the waiting for the wallet ends: it may still be sent, and the chain tells. */
export function stopSending(
  order: Order,
  _event: EventOf<'abandon'>,
  context: TransitionContext,
): Transition {
  return sendLost(order, context)
}

/** Shows the notice that is due. */
export const notify: Task = {
  name: 'notify',
  async run(order, { notifier }) {
    await notifier.show(order)
    return { kind: 'notified', of: order.notice?.kind ?? 'done' }
  },
}

/** The notice was shown, unless another one has taken its place meanwhile. */
function notified(order: Order, event: EventOf<'notified'>): Transition {
  if (order.notice?.kind !== event.of) return stay(order)
  return change(order, { notice: { ...order.notice, state: 'notified' } })
}

/** The user has seen how it stands. */
function seen(order: Order): Transition {
  return order.seen ? stay(order) : change(order, { seen: true })
}

/** A read failed before anything was given away: it is said, and tried again. */
export function readFailed(
  order: Order,
  { problem }: EventOf<'readFailed'>,
  context: TransitionContext,
): Transition {
  return change(order, { problem: order.problem ?? problem, dueMs: chainDueMs(order, context.nowMs) })
}

/**
 * A read failed of what is on its way, or over: a node that does not answer is no problem of the swap's, and says nothing
 * of its money. One more poll counted, so that a dead node does not starve the polls of the service.
 */
export function readFailedOnTheWay(
  order: Order,
  _event: EventOf<'readFailed'>,
  context: TransitionContext,
): Transition {
  return change(order, { pollCount: order.pollCount + 1, dueMs: chainDueMs(order, context.nowMs) })
}

/** The plan of the order from the clock as it stands now; evidence that was dated ahead of it counts from now too. */
function clockSetBack(order: Order, _event: EventOf<'clockSetBack'>, context: TransitionContext): Transition {
  if (order.dueMs === null) return stay(order)
  const waitMs = Math.max(0, order.dueMs - order.updatedMs)
  const unusedSeenMs = order.unusedSeenMs === null ? null : Math.min(order.unusedSeenMs, context.nowMs)
  return change(order, { dueMs: context.nowMs + waitMs, unusedSeenMs })
}

/** What any state does with these. */
export const everyState: Listeners = {
  seen: [seen, 'stays'],
  notified: [notified, 'stays'],
  clockSetBack: [clockSetBack, 'stays'],
}
