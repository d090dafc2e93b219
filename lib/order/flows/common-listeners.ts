import type { Task } from '../event.ts'
import { isSendOpen } from '../order-facts.ts'
import { change, type Handler, type Listeners, stay } from '../transition.ts'
import { countEndRead } from './ends.ts'
import { failedReadDueMs, failedStepDueMs } from './schedule.ts'

export const notify: Task = {
  name: 'notify',
  async run(order, { notifier }) {
    await notifier.show(order)
    return { kind: 'notified', of: order.notification?.kind ?? 'done' }
  },
}

const onNotified: Handler<'notified'> = (order, event) => {
  if (order.notification?.kind !== event.of) return stay(order)
  return change(order, { notification: { ...order.notification, state: 'notified' } })
}

const onShowAgain: Handler<'showAgain'> = (order) => {
  const { putAwayMs, ...shown } = order
  return stay(putAwayMs === undefined ? order : shown)
}

/** Records a failed read before a wallet request or a POST, for which the person waits. */
export const onReadFailed: Handler<'readFailed'> = (order, { problem }, context) =>
  change(order, { problem: order.problem ?? problem, dueMs: failedStepDueMs(order, context.nowMs) })

/**
 * Records a failed read of an order that is running or over. An unreachable node is no problem of the swap.
 * Counts one more poll, so that a dead node does not block the polls of the service. A failed read shows nothing of an open
 * send, so it counts only for the time in which Ferry looks for a refund.
 */
export const onRunningReadFailed: Handler<'readFailed'> = (order, _event, context) => {
  const dueMs = failedReadDueMs(order, context.nowMs)
  const counted = isSendOpen(order) ? {} : countEndRead(order, context.nowMs)
  return change(order, { readCount: order.readCount + 1, dueMs, ...counted })
}

/** Reschedules the order by the current clock. Evidence with a later time counts from now too. */
const onClockSetBack: Handler<'clockSetBack'> = (order, _event, context) => {
  if (order.dueMs === null) return stay(order)
  const waitMs = Math.max(0, order.dueMs - order.updatedMs)
  const unusedSeenMs = order.unusedSeenMs === null ? null : Math.min(order.unusedSeenMs, context.nowMs)
  return change(order, { dueMs: context.nowMs + waitMs, unusedSeenMs })
}

export const commonListeners: Listeners = {
  viewed: [(order) => (order.viewed ? stay(order) : change(order, { viewed: true })), 'stays'],
  showAgain: [onShowAgain, 'stays'],
  notified: [onNotified, 'stays'],
  clockSetBack: [onClockSetBack, 'stays'],
}
