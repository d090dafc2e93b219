import { dayMs } from '../base/time.ts'
import type { StatusResponse } from '../service/status.ts'
import { isTerminal } from '../service/status-codes.ts'
import { isRevokePending } from './allowances.ts'
import type { EventKind, EventOf, FlowEvent, Task } from './event.ts'
import { commonListeners, notify } from './flows/common-listeners.ts'
import { isCompletionPending } from './flows/schedule.ts'
import type { Order } from './order.ts'
import { hasRequestFor, hasWalletRequest, isUnansweredRecent, lastUnansweredMs } from './order-facts.ts'
import { isInSet, isProvenOnChain, orderStateWords } from './order-state.ts'
import { depositExpiryOf, depositReminderMs, isDepositReminderDue, isLate } from './order-timeline.ts'
import { parallelRequests } from './parallel-requests.ts'
import { states } from './states.ts'
import { withAnswered, withSupersededExit } from './stored-requests.ts'
import type { Listener, Transition, TransitionContext } from './transition.ts'

/**
 * Returns the next order for an event. Pure, total, and safe against late and repeated events. The returned
 * order contains everything that must be stored before a side effect (R1). `sendsRequest` is true exactly when
 * a new wallet request was stored.
 */
export function reduce(
  order: Order,
  event: FlowEvent,
  context: TransitionContext,
): Transition & { readonly sendsRequest: boolean } {
  const listener = listenerOf(order, event)
  if (listener === null) return { order, sendsRequest: false }
  const [transition] = listener
  const next = transition(withAnswered(order, event), event, context)
  if (next.order === order) return { order, sendsRequest: false }
  const isUncounted = event.kind === 'pollFailed' && !endsTurn(order, event, context.nowMs)
  const changed = isUncounted ? { ...next.order, readCount: order.readCount } : next.order
  const endsMs = depositExpiryOf(changed)
  const reminder = depositReminderOf(changed, endsMs, context.nowMs)
  const notification =
    event.kind === 'polled'
      ? lateNoticeOf({ ...changed, notification: reminder }, event.response, context.nowMs)
      : reminder
  const dueMs = isRevokePending(changed)
    ? changed.dueMs
    : dueMsOf(changed, endsMs - depositReminderMs, context.nowMs)
  // A verified end leaves nothing to cancel or withdraw, so later answers of the wallet are ignored.
  const isExitObsolete =
    isProvenOnChain(changed) && (hasRequestFor(changed, 'cancel') || hasRequestFor(changed, 'withdraw'))
  const known = isExitObsolete
    ? { ...changed, walletRequest: null }
    : withSupersededExit(changed, order, event)
  return {
    sendsRequest: changed.walletRequest?.requestId === context.freshId,
    order: { ...known, notification, dueMs, updatedMs: context.nowMs },
  }
}

/**
 * An answer, or a retry, counts only for the current request. A late answer counts too, for as long as its request is superseded
 * or live (R8).
 */
function listenerOf<Kind extends EventKind>(order: Order, event: EventOf<Kind>): Listener<Kind> | null {
  const { kind } = event
  const some: FlowEvent = event
  const requestId = 'requestId' in some ? some.requestId : undefined
  const isAboutRequest = 'requestId' in some || some.kind === 'retry'
  const isOpen = !isAboutRequest || order.walletRequest?.requestId === requestId
  const isLate = !isOpen && requestId !== undefined && hasWalletRequest(order, requestId)
  if (!isOpen && !isLate) return null
  const parallel = parallelRequests.find(
    (one) => one.on[kind] !== undefined && one.isOpen(order) && (one.handlesLateAnswers ?? false) === isLate,
  )
  if (isLate) return parallel?.on[kind] ?? null
  return (parallel?.on ?? states[order.state].on)[kind] ?? commonListeners[kind] ?? null
}

function depositReminderOf(order: Order, endsMs: number, nowMs: number): Order['notification'] {
  const { notification } = order
  const isDue = isDepositReminderDue(order, endsMs, nowMs)
  if (notification === null) return isDue ? { kind: 'depositDue', state: 'pending' } : null
  const isOver = notification.kind === 'depositDue' && notification.state === 'pending' && !isDue
  return isOver ? null : notification
}

function dueMsOf(order: Order, reminderMs: number, nowMs: number): number | null {
  // The swap took nothing. Ferry waits for the answers of its wallet for a day.
  if (orderStateWords(order).isOver && isInSet(order.state, 'neverExecuted')) {
    const requestedMs = lastUnansweredMs(order)
    return requestedMs !== null && isUnansweredRecent(requestedMs, nowMs) ? requestedMs + dayMs : null
  }
  // The order is over and all funds are accounted for, so nothing is due.
  const isDone = order.fundsSettled && isTerminal(order.statusCode) && !isCompletionPending(order)
  const { dueMs } = order
  const isReminderFirst = dueMs !== null && nowMs < reminderMs && reminderMs < dueMs
  return isDone ? null : isReminderFirst ? reminderMs : dueMs
}

/**
 * A late swap is notified once, and only if the order had no other notification. The duration is measured by
 * the service's clock, because this machine's may have jumped (PR13).
 */
function lateNoticeOf(order: Order, response: StatusResponse, nowMs: number): Order['notification'] {
  if (order.notification !== null && order.notification.kind !== 'depositDue') return order.notification
  const setMs = order.terms.clockOffsetMs - response.clockOffsetMs
  return isLate(order, nowMs - setMs) ? { kind: 'late', state: 'pending' } : order.notification
}

/** Every rule of turns (`flows/schedule.ts`) repeats within so many counts. */
const turnsPerCycle = 12

/**
 * Returns whether a failed poll ends the service's turn, because another task has turns too. Otherwise the poll does not
 * count, so the schedule continues where it stopped, except after the end. The outcome of a POST is unknown until the
 * service has answered, so its body is not sent again before that.
 */
function endsTurn(order: Order, { problem }: EventOf<'pollFailed'>, nowMs: number): boolean {
  if (orderStateWords(order).isOver) return true
  return Array.from({ length: turnsPerCycle }).some((_, turn) => {
    const name = taskOf({ ...order, readCount: order.readCount + turn }, nowMs, false)?.name
    return name !== 'poll' && (name !== 'submit' || problem.code === 'serviceRefused')
  })
}

/**
 * Returns the task of an order: that of an open exit, otherwise that of its state. It is derived, never
 * stored: after a worker dies, the same record gives the same task. Sending a wallet request is no task,
 * because it must not happen twice (R1, R3). `canNotify` is false for a while after a notification failed, so
 * that the other tasks continue.
 */
export function taskOf(order: Order, nowMs: number, canNotify = true): Task | null {
  if (canNotify && noticeIsDue(order)) return notify
  const parallel = parallelRequests.find(({ task, isOpen }) => task !== undefined && isOpen(order))
  return parallel?.task?.(order, nowMs) ?? states[order.state].task(order, nowMs)
}

/** Immediately for a notification, null if an event must come first. */
export function dueOf(order: Order, canNotify = true): number | null {
  return canNotify && noticeIsDue(order) ? 0 : order.dueMs
}

export function firstDueOf(orders: readonly Order[]): number | null {
  const due = orders.map((order) => dueOf(order)).filter((ms) => ms !== null)
  return due.length === 0 ? null : Math.min(...due)
}

/** A notification waits for the first read of the chain, so that its text can say "verified". */
function noticeIsDue(order: Order): boolean {
  if (order.notification?.state !== 'pending') return false
  return order.state !== 'reported_terminal' || order.readCount > 0 || order.unusedSeenMs !== null
}
