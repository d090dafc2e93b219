import { transactionIdOn } from '../../base/explorer-link.ts'
import type { ProblemData } from '../../base/problem.ts'
import { permitIsDead } from '../../quote/held-quote.ts'
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

/** Takes in what the service says of an order. States only move forward; silence changes nothing but the next poll. */
export function polled(order: Order, event: EventOf<'polled'>, context: TransitionContext): Transition {
  return withRecord(order, event, context, (next, record) => {
    const known = withIds(depositReported(accepted(next, record, context), record, context), record)
    return record.statusCode === null ? stay(known) : reported(known, record.statusCode, context)
  })
}

/** Takes in what is said of a request that the wallet still shows, and so is nobody's yet: the chain tells if it was sent. */
export function polledWhileAsked(
  order: Order,
  event: EventOf<'polled'>,
  context: TransitionContext,
): Transition {
  return withRecord(order, event, context, (next, record) => stay(withSource(next, record)))
}

/** Keeps what is proven as it was proven, whatever is said of it later. */
export function polledProven(order: Order, event: EventOf<'polled'>, context: TransitionContext): Transition {
  return withRecord(order, event, context, (next, record) => afterProof(next, record, context))
}

/** Plans the next poll; what the record changes is said by `then`, where it is about this order. */
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

/** Takes in that the service could not be asked. */
export function pollFailed(
  order: Order,
  { attempt, problem }: EventOf<'pollFailed'>,
  context: TransitionContext,
): Transition {
  const next = pollAgain(order, attempt, context)
  const plannedMs = (next.dueMs ?? context.nowMs) - context.nowMs
  const waitMs = Math.max(plannedMs, failureWaitMs(next, problem), problem.retryAfterMs ?? 0)
  // Offline costs no poll: the plan goes on where it stopped. Where polls take turns with a
  // POST or a read of the chain it does, so that those get their turn (`states.ts`).
  const inTurns =
    isIn(order.state, 'inTurns') ||
    order.cancelling !== undefined ||
    watchesWithdraw(order) ||
    isSendOpen(order) ||
    isTerminal(order.statusCode) ||
    permitIsDead(order, context.nowMs)
  // What a POST did is not known until the service has answered: its body does not go again before that.
  const isUnread =
    order.state === 'submitting' &&
    !permitIsDead(order, context.nowMs) &&
    order.cancelling === undefined &&
    problem.code !== 'serviceRefused'
  const pollCount = inTurns && !isUnread ? next.pollCount : order.pollCount
  return stay({ ...next, pollCount, dueMs: context.nowMs + waitMs })
}

/** Without a network, or the user's leave to use it, the pace is kept, so that its return is noticed; a service that fails is left alone for longer. */
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
 * Tells whether SETTLED is still to come: FULFILLED is a success, and it usually follows soon, so polls go on as often
 * for the timeline's sake.
 */
export function settling(order: Order): boolean {
  return order.statusCode === 3 && order.pollCount < firstPolls
}

/** Returns when an order that is over is read next. A withdrawal that was just sent is not put off by what else is read. */
export function overDueMs(order: Order, pollCount: number, nowMs: number): number {
  return watchesWithdraw(order) ? chainDueMs(order, nowMs) : nowMs + overWaitMs(order, pollCount)
}

/** Returns milliseconds until then: proof of a payment comes soon, a refund when the service gets to it (R11). */
function overWaitMs(order: Order, pollCount: number): number {
  if (settling(order)) return pollMs
  if (isFailure(order.statusCode)) return slowPollMs(pollCount)
  return pollCount < 12 ? pollMs : slowPollMs(pollCount - 12)
}

/** A record of ours means that the service has it, whatever our POST heard. */
function accepted(order: Order, record: StatusRecord, context: TransitionContext): Order {
  if (awaitsDeposit(order, record)) return order
  // An end stays one, whatever is said of the request now.
  if (order.state === 'reported_terminal') return order
  const timeline = mark(order, 'accepted', context.nowMs)
  // A transaction that is mined is pending before the service has said a word about it.
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

/** A transaction's id in the form of that one of the swap's two chains; null where it is none. */
function idOn({ reviewed: { request } }: Order, chainId: number | null, id: string | null): string | null {
  const form = chainId === request.originChainId ? request.originForm : request.destinationForm
  return transactionIdOn(chainId, id, form)
}

/** Returns the order with the transaction that the service names, for the chain to judge, unless its own is known. */
function withSource(order: Order, record: StatusRecord): Order {
  const id = idOn(order, order.reviewed.request.originChainId, record.sourceTransactionHash)
  return id === null || isSourceKnown(order) ? order : { ...order, sourceTransactionHash: id }
}

/** SETTLED follows FULFILLED; anything else that a service says of a proven end is only noted. */
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

/** Returns the order with what the record names, each id in the form of its own chain. */
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

/** Returns the order with its refund and the chain of that, which is one of the swap's two: what is said to be elsewhere is not this swap's. */
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

/** R10: an end stays; only a failure may become a success or a refund, and only when read twice. */
function afterEnd(order: Order, known: EndCode, code: StatusCode, context: TransitionContext): Transition {
  if (known === 3 && code === 4) return stay(advance(saying(order, code), code, context))
  const note = `${known}->${code}`
  const upgrade = isFailure(known) && (isSuccess(code) || code === 7)
  if (upgrade && isTerminal(code) && order.anomalies.at(-1) === note)
    return ended(saying(order, code), code, context)
  const soonMs = upgrade ? context.nowMs + pollMs : order.dueMs
  return stay({ ...order, anomalies: anomaly(order, note), dueMs: soonMs })
}

/** Returns the order with a code that the service gave. */
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

/** Ends the swap by a code that no payment on chain has proven yet: the service's, or Ferry's own. The proof comes next. */
export function ended(order: Order, code: EndCode, context: TransitionContext): Transition {
  const told = advance(order, code, context)
  const problem = endProblem(order, code)
  // The answer that said so has just been added to the calls.
  const isReported = statusSaidBy(told) === 'service'
  const serverRequestId = isReported ? (order.serviceCalls.at(-1)?.serverRequestId ?? null) : null
  return move(told, 'reported_terminal', context.nowMs, {
    problem: problem === null ? null : { ...problem, serverRequestId },
    notice: { kind: orderEnd(code), state: 'pending' },
    seen: false,
    pollCount: 0,
    // Erased once the swap is over: nothing is posted again (PR19).
    signature: null,
    submitBody: null,
    walletRequest: asksExit(order) ? order.walletRequest : null,
  })
}

/** Ends a deposit that nobody saw until long after its end; its address is looked at twice more. */
export function depositLapsed(
  order: Order,
  _event: EventOf<'lapsed'>,
  context: TransitionContext,
): Transition {
  return order.depositSeen === undefined ? ended(order, 5, context) : stay(order)
}

/** Returns when a transaction of our own, or an allowance, is read next. */
export function chainDueMs(order: Order, nowMs: number): number {
  const sinceMs = order.transactions.at(-1)?.sentMs ?? order.walletRequest?.askedMs ?? order.createdMs
  return nowMs + chainWaitMs(Math.max(0, nowMs - sinceMs))
}

function anomaly(order: Order, note: string): readonly string[] {
  return [...order.anomalies, note].slice(-20)
}
