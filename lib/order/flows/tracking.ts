import { normalizeTransactionId } from '../../base/explorer-link.ts'
import type { ProblemData } from '../../base/problem.ts'
import { minuteMs, secondMs } from '../../base/time.ts'
import { hasPermitExpired, permitExpiryMs } from '../../quote/held-quote.ts'
import type { StatusRecord } from '../../service/status.ts'
import {
  type EndCode,
  isFailure,
  isSuccess,
  isTerminal,
  type StatusCode,
} from '../../service/status-codes.ts'
import { move, stay, type Transition, type TransitionContext, withTimelineStep } from '../change.ts'
import { endProblem, stepsByCode } from '../ending.ts'
import type { EventOf } from '../event.ts'
import { hasExitRequest, isWithdrawPending } from '../exits/exit-rules.ts'
import type { Order, ServiceCall } from '../order.ts'
import { refundChainOf } from '../order-facts.ts'
import { isInSet, orderEnd, statusReportedBy } from '../order-state.ts'
import { isAwaitingDeposit, withReportedDeposit } from './deposit.ts'
import {
  chainWaitMs,
  deadlineWaitMs,
  failedPollWaitMs,
  findOwnRecord,
  firstPolls,
  isBlockUncertain,
  isSourceKnown,
  pollMs,
  pollWaitAfterEndMs,
  pollWaitMs,
  withServiceCalls,
} from './polls.ts'

/** States only move forward. An answer without a status changes only the next poll. */
export function onPolled(order: Order, event: EventOf<'polled'>, context: TransitionContext): Transition {
  return withRecord(order, event, context, (next, record) => {
    const known = withIds(withReportedDeposit(withAcceptance(next, record, context), record, context), record)
    return record.statusCode === null ? stay(known) : applyReportedCode(known, record.statusCode, context)
  })
}

/** The chain decides whether the transaction was sent. */
export function onPolledWhileRequested(
  order: Order,
  event: EventOf<'polled'>,
  context: TransitionContext,
): Transition {
  return withRecord(order, event, context, (next, record) => stay(withSource(next, record)))
}

export function onPolledVerified(
  order: Order,
  event: EventOf<'polled'>,
  context: TransitionContext,
): Transition {
  return withRecord(order, event, context, (next, record) => reportAfterProof(next, record, context))
}

function withRecord(
  order: Order,
  { response, attempt }: EventOf<'polled'>,
  context: TransitionContext,
  then: (next: Order, record: StatusRecord) => Transition,
): Transition {
  const next = scheduleNextPoll(order, attempt, context)
  const record = findOwnRecord(order, response)
  if (record === 'foreign') return stay({ ...next, anomalies: withAnomaly(order, 'foreign status record') })
  return record === null ? stay(next) : then(next, record)
}

export function onPollFailed(
  order: Order,
  { attempt, problem }: EventOf<'pollFailed'>,
  context: TransitionContext,
): Transition {
  const next = scheduleNextPoll(order, attempt, context)
  const plannedMs = (next.dueMs ?? context.nowMs) - context.nowMs
  const waitMs = Math.max(plannedMs, pollFailureWaitMs(next, problem), problem.retryAfterMs ?? 0)
  // Being offline does not count as a poll, so the schedule continues where it stopped. It does count where
  // polls alternate with a POST or a chain read, so that those get their turn (`states.ts`).
  const alternatesPolls =
    isInSet(order.state, 'alternatesPolls') ||
    order.cancelling !== undefined ||
    isWithdrawPending(order) ||
    isBlockUncertain(order) ||
    isTerminal(order.statusCode) ||
    hasPermitExpired(order, context.nowMs)
  // The outcome of a POST is unknown until the service has answered. Do not send its body again before that.
  const isUnread =
    order.state === 'submitting' &&
    !hasPermitExpired(order, context.nowMs) &&
    order.cancelling === undefined &&
    problem.code !== 'serviceRefused'
  const pollCount = alternatesPolls && !isUnread ? next.pollCount : order.pollCount
  return stay({ ...next, pollCount, dueMs: context.nowMs + waitMs })
}

/**
 * Without a network or host permission the pace stays the same, so that Ferry notices when it returns. A
 * failing service gets longer waits.
 */
function pollFailureWaitMs(order: Order, problem: ProblemData): number {
  const kept = ['serviceUnreachable', 'hostsNotAllowed', 'aborted']
  if (kept.includes(problem.code)) return 0
  const polls = order.serviceCalls.filter((attempt) => attempt.endpoint === 'status')
  const lastGood = polls.findLastIndex(({ outcome }) => outcome === 'ok' || outcome === 'notIndexed')
  return failedPollWaitMs(Math.max(1, polls.length - 1 - lastGood))
}

function scheduleNextPoll(order: Order, attempt: ServiceCall, context: TransitionContext): Order {
  const pollCount = order.pollCount + 1
  const ageMs = context.nowMs - order.createdMs
  const dueMs = isTerminal(order.statusCode)
    ? dueAfterEndMs(order, pollCount, context.nowMs)
    : context.nowMs + pollWaitMs(pollCount, ageMs)
  return { ...order, pollCount, dueMs, serviceCalls: withServiceCalls(order, attempt) }
}

/** FULFILLED is already a success, but frequent polls continue so that the timeline is complete. */
export function isSettlePending(order: Order): boolean {
  return order.statusCode === 3 && order.pollCount < firstPolls
}

/** Returns the next read of a finished order. Other reads must not delay that of a new withdrawal. */
export function dueAfterEndMs(order: Order, pollCount: number, nowMs: number): number {
  return isWithdrawPending(order) ? chainDueMs(order, nowMs) : nowMs + waitAfterEndMs(order, pollCount)
}

/** Proof of a payment comes soon; a refund comes when the service processes it (R11). */
function waitAfterEndMs(order: Order, pollCount: number): number {
  if (isSettlePending(order)) return pollMs
  if (isFailure(order.statusCode)) return pollWaitAfterEndMs(pollCount)
  return pollCount < 12 ? pollMs : pollWaitAfterEndMs(pollCount - 12)
}

/** A record of our request means that the service has accepted it, whatever the POST returned. */
function withAcceptance(order: Order, record: StatusRecord, context: TransitionContext): Order {
  if (isAwaitingDeposit(order, record)) return order
  // An end stays, whatever the service reports now.
  if (order.state === 'reported_terminal') return order
  const timeline = withTimelineStep(order, 'accepted', context.nowMs)
  // A mined transaction makes the order pending before the service's first report.
  if (order.state === 'pending') return { ...order, timeline }
  return {
    ...order,
    state: 'pending',
    statusCode: order.statusCode ?? 0,
    problem: null,
    walletRequest: hasExitRequest(order) ? order.walletRequest : null,
    timeline,
  }
}

function idOn({ reviewed: { request } }: Order, chainId: number | null, id: string | null): string | null {
  const format = chainId === request.originChainId ? request.originFormat : request.destinationFormat
  return normalizeTransactionId(chainId, id, format)
}

/**
 * Records the source transaction that the service names, unless Ferry's own is known. The chain verifies it.
 */
function withSource(order: Order, record: StatusRecord): Order {
  const id = idOn(order, order.reviewed.request.originChainId, record.sourceTransactionHash)
  return id === null || isSourceKnown(order) ? order : { ...order, sourceTransactionHash: id }
}

/** After a verified end, SETTLED may follow FULFILLED. Any other report is only recorded as an anomaly. */
function reportAfterProof(
  order: Order,
  { statusCode: code }: StatusRecord,
  context: TransitionContext,
): Transition {
  const known = order.statusCode
  if (code === null) return stay(order)
  if (code === known) return stay(withReportedCode(order, code))
  if (known === 3 && code === 4) return stay(withCode(withReportedCode(order, code), code, context))
  return stay({ ...order, anomalies: withAnomaly(order, `${known}->${code}`) })
}

function withIds(order: Order, record: StatusRecord): Order {
  const { destinationChainId } = order.reviewed.request
  const delivery = idOn(order, destinationChainId, record.destinationTransactionHash)
  const known = {
    ...withSource(order, record),
    destinationTransactionHash: delivery ?? order.destinationTransactionHash,
    fulfilledAmount: record.fulfilledAmount ?? order.fulfilledAmount,
  }
  const reported = withRefund(known, record)
  const isMoved = order.statusCode === 7 && reported.refundChainId !== order.refundChainId
  return isMoved ? { ...reported, problem: endProblem(reported, 7) } : reported
}

/** The chain must be one of the swap's two. A refund elsewhere does not belong to this swap. */
function withRefund(
  order: Order,
  { refundChainId: reportedChainId, refundTransactionHash }: StatusRecord,
): Order {
  const { originChainId, destinationChainId } = order.reviewed.request
  if (
    reportedChainId !== null &&
    reportedChainId !== originChainId &&
    reportedChainId !== destinationChainId
  ) {
    const note = `refund on chain ${reportedChainId}`
    return order.anomalies.includes(note) ? order : { ...order, anomalies: withAnomaly(order, note) }
  }
  const place = reportedChainId === null ? {} : { refundChainId: reportedChainId }
  const id = idOn(order, reportedChainId ?? refundChainOf(order), refundTransactionHash)
  if (id !== null) return { ...order, ...place, refundTransactionHash: id }
  return order.refundTransactionHash === null ? { ...order, ...place } : order
}

function applyReportedCode(order: Order, code: StatusCode, context: TransitionContext): Transition {
  const known = order.statusCode
  if (code === known) return stay(withReportedCode(order, code))
  if (isTerminal(known)) return afterEnd(order, known, code, context)
  if (!isTerminal(code)) {
    if (known !== null && code < known)
      return stay({ ...order, anomalies: withAnomaly(order, `${known}->${code}`) })
    return stay(withCode(withReportedCode(order, code), code, context))
  }
  return endByCode(withReportedCode(order, code), code, context)
}

/** R10: an end is final. Only a failure may become a success or a refund, and only after two reads. */
function afterEnd(order: Order, known: EndCode, code: StatusCode, context: TransitionContext): Transition {
  if (known === 3 && code === 4) return stay(withCode(withReportedCode(order, code), code, context))
  const note = `${known}->${code}`
  const upgrade = isFailure(known) && (isSuccess(code) || code === 7)
  if (upgrade && isTerminal(code) && order.anomalies.at(-1) === note)
    return endByCode(withReportedCode(order, code), code, context)
  const soonMs = upgrade ? context.nowMs + pollMs : order.dueMs
  return stay({ ...order, anomalies: withAnomaly(order, note), dueMs: soonMs })
}

function withReportedCode(order: Order, reportedCode: StatusCode): Order {
  return order.reportedCode === reportedCode ? order : { ...order, reportedCode }
}

function withCode(order: Order, code: StatusCode, context: TransitionContext): Order {
  const timeline = stepsByCode[code].reduce(
    (marked, step) => withTimelineStep({ ...order, timeline: marked }, step, context.nowMs),
    order.timeline,
  )
  return { ...order, statusCode: code, timeline }
}

/** From the service or from Ferry, before any payment is verified. The proof comes next. */
export function endByCode(order: Order, code: EndCode, context: TransitionContext): Transition {
  const reported = withCode(order, code, context)
  const problem = endProblem(order, code)
  // The answer with this status is the last recorded call.
  const isReported = statusReportedBy(reported) === 'service'
  const serverRequestId = isReported ? (order.serviceCalls.at(-1)?.serverRequestId ?? null) : null
  return move(reported, 'reported_terminal', context.nowMs, {
    problem: problem === null ? null : { ...problem, serverRequestId },
    notification: { kind: orderEnd(code), state: 'pending' },
    viewed: false,
    pollCount: 0,
    // Erased once the swap is over, so nothing is posted again (PR19).
    signature: null,
    submitBody: null,
    walletRequest: hasExitRequest(order) ? order.walletRequest : null,
  })
}

/** Ends a deposit that was not observed until long after its deadline. Its address is read twice more. */
export function onDepositLapsed(
  order: Order,
  _event: EventOf<'deadlinePassed'>,
  context: TransitionContext,
): Transition {
  return order.depositObserved === undefined ? endByCode(order, 5, context) : stay(order)
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

/** Returns the next chain read by age: the waits grow, but are short around each deadline. */
export function pacedDueMs({ terms, unclosed = [] }: Order, nowMs: number, ageMs: number): number {
  const deals = [terms, ...unclosed.map((request) => request.terms)]
  const endsMs = deals.flatMap((deal) => {
    const depositMs = deal.deposit === undefined ? [] : [deal.deposit.expirySeconds * secondMs]
    return [permitExpiryMs(deal) ?? [], depositMs].flat()
  })
  return nowMs + Math.min(chainWaitMs(ageMs), deadlineWaitMs(endsMs, nowMs))
}

function withAnomaly(order: Order, note: string): readonly string[] {
  return [...order.anomalies, note].slice(-20)
}
