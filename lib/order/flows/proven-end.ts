import { secondMs } from '../../base/time.ts'
import { type Evidence, isEnough } from '../../chain/evidence.ts'
import { isFailure, isSuccess } from '../../service/status-codes.ts'
import { change, mark, move, stay, withoutDoubt } from '../change.ts'
import { provenRefund, unreadRefund, unusedEnd } from '../ending.ts'
import type { EventOf } from '../event.ts'
import type { Order } from '../order.ts'
import { pollMs } from '../plan.ts'
import type { Transition, TransitionContext } from '../transition.ts'
import { overWaitMs } from './tracking.ts'

/** What the chain says about a reported end (API6). */
export function proved(order: Order, event: EventOf<'proof'>, context: TransitionContext): Transition {
  if (event.proof === 'unused') return unused(order, context)
  const { evidence } = event
  // One endpoint alone proves nothing, whoever calls it proof.
  const isOfEnd = evidence !== undefined && (evidence.kind === 'delivery') === isSuccess(order.statusCode)
  if (event.proof === 'yes' && isOfEnd && isEnough(evidence)) {
    return move(withoutDoubt(order), 'verified_terminal', context.nowMs + pollMs, {
      problem: order.problem,
      moneyAccounted: true,
      evidence,
      ...figuresOf(order, evidence, context),
    })
  }
  const lookCount = order.lookCount + 1
  const dueMs = context.nowMs + overWaitMs(order, lookCount)
  const seen = withRead(order, event)
  const isOver = event.proof === 'cannot' && isAllThereIs(seen)
  if (!isOver) return change(seen, { lookCount, dueMs })
  return change(seen, { lookCount, dueMs, moneyAccounted: true, ...toldOf(order, context) })
}

/** Returns what an end is told with where no chain can be read: a refund that is named is one, whatever code came along. */
function toldOf(order: Order, context: TransitionContext): Partial<Order> {
  if (isSuccess(order.statusCode)) return {}
  const problem = unreadRefund(order)
  return isFailure(order.statusCode) ? { ...becomesRefund(order, context), problem } : { problem }
}

/** A failure whose money came back is a refund, and is told anew. */
function becomesRefund(order: Order, context: TransitionContext): Partial<Order> {
  return {
    statusCode: 7,
    timeline: mark(order, 'refunded', context.nowMs),
    notice: { kind: 'refunded', state: 'pending' },
    seen: false,
  }
}

/** What was read though it proves nothing: it is shown as that, and read again. */
function withRead(order: Order, { evidence, doubt, isInboxEmpty }: EventOf<'proof'>): Order {
  const { evidence: _old, ...plain } = withoutDoubt(order)
  return {
    ...plain,
    ...(evidence === undefined ? {} : { evidence }),
    ...(doubt === undefined ? {} : { doubt }),
    ...(isInboxEmpty ? { isInboxEmpty } : {}),
  }
}

/** Polls of a refund that the service does not name, before its word alone has to do. */
const pollsForName = 60

/**
 * Whether there is nothing more to hear of an end on a chain that cannot be read: it was delivered, or the refund is named
 * or was asked for long enough. What may still lie in an inbox, or have been paid unseen, is never over so.
 */
function isAllThereIs(order: Order): boolean {
  if (isSuccess(order.statusCode)) return true
  const isInbox = order.kind === 'native' || order.kind === 'inbox'
  if (isInbox && order.isInboxEmpty !== true) return false
  return order.refundTransactionHash !== null || (order.statusCode === 7 && order.lookCount >= pollsForName)
}

/**
 * The evidence's own figures in the place of the service's. A failure whose money was seen to come back is a refund, whoever
 * says so (R11); it is told anew.
 */
function figuresOf(order: Order, evidence: Evidence, context: TransitionContext): Partial<Order> {
  if (evidence.kind === 'delivery') {
    return { fulfilledAmount: evidence.units, destinationTransactionHash: evidence.hash }
  }
  const place = { refundTransactionHash: evidence.hash, refundChainId: evidence.chainId }
  const shown = { ...place, problem: provenRefund({ ...order, ...place }) }
  return isFailure(order.statusCode) ? { ...becomesRefund(order, context), ...shown } : shown
}

/** Nothing was ever paid, read twice: there is no money to look for. */
function unused(order: Order, context: TransitionContext): Transition {
  if (order.unusedSeenMs === null) {
    return change(order, { unusedSeenMs: context.nowMs, dueMs: context.nowMs + 15 * secondMs })
  }
  if (context.nowMs - order.unusedSeenMs < 15 * secondMs) return stay(order)
  return move(withoutDoubt(order), 'verified_terminal', null, unusedEnd(order, context.nowMs))
}
