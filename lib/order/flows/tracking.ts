import { transactionIdOn } from '../../base/explorer-link.ts'
import type { ProblemData } from '../../base/problem.ts'
import { minuteMs, secondMs } from '../../base/time.ts'
import { permitEndsMs, permitIsDead } from '../../quote/held-quote.ts'
import {
  type EndCode,
  isFailure,
  isSuccess,
  isTerminal,
  type StatusCode,
  type StatusRecord,
} from '../../service/status-codes.ts'
import { mark, move, stay, type Transition, type TransitionContext } from '../change.ts'
import { endProblem, stepsTo } from '../ending.ts'
import type { EventOf } from '../event.ts'
import type { Order, ServiceCall } from '../order.ts'
import { refundChainOf } from '../order-facts.ts'
import { isIn, orderEnd, statusSaidBy } from '../order-state.ts'
import { awaitsDeposit, depositReported } from './deposit.ts'
import { asksExit, watchesWithdraw } from './exit-rules.ts'
import {
  chainWaitMs,
  deadlineWaitMs,
  failedPollWaitMs,
  firstPolls,
  isSendOpen,
  isSourceKnown,
  pollMs,
  pollWaitMs,
  recordOf,
  slowPollMs,
  tried,
} from './polls.ts'

/**
 * Records the service's answer to a poll. States only move forward. An answer without a status changes only
 * the next poll.
 */
export function polled(order: Order, event: EventOf<'polled'>, context: TransitionContext): Transition {
  return withRecord(order, event, context, (next, record) => {
    const known = withIds(depositReported(accepted(next, record, context), record, context), record)
    return record.statusCode === null ? stay(known) : reported(known, record.statusCode, context)
  })
}

/**
 * Records the service's answer while the wallet still has the request. The chain decides whether it was sent.
 */
export function polledWhileAsked(
  order: Order,
  event: EventOf<'polled'>,
  context: TransitionContext,
): Transition {
  return withRecord(order, event, context, (next, record) => stay(withSource(next, record)))
}

/** Records a later answer about a verified end. The end stays as verified. */
export function polledProven(order: Order, event: EventOf<'polled'>, context: TransitionContext): Transition {
  return withRecord(order, event, context, (next, record) => afterProof(next, record, context))
}

/** Schedules the next poll. Calls `then` if the record is about this order. */
function withRecord(
  order: Order,
  { response, attempt }: EventOf<'polled'>,
  context: TransitionContext,
  then: (next: Order, record: StatusRecord) => Transition,
): Transition {
  const next = pollAgain(order, attempt, context)
  const record = recordOf(order, response)
  if (record === 'foreign') return stay({ ...next, anomalies: anomaly(order, 'foreign status record') })
  return record === null ? stay(next) : then(next, record)
}

/** Records that the service could not be polled. */
export function pollFailed(
  order: Order,
  { attempt, problem }: EventOf<'pollFailed'>,
  context: TransitionContext,
): Transition {
  const next = pollAgain(order, attempt, context)
  const plannedMs = (next.dueMs ?? context.nowMs) - context.nowMs
  const waitMs = Math.max(plannedMs, failureWaitMs(next, problem), problem.retryAfterMs ?? 0)
  // Being offline does not count as a poll, so the schedule continues where it stopped. It does count where
  // polls alternate with a POST or a chain read, so that those get their turn (`states.ts`).
  const inTurns =
    isIn(order.state, 'inTurns') ||
    order.cancelling !== undefined ||
    watchesWithdraw(order) ||
    isSendOpen(order) ||
    isTerminal(order.statusCode) ||
    permitIsDead(order, context.nowMs)
  // The outcome of a POST is unknown until the service has answered. Do not send its body again before that.
  const isUnread =
    order.state === 'submitting' &&
    !permitIsDead(order, context.nowMs) &&
    order.cancelling === undefined &&
    problem.code !== 'serviceRefused'
  const pollCount = inTurns && !isUnread ? next.pollCount : order.pollCount
  return stay({ ...next, pollCount, dueMs: context.nowMs + waitMs })
}

/**
 * Without a network or host permission the pace stays the same, so that Ferry notices when it returns. A
 * failing service gets longer waits.
 */
function failureWaitMs(order: Order, problem: ProblemData): number {
  const kept = ['serviceUnreachable', 'hostsNotAllowed', 'aborted']
  if (kept.includes(problem.code)) return 0
  const polls = order.serviceCalls.filter((attempt) => attempt.endpoint === 'status')
  const lastGood = polls.findLastIndex(({ outcome }) => outcome === 'ok' || outcome === 'notIndexed')
  return failedPollWaitMs(Math.max(1, polls.length - 1 - lastGood))
}

function pollAgain(order: Order, attempt: ServiceCall, context: TransitionContext): Order {
  const pollCount = order.pollCount + 1
  const ageMs = context.nowMs - order.createdMs
  const dueMs = isTerminal(order.statusCode)
    ? overDueMs(order, pollCount, context.nowMs)
    : context.nowMs + pollWaitMs(pollCount, ageMs)
  return { ...order, pollCount, dueMs, serviceCalls: tried(order, attempt) }
}

/**
 * Returns whether SETTLED should follow soon. FULFILLED is already a success, but frequent polls continue so
 * that the timeline is complete.
 */
export function settling(order: Order): boolean {
  return order.statusCode === 3 && order.pollCount < firstPolls
}

/** Returns the next read of a finished order. Other reads must not delay that of a new withdrawal. */
export function overDueMs(order: Order, pollCount: number, nowMs: number): number {
  return watchesWithdraw(order) ? chainDueMs(order, nowMs) : nowMs + overWaitMs(order, pollCount)
}

/**
 * Returns the wait in milliseconds. Proof of a payment comes soon; a refund comes when the service processes
 * it (R11).
 */
function overWaitMs(order: Order, pollCount: number): number {
  if (settling(order)) return pollMs
  if (isFailure(order.statusCode)) return slowPollMs(pollCount)
  return pollCount < 12 ? pollMs : slowPollMs(pollCount - 12)
}

/** A record of our request means that the service has accepted it, whatever the POST returned. */
function accepted(order: Order, record: StatusRecord, context: TransitionContext): Order {
  if (awaitsDeposit(order, record)) return order
  // An end stays, whatever the service reports now.
  if (order.state === 'reported_terminal') return order
  const timeline = mark(order, 'accepted', context.nowMs)
  // A mined transaction makes the order pending before the service's first report.
  if (order.state === 'pending') return { ...order, timeline }
  return {
    ...order,
    state: 'pending',
    statusCode: order.statusCode ?? 0,
    problem: null,
    walletRequest: asksExit(order) ? order.walletRequest : null,
    timeline,
  }
}

/** Returns a transaction ID in the format of that chain. Null if it is invalid. */
function idOn({ reviewed: { request } }: Order, chainId: number | null, id: string | null): string | null {
  const form = chainId === request.originChainId ? request.originForm : request.destinationForm
  return transactionIdOn(chainId, id, form)
}

/**
 * Records the source transaction that the service names, unless Ferry's own is known. The chain verifies it.
 */
function withSource(order: Order, record: StatusRecord): Order {
  const id = idOn(order, order.reviewed.request.originChainId, record.sourceTransactionHash)
  return id === null || isSourceKnown(order) ? order : { ...order, sourceTransactionHash: id }
}

/** After a verified end, SETTLED may follow FULFILLED. Any other report is only recorded as an anomaly. */
function afterProof(
  order: Order,
  { statusCode: code }: StatusRecord,
  context: TransitionContext,
): Transition {
  const known = order.statusCode
  if (code === null) return stay(order)
  if (code === known) return stay(saying(order, code))
  if (known === 3 && code === 4) return stay(advance(saying(order, code), code, context))
  return stay({ ...order, anomalies: anomaly(order, `${known}->${code}`) })
}

/** Records the IDs in the record, each in the format of its own chain. */
function withIds(order: Order, record: StatusRecord): Order {
  const { destinationChainId } = order.reviewed.request
  const delivery = idOn(order, destinationChainId, record.destinationTransactionHash)
  const known = {
    ...withSource(order, record),
    destinationTransactionHash: delivery ?? order.destinationTransactionHash,
    fulfilledAmount: record.fulfilledAmount ?? order.fulfilledAmount,
  }
  const told = withRefund(known, record)
  const isMoved = order.statusCode === 7 && told.refundChainId !== order.refundChainId
  return isMoved ? { ...told, problem: endProblem(told, 7) } : told
}

/**
 * Records the refund and its chain, which must be one of the swap's two. A refund elsewhere does not belong
 * to this swap.
 */
function withRefund(order: Order, { refundChainId: said, refundTransactionHash }: StatusRecord): Order {
  const { originChainId, destinationChainId } = order.reviewed.request
  if (said !== null && said !== originChainId && said !== destinationChainId) {
    const note = `refund on chain ${said}`
    return order.anomalies.includes(note) ? order : { ...order, anomalies: anomaly(order, note) }
  }
  const place = said === null ? {} : { refundChainId: said }
  const id = idOn(order, said ?? refundChainOf(order), refundTransactionHash)
  if (id !== null) return { ...order, ...place, refundTransactionHash: id }
  return order.refundTransactionHash === null ? { ...order, ...place } : order
}

function reported(order: Order, code: StatusCode, context: TransitionContext): Transition {
  const known = order.statusCode
  if (code === known) return stay(saying(order, code))
  if (isTerminal(known)) return afterEnd(order, known, code, context)
  if (!isTerminal(code)) {
    if (known !== null && code < known)
      return stay({ ...order, anomalies: anomaly(order, `${known}->${code}`) })
    return stay(advance(saying(order, code), code, context))
  }
  return ended(saying(order, code), code, context)
}

/** R10: an end is final. Only a failure may become a success or a refund, and only after two reads. */
function afterEnd(order: Order, known: EndCode, code: StatusCode, context: TransitionContext): Transition {
  if (known === 3 && code === 4) return stay(advance(saying(order, code), code, context))
  const note = `${known}->${code}`
  const upgrade = isFailure(known) && (isSuccess(code) || code === 7)
  if (upgrade && isTerminal(code) && order.anomalies.at(-1) === note)
    return ended(saying(order, code), code, context)
  const soonMs = upgrade ? context.nowMs + pollMs : order.dueMs
  return stay({ ...order, anomalies: anomaly(order, note), dueMs: soonMs })
}

/** Records a status code that the service reported. */
function saying(order: Order, reportedCode: StatusCode): Order {
  return order.reportedCode === reportedCode ? order : { ...order, reportedCode }
}

function advance(order: Order, code: StatusCode, context: TransitionContext): Order {
  const timeline = stepsTo[code].reduce(
    (marked, step) => mark({ ...order, timeline: marked }, step, context.nowMs),
    order.timeline,
  )
  return { ...order, statusCode: code, timeline }
}

/**
 * Ends the swap by a status code, from the service or from Ferry, before any payment is verified. The proof
 * comes next.
 */
export function ended(order: Order, code: EndCode, context: TransitionContext): Transition {
  const told = advance(order, code, context)
  const problem = endProblem(order, code)
  // The answer with this status is the last recorded call.
  const isReported = statusSaidBy(told) === 'service'
  const serverRequestId = isReported ? (order.serviceCalls.at(-1)?.serverRequestId ?? null) : null
  return move(told, 'reported_terminal', context.nowMs, {
    problem: problem === null ? null : { ...problem, serverRequestId },
    notice: { kind: orderEnd(code), state: 'pending' },
    seen: false,
    pollCount: 0,
    // Erased once the swap is over, so nothing is posted again (PR19).
    signature: null,
    submitBody: null,
    walletRequest: asksExit(order) ? order.walletRequest : null,
  })
}

/** Ends a deposit that was not observed until long after its deadline. Its address is read twice more. */
export function depositLapsed(
  order: Order,
  _event: EventOf<'lapsed'>,
  context: TransitionContext,
): Transition {
  return order.depositSeen === undefined ? ended(order, 5, context) : stay(order)
}

/** Returns the next read of our own transaction, or of an allowance. */
export function chainDueMs(order: Order, nowMs: number): number {
  const sinceMs = order.transactions.at(-1)?.sentMs ?? order.walletRequest?.askedMs ?? order.createdMs
  // The clock was set back, so the age is unknown.
  return pacedDueMs(order, nowMs, nowMs < sinceMs ? 10 * minuteMs : nowMs - sinceMs)
}

/**
 * Returns the retry time after a failed read, because the chain may show something that Ferry missed
 * meanwhile.
 */
export function failedReadDueMs(order: Order, nowMs: number): number {
  return Math.min(chainDueMs(order, nowMs), nowMs + 5 * minuteMs)
}

/** Returns the next chain read by age: the waits grow, but are short around each deadline. */
export function pacedDueMs({ terms, unclosed = [] }: Order, nowMs: number, ageMs: number): number {
  const deals = [terms, ...unclosed.map((request) => request.terms)]
  const endsMs = deals.flatMap((deal) => {
    const depositMs = deal.deposit === undefined ? [] : [deal.deposit.expirySeconds * secondMs]
    return [permitEndsMs(deal) ?? [], depositMs].flat()
  })
  return nowMs + Math.min(chainWaitMs(ageMs), deadlineWaitMs(endsMs, nowMs))
}

function anomaly(order: Order, note: string): readonly string[] {
  return [...order.anomalies, note].slice(-20)
}
