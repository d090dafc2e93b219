import { secondMs } from '../../base/time.ts'
import { isEnough } from '../../chain/evidence.ts'
import { permitIsDead } from '../../quote/held-quote.ts'
import { walletAsk } from '../../service/quote-request.ts'
import { plainProblem } from '../await-user.ts'
import { change, mark, move, stay, withoutDoubt } from '../change.ts'
import { provenAlive, provenUsed, unusedEnd } from '../ending.ts'
import type { EventOf } from '../event.ts'
import type { FlowPorts } from '../flow-ports.ts'
import type { Order } from '../order.ts'
import { isChainsTurn, pollWaitMs } from '../plan.ts'
import type { Task } from '../task.ts'
import type { Transition, TransitionContext } from '../transition.ts'
import { poll } from './poll.ts'

/** Reads whether a signature is dead, or was used, at every endpoint. */
export const readNonce: Task = { name: 'readNonce', isRead: true, run: nonceEvidence }

/** Returns the evidence that a signature is dead, or was used (R3). */
export async function nonceEvidence(order: Order, ports: FlowPorts): Promise<EventOf<'nonceRead'>> {
  const { originChainId, userAddress } = walletAsk(order.reviewed.ask)
  const nonce = BigInt(order.deal.permitNonce ?? '0')
  return { kind: 'nonceRead', ...(await ports.chain.nonceEvidence(originChainId, userAddress, nonce)) }
}

/**
 * Permit2's nonce after the deadline: unused twice means that the signature is dead and nothing moved (R3, R5). The
 * deadline is past when the chain says so; our own clock may have jumped.
 */
export function nonceRead(
  before: Order,
  event: EventOf<'nonceRead'>,
  context: TransitionContext,
): Transition {
  if (before.kind !== 'signed') return stay(before)
  const { used, blockSeconds, sources } = event
  const isAlive = blockSeconds <= (before.deal.permitDeadlineSeconds ?? Number.POSITIVE_INFINITY)
  const isAlone = !isEnough({ sources })
  const order = { ...before, isPermitOver: !isAlone && (used || !isAlive) }
  const waitMs = pollWaitMs(order.lookCount, context.nowMs - order.createdMs)
  if (!used && (isAlive || isAlone)) {
    // One endpoint alone ends no signature.
    const alive = event.doubt === undefined ? withoutDoubt(order) : { ...order, doubt: event.doubt }
    const known = isAlive ? alive : { ...order, doubt: 'oneSource' as const }
    return change(known, {
      problem: isAlone ? order.problem : provenAlive(order),
      unusedSeenMs: null,
      lookCount: order.lookCount + 1,
      dueMs: context.nowMs + waitMs,
    })
  }
  if (used) {
    // One more poll counted, so that the service has its turn.
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

/** The service tells; once the permit is dead the nonce does too, unless the money is known to be taken. */
export function taskWhilePending(order: Order, nowMs: number): Task {
  const mayBeUnused = order.kind === 'signed' && (order.statusCode ?? 0) < 2
  return mayBeUnused && permitIsDead(order, nowMs) && isChainsTurn(order) ? readNonce : poll
}
