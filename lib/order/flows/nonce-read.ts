import { secondMs } from '../../base/time.ts'
import { isEnough } from '../../chain/evidence.ts'
import { change, mark, move, stay, withoutDoubt } from '../change.ts'
import { provenUsed, unusedEnd } from '../ending.ts'
import type { FlowEvent, Step, StepContext } from '../event.ts'
import { plainProblem } from '../needs-user.ts'
import type { Order } from '../order.ts'
import { lookWaitMs } from '../plan.ts'

/**
 * Permit2's nonce after the deadline: unused twice means that the signature is dead and nothing moved (R3, R5). The
 * deadline is past when the chain says so; our own clock may have jumped.
 */
export function nonceRead(
  before: Order,
  event: Extract<FlowEvent, { kind: 'nonceRead' }>,
  context: StepContext,
): Step {
  const { used, blockSeconds, sources } = event
  const isAlive = blockSeconds <= (before.deal.permitDeadlineSeconds ?? Number.POSITIVE_INFINITY)
  const isAlone = !isEnough({ sources })
  const order = { ...before, isPermitOver: !isAlone && (used || !isAlive) }
  const waitMs = lookWaitMs(order.lookCount, context.nowMs - order.createdMs)
  if (!used && (isAlive || isAlone)) {
    // One endpoint alone ends no signature.
    const alive = event.doubt === undefined ? withoutDoubt(order) : { ...order, doubt: event.doubt }
    const known = isAlive ? alive : { ...order, doubt: 'oneSource' as const }
    return change(known, {
      unusedSeenMs: null,
      lookCount: order.lookCount + 1,
      dueMs: context.nowMs + waitMs,
    })
  }
  if (used) {
    // One more look counted, so that the service has its turn.
    const fields = { unusedSeenMs: null, lookCount: order.lookCount + 1 }
    if (order.state === 'reported_terminal') {
      return change(withoutDoubt(order), {
        ...fields,
        problem: provenUsed(order),
        dueMs: context.nowMs + waitMs,
      })
    }
    if (order.state === 'pending') return change(order, { ...fields, dueMs: context.nowMs + waitMs })
    return move(order, 'unknown_outcome', context.nowMs + waitMs, fields)
  }
  // Dated ahead of the clock: it was set back since, and nobody knows by how much.
  if (order.unusedSeenMs === null || order.unusedSeenMs > context.nowMs) {
    return change(order, { unusedSeenMs: context.nowMs, dueMs: context.nowMs + 15 * secondMs })
  }
  if (context.nowMs - order.unusedSeenMs < 15 * secondMs) return stay(before)
  if (order.state === 'reported_terminal') {
    return move(withoutDoubt(order), 'verified_terminal', null, unusedEnd(order, context.nowMs))
  }
  return move(withoutDoubt(order), 'expired_unused', null, {
    problem: plainProblem('swapExpired', 'signedUnused'),
    timeline: mark(order, 'expired', context.nowMs),
    notice: { kind: 'failed', state: 'pending' },
    seen: false,
    signature: null,
    submitBody: null,
    moneyAccounted: true,
  })
}
