import { secondMs } from '../base/time.ts'
import { beatMs } from '../follow/plan.ts'
import type { Evidence } from '../swap/evidence.ts'
import { isEnough } from '../swap/evidence.ts'
import type { Order } from '../swap/order.ts'
import { isFailure, isSuccess } from '../swap/status.ts'
import { change, mark, move, stay, withoutDoubt } from './change.ts'
import { provenRefund, provenUnused } from './ending.ts'
import type { FlowEvent, Step, StepContext } from './event.ts'
import { overWaitMs } from './tracking.ts'

type Proof = Extract<FlowEvent, { kind: 'proof' }>

/** What the chain says about a reported end (API6). */
export function proved(order: Order, event: Proof, context: StepContext): Step {
  if (order.state !== 'reported_terminal') return stay(order)
  if (event.proof === 'unused') return unused(order, context)
  const { evidence } = event
  // One endpoint alone proves nothing, whoever calls it proof.
  const isOfEnd = evidence !== undefined && (evidence.kind === 'delivery') === isSuccess(order.statusCode)
  if (event.proof === 'yes' && isOfEnd && isEnough(evidence)) {
    return move(withoutDoubt(order), 'verified_terminal', context.nowMs + beatMs, {
      problem: order.problem,
      moneyAccounted: true,
      evidence,
      ...figuresOf(order, evidence, context),
    })
  }
  const lookCount = order.lookCount + 1
  const dueMs = context.nowMs + overWaitMs(order, lookCount)
  const moneyAccounted = order.moneyAccounted || (event.proof === 'cannot' && isPaidOut(order))
  const seen = withRead(order, event)
  return change(seen, { lookCount, dueMs, moneyAccounted })
}

/** What was read though it proves nothing: it is shown as that, and read again. */
function withRead(order: Order, { evidence, doubt, isInboxEmpty }: Proof): Order {
  const { evidence: _old, ...plain } = withoutDoubt(order)
  return {
    ...plain,
    ...(evidence === undefined ? {} : { evidence }),
    ...(doubt === undefined ? {} : { doubt }),
    ...(isInboxEmpty ? { isInboxEmpty } : {}),
  }
}

/** Where no chain can be read, the service's word that it was paid is all there will be. */
function isPaidOut(order: Order): boolean {
  return isSuccess(order.statusCode) || (order.statusCode === 7 && order.refundTransactionHash !== null)
}

/**
 * The evidence's own figures in the place of the service's. A failure whose money was seen to come back is a refund, whoever
 * says so (R11); it is told anew.
 */
function figuresOf(order: Order, evidence: Evidence, context: StepContext): Partial<Order> {
  if (evidence.kind === 'delivery') {
    return { fulfilledAmount: evidence.units, destinationTransactionHash: evidence.hash }
  }
  const { hash: refundTransactionHash } = evidence
  const problem = provenRefund(order)
  if (!isFailure(order.statusCode)) return { refundTransactionHash, problem }
  return {
    statusCode: 7,
    refundTransactionHash,
    problem,
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
  return move(withoutDoubt(order), 'verified_terminal', null, {
    problem: provenUnused(order),
    moneyAccounted: true,
  })
}
