import { change, stay } from '../change.ts'
import type { EventOf } from '../event.ts'
import type { Order } from '../order.ts'
import type { Task } from '../task.ts'
import type { Listeners, Transition, TransitionContext } from '../transition.ts'
import { chainDueMs } from './tracking.ts'

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
  return change(order, { lookCount: order.lookCount + 1, dueMs: chainDueMs(order, context.nowMs) })
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
