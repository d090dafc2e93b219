import { change, stay } from './change.ts'
import type { Step, StepContext } from './event.ts'
import type { Order } from './order.ts'

/** The plan of the order from the clock as it stands now; evidence that was dated ahead of it counts from now too. */
export function clockSetBack(order: Order, context: StepContext): Step {
  if (order.dueMs === null) return stay(order)
  const waitMs = Math.max(0, order.dueMs - order.updatedMs)
  const unusedSeenMs = order.unusedSeenMs === null ? null : Math.min(order.unusedSeenMs, context.nowMs)
  return change(order, { dueMs: context.nowMs + waitMs, unusedSeenMs })
}
