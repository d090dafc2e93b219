import { secondMs } from '../base/time.ts'
import { beatMs } from '../follow/plan.ts'
import type { Order } from '../swap/order.ts'
import { isFailure, isSuccess } from '../swap/status.ts'
import { change, mark, move, stay } from './change.ts'
import { endProblem } from './ending.ts'
import type { FlowEvent, Step, StepContext } from './event.ts'
import { overWaitMs } from './tracking.ts'

/** What the chain says about a reported end (API6). */
export function proved(
  order: Order,
  event: Extract<FlowEvent, { kind: 'proof' }>,
  context: StepContext,
): Step {
  if (order.state !== 'reported_terminal') return stay(order)
  if (event.proof === 'unused') return unused(order, context)
  const fulfilledAmount = event.deliveredUnits ?? order.fulfilledAmount
  if (event.proof === 'yes') {
    const dueMs = context.nowMs + beatMs
    return move(order, 'verified_terminal', dueMs, {
      fulfilledAmount,
      problem: order.problem,
      moneyAccounted: true,
      ...cameBack(order, event, context),
    })
  }
  const lookCount = order.lookCount + 1
  const dueMs = context.nowMs + overWaitMs(order, lookCount)
  const moneyAccounted = order.moneyAccounted || (event.proof === 'cannot' && isPaidOut(order))
  return change(order, { lookCount, dueMs, moneyAccounted })
}

/** Where no chain can be read, the service's word that it was paid is all there will be. */
function isPaidOut(order: Order): boolean {
  return isSuccess(order.statusCode) || (order.statusCode === 7 && order.refundTransactionHash !== null)
}

/** A failure whose money was seen to come back is a refund, whoever says so (R11); it is told anew. */
function cameBack(
  order: Order,
  { refundHash }: Extract<FlowEvent, { kind: 'proof' }>,
  context: StepContext,
): Partial<Order> {
  if (!isFailure(order.statusCode)) return {}
  return {
    statusCode: 7,
    refundTransactionHash: refundHash ?? order.refundTransactionHash,
    problem: endProblem(order, 7),
    timeline: mark(order, 'refunded', context.nowMs),
    notice: { kind: 'refunded', state: 'pending' },
    seen: false,
  }
}

/** Nothing was ever paid, read twice: there is no money to look for. */
function unused(order: Order, context: StepContext): Step {
  if (order.unusedSeenMs === null) {
    return change(order, { unusedSeenMs: context.nowMs, dueMs: context.nowMs + 15 * secondMs })
  }
  if (context.nowMs - order.unusedSeenMs < 15 * secondMs) return stay(order)
  return move(order, 'verified_terminal', null, { problem: order.problem, moneyAccounted: true })
}
