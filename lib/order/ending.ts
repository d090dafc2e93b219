import type { FundsLocation, ProblemCode, ProblemData } from '../base/problem.ts'
import { dayMs, hourMs } from '../base/time.ts'
import { permitExpiryMs } from '../quote/held-quote.ts'
import { type EndCode, isFailure, isSuccess, type StatusCode } from '../service/status-codes.ts'
import {
  type Changes,
  change,
  createProblemData,
  move,
  reopenEarlierRequest,
  type Transition,
  type TransitionContext,
  withoutDoubt,
  withTimelineStep,
} from './change.ts'
import type { Order, SignedOrder, TimelineEntry } from './order.ts'
import {
  hasPaidIn,
  isOwnPayment,
  isRefundChainUnknown,
  isRefundOnDestination,
  usesInbox,
} from './order-facts.ts'
import { withCancellableTerms } from './replace-terms.ts'

/** The timeline steps that a status code implies. Ferry may not observe each step of a fast swap. */
export const stepsByCode: { readonly [code in StatusCode]: readonly TimelineEntry['step'][] } = {
  0: [],
  1: ['assigned'],
  2: ['assigned', 'extracted'],
  3: ['assigned', 'extracted', 'fulfilled'],
  4: ['assigned', 'extracted', 'fulfilled', 'settled'],
  5: ['expired'],
  6: ['cancelled'],
  7: ['refunded'],
}

const problemOfCode: { readonly [code in Exclude<EndCode, 3 | 4>]: ProblemCode } = {
  5: 'swapExpired',
  6: 'swapCancelled',
  7: 'swapRefundReported',
}

export function endProblem(order: Order, code: EndCode): ProblemData | null {
  if (isSuccess(code)) return null
  // In the signed flow no funds leave before EXTRACTED. In the other flows the person's own transaction moved
  // them. Only the chain can prove that a signature was not used, after its deadline. That a deposit was not
  // sent cannot be proved: Ferry only knows that it was not observed, and until when.
  const unpaid = order.depositUnseenMs === undefined ? 'unknown' : 'depositNotObserved'
  const unused = order.kind === 'signed' ? 'signatureLives' : unpaid
  const hasLeft = hasPaidIn(order) && !isTransferOpen(order)
  const isExtracted = hasLeft || order.timeline.some(({ step }) => step === 'extracted')
  const money = code === 7 ? reportedRefundPlace(order) : isExtracted ? 'atOrigin' : unused
  const place = code === 7 ? refundPlaceFacts(order) : placeFacts(order)
  const unseen = money === 'depositNotObserved' ? { failedCallsWaitMs: String(order.depositUnseenMs) } : {}
  const facts = { symbol: order.reviewed.inputToken.symbol, ...place, ...deadlineFacts(order), ...unseen }
  return {
    ...createProblemData(problemOfCode[code], money, facts),
    reportedBy: code === 7 ? 'service' : 'ferry',
  }
}

/** Returns whether a deposit's own transfer is not yet seen mined, so it is unknown whether funds left. */
export function isTransferOpen({ kind, depositObserved, transactions }: Order): boolean {
  const sends = transactions.filter(({ purpose }) => purpose === 'send')
  const isMined = depositObserved !== undefined || sends.some(isOwnPayment)
  return kind === 'deposit' && !isMined && sends.some(({ state }) => state === 'sent' || state === 'dropped')
}

function deadlineFacts({ terms }: Order): ProblemData['facts'] {
  const endsMs = permitExpiryMs(terms)
  return endsMs === null ? {} : { untilMs: String(endsMs) }
}

const stepsAfterExtraction: ReadonlySet<TimelineEntry['step']> = new Set([
  'extracted',
  'fulfilled',
  'settled',
  'refunded',
])

/**
 * Ends an order after the chain has shown that nothing was taken. Overrides a reported delivery or refund:
 * the order ends as expired or cancelled.
 */
export function unusedEnd(order: Order, nowMs: number, isCancelled = false): Changes {
  const shown = { fundsSettled: true, refundTransactionHash: null }
  if (isFailure(order.statusCode)) return { ...shown, problem: unusedProblem(order, nowMs) }
  const statusCode = isCancelled ? 6 : 5
  const timeline = order.timeline.filter(({ step }) => !stepsAfterExtraction.has(step))
  return {
    ...shown,
    destinationTransactionHash: null,
    fulfilledAmount: null,
    statusCode,
    problem: unusedProblem({ ...order, problem: endProblem(order, statusCode) }, nowMs),
    timeline: withTimelineStep({ ...order, timeline }, isCancelled ? 'cancelled' : 'expired', nowMs),
    notification: { kind: 'failed', state: 'pending' },
    viewed: false,
  }
}

function unusedProblem(order: Order, nowMs: number): ProblemData | null {
  if (order.problem === null) return null
  const { untilMs: _until, ...facts } = order.problem.facts
  const { kind, problem } = order
  if (kind === 'deposit')
    return { ...problem, facts: { ...facts, failedCallsWaitMs: String(nowMs) }, money: 'depositNotObserved' }
  return { ...problem, facts, money: kind === 'signed' ? 'signedUnused' : problem.money }
}

function reportedRefundPlace(order: Order): FundsLocation {
  if (isRefundChainUnknown(order)) return 'refundEitherReported'
  return isRefundOnDestination(order) ? 'refundThereReported' : 'refundReported'
}

/** How long Ferry looks for a refund that only the service reports. */
const refundWatchMs = dayMs
/**
 * How long Ferry looks for a refund that one endpoint shows. It has a limit, so that one endpoint cannot keep
 * an order open forever.
 */
const observedRefundWatchMs = 7 * dayMs

/** A longer gap between two polls means that the machine slept. The first poll after it does not decide. */
const maxAwakeGapMs = 2 * hourMs

/**
 * Closes a refund that the service has reported for a day and no chain has shown. It stays reported, because
 * nothing more can be learned. A refund that one endpoint shows is looked for longer. Funds that may be in
 * the inbox are looked for without a limit.
 */
export function closeOldRefund(order: Order, nowMs: number): Pick<Changes, 'fundsSettled'> {
  const sinceMs = order.timeline.find(({ step }) => step === 'refunded')?.atMs
  const isShown = order.evidence !== undefined || order.doubt === 'oneSource'
  const watchMs = isShown ? observedRefundWatchMs : refundWatchMs
  const isLong = order.statusCode === 7 && sinceMs !== undefined && nowMs - sinceMs > watchMs
  const isAwake = nowMs - order.updatedMs < maxAwakeGapMs
  const mayBeInInbox = usesInbox(order) && !order.isInboxEmpty
  return isLong && isAwake && !mayBeInInbox ? { fundsSettled: true } : {}
}

export function refundProblem(order: Order): ProblemData {
  const money = isRefundOnDestination(order) ? 'refundedThere' : 'refunded'
  return refundProblemOf(order, 'swapRefunded', money)
}

export function unreadRefundProblem(order: Order): ProblemData {
  return { ...refundProblemOf(order, 'swapRefundUnread', 'refundUnread'), reportedBy: 'service' }
}

function refundProblemOf(order: Order, code: ProblemCode, money: FundsLocation): ProblemData {
  const facts = { symbol: order.reviewed.inputToken.symbol, ...refundPlaceFacts(order) }
  return createProblemData(code, money, facts)
}

/** Returns the origin chain's name for a refund on that chain. Views know the names of other chains. */
function refundPlaceFacts(order: Order): ProblemData['facts'] {
  return isRefundOnDestination(order) ? {} : placeFacts(order)
}

export function usedSignatureProblem(order: Order): ProblemData | null {
  if (order.problem === null) return null
  const { untilMs: _until, ...facts } = order.problem.facts
  return { ...order.problem, facts, money: 'signatureUsed' }
}

/** Only the service claims that the money was taken. Other problems stay unchanged. */
export function liveSignatureProblem(order: Order): ProblemData | null {
  const { state, statusCode: code } = order
  if (state !== 'reported_terminal' || (code !== 5 && code !== 6)) return order.problem
  const problem = order.problem ?? endProblem(order, code)
  if (problem === null) return null
  return { ...problem, money: 'signatureLives', facts: { ...problem.facts, ...deadlineFacts(order) } }
}

export function placeFacts({ reviewed: { originChainName } }: Pick<Order, 'reviewed'>): ProblemData['facts'] {
  return originChainName === null ? {} : { chain: originChainName }
}

/** An earlier approval request may still be approved, so Ferry looks for it as for that of a stopped order. */
export function endUnused(
  order: Order,
  state: 'expired_unused' | 'cancelled_unused',
  fields: Changes,
  { nowMs }: TransitionContext,
): Transition {
  const open = reopenEarlierRequest(order)
  const ended = { ...open, signature: null, submitBody: null, fundsSettled: true } as const
  return move(withoutDoubt(order), state, open.walletRequest === null ? null : nowMs, { ...ended, ...fields })
}

export function endCancelled(order: SignedOrder, context: TransitionContext): Transition {
  const { nowMs } = context
  if (order.state === 'reported_terminal')
    return move(withoutDoubt(order), 'verified_terminal', null, unusedEnd(order, nowMs, true))
  const unclosed = order.unclosed?.filter(({ terms }) => terms.permitNonce !== order.terms.permitNonce) ?? []
  const known = order.unclosed === undefined ? order : { ...order, unclosed }
  // Another signature of a stopped swap may still be used.
  if (order.state === 'stopping' && unclosed.length > 0)
    return change(withCancellableTerms(known), { pollCount: 0, dueMs: nowMs })
  const timeline = withTimelineStep(order, 'cancelled', nowMs)
  const notification = { kind: 'cancelled', state: 'pending' } as const
  // The person cancelled it, so it needs no attention.
  return endUnused(known, 'cancelled_unused', { timeline, notification, viewed: true }, context)
}
