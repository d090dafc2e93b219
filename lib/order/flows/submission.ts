import { Problem, type ProblemCode, problemData, problemFrom } from '../../base/problem.ts'
import { minuteMs, secondMs, shownOffsetMs } from '../../base/time.ts'
import { isEnough } from '../../chain/evidence.ts'
import { hostsBehind, shownByAny } from '../../chain/quorum.ts'
import { permitIsDead } from '../../quote/held-quote.ts'
import { walletQuoteRequest } from '../../service/quote-request.ts'
import {
  change,
  mark,
  move,
  plainProblem,
  stay,
  type Transition,
  type TransitionContext,
  withoutDoubt,
} from '../change.ts'
import { moveCancelled, moveUnused, provenAlive, provenUsed, settledByTime, unusedEnd } from '../ending.ts'
import type { EventOf, FlowEvent, Task } from '../event.ts'
import type { FlowPorts, Reach } from '../flow-ports.ts'
import type { Order, SignedOrder } from '../order.ts'
import { isSeenUsed } from '../order-timeline.ts'
import { isCancelledElsewhere } from './nonce-end.ts'
import { attemptOf, isChainsTurn, poll, pollWaitMs, repostWaitMs, tried } from './polls.ts'

/** Posts the stored body, counted before it leaves. */
function submit(body: string): Task {
  return { name: 'submit', before: { kind: 'posting' }, run: (_order, ports) => post(body, ports) }
}

/**
 * Returns what is due while the service has not taken the request. After a POST the status is read by request hash, and only
 * once that was answered the same bytes go again (`pollFailed` repeats a read that was not).
 */
export function taskWhileSubmitting(order: Order, nowMs: number): Task {
  // By the service's clock too, as far as that is believed: where ours is fast there is as much time to post.
  const soonestMs = Math.min(nowMs, nowMs + shownOffsetMs(order.terms.clockOffsetMs))
  if (permitIsDead(order, soonestMs)) return isChainsTurn(order) ? readNonce : poll
  const { submitBody, submitCount } = order
  return submitBody === null || (submitCount > 0 && isChainsTurn(order)) ? poll : submit(submitBody)
}

async function post(body: string, ports: FlowPorts): Promise<FlowEvent> {
  try {
    const response = await ports.service.submit(body, { priority: 'submit' })
    const attempt = attemptOf('submit', 'ok', response.serverRequestId, ports)
    return { kind: 'submitAccepted', requestHash: response.result.requestHash, attempt }
  } catch (thrown) {
    const problem = problemData(thrown)
    return {
      kind: 'submitFailed',
      problem,
      attempt: attemptOf('submit', problem.code, problem.serverRequestId, ports),
    }
  }
}

/** Counts the POST before it leaves: after a death in mid-POST the service is asked before it is sent again. */
export function posting(
  order: SignedOrder,
  _event: EventOf<'posting'>,
  context: TransitionContext,
): Transition {
  return change(order, { submitCount: order.submitCount + 1, pollCount: 0, dueMs: context.nowMs })
}

/**
 * Takes in that the service took it, which is so when it says our hash (R12). One that names none may not have it:
 * asked, and the same bytes again. An answer about another hash is no acceptance either, and is noted.
 */
export function submitAccepted(
  order: SignedOrder,
  event: EventOf<'submitAccepted'>,
  context: TransitionContext,
): Transition {
  const serviceCalls = tried(order, event.attempt)
  if (event.requestHash === null || event.requestHash.toLowerCase() !== order.terms.requestHash) {
    const note = 'submit answered with another hash'
    const isKnown = event.requestHash === null || order.anomalies.includes(note)
    const anomalies = isKnown ? order.anomalies : [...order.anomalies, note]
    return change(order, {
      serviceCalls,
      anomalies,
      pollCount: 0,
      dueMs: context.nowMs + repostWaitMs(order.submitCount, null),
    })
  }
  const timeline = mark(order, 'accepted', context.nowMs)
  return move(order, 'submitted', context.nowMs, { serviceCalls, timeline, pollCount: 0 })
}

/** Answers that the service gave instead of looking at the request, or before. */
const refusals: readonly ProblemCode[] = [
  'serviceRefused',
  'serviceBusy',
  'serviceOriginNotAllowed',
  'hostsNotAllowed',
]

/**
 * Takes in that a POST failed: the signature is alive until its deadline, whatever was answered. Only a first POST that was
 * refused by 4xx is known not to have been taken. A later refusal may be that of a request the service has already, and a
 * 5xx may come from a service that failed after it took the request.
 */
export function submitFailed(
  order: SignedOrder,
  event: EventOf<'submitFailed'>,
  context: TransitionContext,
): Transition {
  const waitMs = repostWaitMs(order.submitCount, event.problem.retryAfterMs)
  const { code, facts } = event.problem
  const isUnused = refusals.includes(code) && Number(facts.status ?? 0) < 500 && order.submitCount <= 1
  return change(order, {
    pollCount: 0,
    serviceCalls: tried(order, event.attempt),
    problem: {
      ...event.problem,
      code: code === 'serviceRefused' ? 'submitRefused' : code,
      money: isUnused ? 'signedUnused' : 'unknown',
    },
    dueMs: context.nowMs + waitMs,
  })
}

/** Answers of a service that was reached and let us in: it understood that there was nothing to submit. */
const understood: readonly ProblemCode[] = ['serviceRefused', 'serviceFailed', 'serviceBadShape']

const goodForMs = 10 * minuteMs

/**
 * Probes with an empty body: a service that lets our origin in refuses the body, one that does not refuses us.
 * A good answer holds for ten minutes.
 */
export function createReach(ports: Pick<FlowPorts, 'service' | 'clock'>): Reach {
  let goodUntilMs = 0
  return {
    async probe() {
      const nowMs = ports.clock.nowMs()
      if (nowMs < goodUntilMs) return
      try {
        await ports.service.submit('{}', { priority: 'quote' })
      } catch (thrown) {
        const problem = problemData(thrown)
        if (!understood.includes(problem.code)) throw problemFrom(problem)
      }
      goodUntilMs = nowMs + goodForMs
    },
  }
}

/** Reads whether a signature is dead, or was used, at every endpoint. */
const readNonce: Task = { name: 'readNonce', isRead: true, run: nonceEvidence }

/** Returns the evidence that a signature is dead, or was used (R3). */
export async function nonceEvidence(order: Order, ports: FlowPorts): Promise<EventOf<'nonceRead'>> {
  const { originChainId, userAddress } = walletQuoteRequest(order.reviewed.request)
  const nonce = BigInt(order.terms.permitNonce ?? '0')
  const read = await ports.chain.nonceEvidence(originChainId, userAddress, nonce)
  const seen = shownByAny(read)
  if (seen === null) throw new Problem('rpcUnreachable')
  const isCancelled = order.kind === 'signed' && seen.used && (await isCancelledElsewhere(order, ports))
  // What it decides is for `isEnough` to say.
  return { kind: 'nonceRead', ...seen, sources: hostsBehind(read), ...(isCancelled ? { isCancelled } : {}) }
}

/**
 * Takes in Permit2's nonce after the deadline: unused twice means that the signature is dead and nothing moved (R3, R5).
 * The deadline is past when the chain says so; our own clock may have jumped.
 */
export function nonceRead(
  before: SignedOrder,
  event: EventOf<'nonceRead'>,
  context: TransitionContext,
): Transition {
  const { used, blockSeconds, sources } = event
  const isAlive = !used && blockSeconds <= before.terms.permitDeadlineSeconds
  const isAlone = !isEnough({ sources })
  const order = { ...before, isPermitOver: !isAlone && !isAlive }
  const waitMs = pollWaitMs(order.pollCount, context.nowMs - order.createdMs)
  if (isAlive || isAlone) {
    // One endpoint alone ends no signature.
    const alive = event.doubt === undefined ? withoutDoubt(order) : { ...order, doubt: event.doubt }
    const known = isAlive ? alive : { ...order, doubt: 'oneSource' as const }
    return change(known, {
      problem: isAlone ? order.problem : provenAlive(order),
      unusedSeenMs: null,
      pollCount: order.pollCount + 1,
      dueMs: context.nowMs + waitMs,
      ...(isAlive ? {} : settledByTime(order, context.nowMs)),
    })
  }
  if (event.isCancelled) return moveCancelled(order, context)
  if (used) {
    // One more poll counted, so that the service has its turn.
    const fields = { unusedSeenMs: null, pollCount: order.pollCount + 1 }
    if (order.state === 'reported_terminal') {
      return change(withoutDoubt(order), {
        ...fields,
        problem: provenUsed(order),
        dueMs: context.nowMs + waitMs,
      })
    }
    // Said to be taken, and shown so: the service is asked on as if nobody had looked.
    const isShown = order.state === 'pending' && order.statusCode === 2
    if (isShown) return change(withoutDoubt(order), { ...fields, dueMs: context.nowMs })
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
  const fields = {
    problem: plainProblem('swapExpired', 'signedUnused'),
    timeline: mark(order, 'expired', context.nowMs),
    notice: { kind: 'failed', state: 'pending' },
    seen: false,
  } as const
  return moveUnused(order, 'expired_unused', fields, context)
}

/**
 * Returns what is due while the service tells; once the permit is dead the nonce does too. That its money was taken is
 * the service's word until the chain has shown it.
 */
export function taskWhilePending(order: Order, nowMs: number): Task {
  if (order.kind !== 'signed' || !isChainsTurn(order)) return poll
  const { statusCode: code } = order
  const isAsked = code === 2 ? !isSeenUsed(order) : (code ?? 0) < 2 && permitIsDead(order, nowMs)
  return isAsked ? readNonce : poll
}
