import { besides } from './besides.ts'
import { notify } from './flows/upkeep.ts'
import type { Order } from './order.ts'
import { states } from './states.ts'
import type { Task } from './task.ts'

/**
 * The task of an order: of what is open beside it, else of its state. It is derived, never stored: after a worker's death
 * the same record gives the same task. Asking the wallet is not among them, since it may not be done twice (R1, R3).
 * `mayNotify` is false for a while after a notice could not be shown, so that the other tasks go on.
 */
export function taskOf(order: Order, nowMs: number, mayNotify = true): Task | null {
  if (mayNotify && noticeIsDue(order)) return notify
  const beside = besides.find(({ task, isOpen }) => task !== undefined && isOpen(order))
  return beside?.task?.(order) ?? states[order.state].task(order, nowMs)
}

/** Returns when the order's next task is due: at once for a notice, null when an event has to come first. */
export function dueOf(order: Order, mayNotify = true): number | null {
  return mayNotify && noticeIsDue(order) ? 0 : order.dueMs
}

/** Returns when the first task of all these is due; null when none is. */
export function firstDueOf(orders: readonly Order[]): number | null {
  const due = orders.map((order) => dueOf(order)).filter((ms) => ms !== null)
  return due.length === 0 ? null : Math.min(...due)
}

/** A notice waits for the first look at the chain, so that it can say what is verified. */
function noticeIsDue(order: Order): boolean {
  if (order.notice?.state !== 'pending') return false
  return order.state !== 'reported_terminal' || order.lookCount > 0 || order.unusedSeenMs !== null
}
