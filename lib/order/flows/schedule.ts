import { Problem, toProblemData } from '../../base/problem.ts'
import type { ProblemData } from '../../base/problem-shape.ts'
import { dayMs, hourMs, minuteMs, secondMs } from '../../base/time.ts'
import { permitExpiryMs } from '../../quote/held-quote.ts'
import { addressFormatsOf } from '../../service/quote-request.ts'
import { serviceCallOf } from '../../service/service-call.ts'
import { isFailure, statusCodes } from '../../service/status-codes.ts'
import type { FlowEvent, Task } from '../event.ts'
import { isWithdrawPending } from '../exits/exit-rules.ts'
import type { FlowPorts } from '../flow-ports.ts'
import type { Order } from '../order.ts'
import { statusKeyOf } from '../order-facts.ts'
import { withPaidToken } from '../wrapped-input.ts'

/** Polls in the first phase (interface 3, rule 2). */
export const firstPolls = 60
export const pollMs = 5 * secondMs

/** 60 reads of service or chain every 5 s, then by the order's age. Never infinite, because silence is not an answer. */
export function pollWaitMs(readCount: number, ageMs: number): number {
  if (readCount < firstPolls) return pollMs
  if (ageMs < 2 * hourMs) return 30 * secondMs
  if (ageMs < dayMs) return 5 * minuteMs
  return 30 * minuteMs
}

/** For an order that is over but whose funds are not accounted for (R11), counted from its end. @internal */
export function pollWaitAfterEndMs(tailCount: number): number {
  if (tailCount < 10) return minuteMs
  if (tailCount < 70) return 5 * minuteMs
  return hourMs
}

/** Blocks come within seconds, but the nodes are not ours. @internal */
export function chainWaitMs(ageMs: number): number {
  if (ageMs < minuteMs) return 2 * secondMs
  if (ageMs < 10 * minuteMs) return 5 * secondMs
  if (ageMs < hourMs) return nearEndWaitMs
  if (ageMs < 2 * hourMs) return minuteMs
  return ageMs < dayMs ? 5 * minuteMs : 30 * minuteMs
}

const nearEndMs = 10 * minuteMs
const nearEndWaitMs = 30 * secondMs

/** Short from just before the deadline until just after it. @internal */
export function deadlineWaitMs(endsMs: readonly number[], nowMs: number): number {
  const waits = endsMs.map((endMs) => {
    const leftMs = endMs - nowMs
    if (leftMs > nearEndMs) return leftMs - nearEndMs
    return leftMs >= -nearEndMs ? nearEndWaitMs : Number.POSITIVE_INFINITY
  })
  return Math.min(...waits)
}

/** It doubles up to 60 s, so that a failing service is not overloaded. `failures` is at least 1. @internal */
export function failedPollWaitMs(failures: number): number {
  return Math.min(60 * secondMs, pollMs * 2 ** Math.min(failures - 1, 10))
}

/** 2 s doubling to 60 s, and at least the service's own `Retry-After`. */
export function repostWaitMs(submitCount: number, retryAfterMs: number | null): number {
  const backoffMs = Math.min(60 * secondMs, 2 * secondMs * 2 ** Math.min(submitCount - 1, 10))
  return Math.max(backoffMs, retryAfterMs ?? 0)
}

/**
 * The rule of turns. `readCount` counts the reads of an order since its last change, of the service and of chains
 * alike. Even counts are a chain's turn, odd ones the service's; while a signature is submitted, even counts are the
 * service's and odd ones the POST's. Where several reads share a turn, the functions below divide it.
 */
export function isChainReadDue({ readCount }: Turns): boolean {
  return readCount % 2 === 0
}

interface Turns {
  readonly readCount: number
}

/**
 * Every other turn of a chain after an end, for a cancellation or another signature. The first one is for the proof of
 * that end.
 */
export function isSignatureReadDue({ readCount }: Turns): boolean {
  return readCount % 4 === 2
}

/** Every other turn of the service, for requests that have no answer. */
export function isLiveRequestReadDue({ readCount }: Turns): boolean {
  return readCount % 4 === 3
}

/** Half of the chain's turns, for a request without a hash while another transaction of the swap may be mined. */
export function isSearchDue({ readCount }: Turns): boolean {
  return readCount % 4 >= 2
}

/** Every third turn of a stopped swap, for the calls that its wallet may report. */
export function isCallsReadDue({ readCount }: Turns): boolean {
  return readCount % 3 === 1
}

/** Every other search for an open send after the end, for the calls that its wallet may report. */
export function isCallsReadDueAfterEnd({ readCount }: Turns): boolean {
  return readCount % 12 >= 6
}

/** FULFILLED is already a success, but frequent polls continue so that the timeline is complete. */
export function isCompletionPending(order: Order): boolean {
  return order.statusCode === statusCodes.fulfilled && order.readCount < firstPolls
}

/** Counts a read of a finished order, and says when the next one is due. Others must not delay that of a new withdrawal. */
export function turnAfterEnd(order: Order, nowMs: number): Turns & { readonly dueMs: number } {
  const readCount = order.readCount + 1
  const dueMs = isWithdrawPending(order) ? chainDueMs(order, nowMs) : nowMs + waitAfterEndMs(order, readCount)
  return { readCount, dueMs }
}

/** Proof of a payment comes soon; a refund comes when the service processes it (R11). */
function waitAfterEndMs(order: Order, readCount: number): number {
  const { statusCode } = order
  const quickReads = isFailure(statusCode) ? 0 : statusCode === statusCodes.fulfilled ? firstPolls : 12
  return readCount <= quickReads ? pollMs : pollWaitAfterEndMs(readCount - quickReads - 1)
}

export function chainDueMs(order: Order, nowMs: number): number {
  const sinceMs = order.transactions.at(-1)?.sentMs ?? order.walletRequest?.requestedMs ?? order.createdMs
  // The clock was set back, so the age is unknown.
  return pacedDueMs(order, nowMs, nowMs < sinceMs ? 10 * minuteMs : nowMs - sinceMs)
}

/** The chain may show something that Ferry missed meanwhile. */
export function failedReadDueMs(order: Order, nowMs: number): number {
  return Math.min(chainDueMs(order, nowMs), nowMs + 5 * minuteMs)
}

/**
 * Before a wallet request or a POST, the waits also double from 2 s: the age of an approval says nothing about a read that
 * failed only now. A signature loses its value with its quote, so its check is repeated every 5 s.
 */
export function failedStepDueMs(order: Order, nowMs: number): number {
  const lastWaitMs = Math.max(0, (order.dueMs ?? nowMs) - order.updatedMs)
  const doubledMs = Math.max(2 * secondMs, 2 * lastWaitMs)
  const waitMs = order.state === 'signed' ? Math.min(doubledMs, 5 * secondMs) : doubledMs
  return Math.min(failedReadDueMs(order, nowMs), nowMs + waitMs)
}

/** Returns the next chain read by age: the waits grow, but are short around each deadline. */
export function pacedDueMs({ terms, liveRequests = [] }: Order, nowMs: number, ageMs: number): number {
  const allTerms = [terms, ...liveRequests.map((request) => request.terms)]
  const endsMs = allTerms.flatMap((one) => {
    const depositMs = one.deposit === undefined ? [] : [one.deposit.expirySeconds * secondMs]
    return [permitExpiryMs(one) ?? [], depositMs].flat()
  })
  return nowMs + Math.min(chainWaitMs(ageMs), deadlineWaitMs(endsMs, nowMs))
}

/**
 * Without a network or host permission the pace stays the same, so that Ferry notices when it returns. A
 * failing service gets longer waits.
 */
export function pollFailureWaitMs(order: Order, problem: ProblemData): number {
  const kept = ['serviceUnreachable', 'hostsNotAllowed', 'aborted']
  if (kept.includes(problem.code)) return 0
  const polls = order.serviceCalls.filter((attempt) => attempt.endpoint === 'status')
  const lastGood = polls.findLastIndex(({ outcome }) => outcome === 'ok' || outcome === 'notIndexed')
  return failedPollWaitMs(Math.max(1, polls.length - 1 - lastGood))
}

export const poll: Task = { name: 'poll', isRead: true, run: pollService }

async function pollService(order: Order, ports: FlowPorts): Promise<FlowEvent> {
  const priority = ports.hasView() ? 'watchedStatus' : 'backgroundStatus'
  try {
    const key = statusKeyOf(order)
    // The service's key is a transaction that is not known yet.
    if (key === null) throw new Problem('orderNotFound', { money: 'unknown' })
    const found = await ports.service.status(key, { priority }, addressFormatsOf(order.reviewed.request))
    const outcome = found.kind === 'record' ? 'ok' : 'notIndexed'
    return {
      kind: 'polled',
      response: withPaidToken(found, order, ports.deployment),
      attempt: serviceCallOf('status', outcome, found.serverRequestId, ports),
    }
  } catch (thrown) {
    const problem = toProblemData(thrown)
    return {
      kind: 'pollFailed',
      problem,
      attempt: serviceCallOf('status', problem.code, problem.serverRequestId, ports),
    }
  }
}
