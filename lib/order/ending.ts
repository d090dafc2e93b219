import type { FundsLocation, ProblemCode, ProblemData } from '../base/problem.ts'
import { dayMs, hourMs } from '../base/time.ts'
import { permitEndsMs } from '../quote/held-quote.ts'
import { type EndCode, isFailure, isSuccess, type StatusCode } from '../service/status-codes.ts'
import {
  type Changes,
  change,
  closed,
  mark,
  move,
  plainProblem,
  type Transition,
  type TransitionContext,
  withoutDoubt,
} from './change.ts'
import { withLiveDeal } from './deals.ts'
import type { Order, SignedOrder, TimelineEntry } from './order.ts'
import { isOfInbox, isRefundPlaceUnknown, isRefundThere, moneyHasLeft } from './order-facts.ts'
import { isOwnPayment } from './order-parts.ts'

/** The timeline's steps that a status code says are behind: a fast service is not seen at each of them. */
export const stepsTo: { readonly [code in StatusCode]: readonly TimelineEntry['step'][] } = {
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

/** Returns why a swap failed and where the money is; null for a success. */
export function endProblem(order: Order, code: EndCode): ProblemData | null {
  if (isSuccess(code)) return null
  // In the signed flow nothing has left before EXTRACTED; in the others the user's own transaction took it.
  // That a signature was not used is for the chain to say, once its time is over.
  // That a deposit was not sent is for nobody to say: only that it was not seen, and until when.
  const unpaid = order.depositUnseenMs === undefined ? 'unknown' : 'depositUnseen'
  const unused = order.kind === 'signed' ? 'signatureLives' : unpaid
  const hasLeft = moneyHasLeft(order) && !isTransferOpen(order)
  const isTaken = hasLeft || order.timeline.some(({ step }) => step === 'extracted')
  const money = code === 7 ? toldPlace(order) : isTaken ? 'atOrigin' : unused
  const place = code === 7 ? refundPlaceFacts(order) : placeFacts(order)
  const unseen = money === 'depositUnseen' ? { unseenMs: String(order.depositUnseenMs) } : {}
  const facts = { symbol: order.reviewed.inputToken.symbol, ...place, ...lifeFacts(order), ...unseen }
  return { ...plainProblem(problemOfCode[code], money, facts), saidBy: code === 7 ? 'service' : 'ferry' }
}

/** Returns whether a deposit's own transfer was not seen mined yet: nobody knows whether anything left. */
export function isTransferOpen({ kind, depositSeen, transactions }: Order): boolean {
  const sends = transactions.filter(({ purpose }) => purpose === 'send')
  const isMined = depositSeen !== undefined || sends.some(isOwnPayment)
  return kind === 'deposit' && !isMined && sends.some(({ state }) => state === 'sent' || state === 'dropped')
}

/** Returns until when the signature can be used, as views turn into words; none for what was not signed. */
function lifeFacts({ terms }: Order): ProblemData['facts'] {
  const endsMs = permitEndsMs(terms)
  return endsMs === null ? {} : { untilMs: String(endsMs) }
}

/** Steps that did not happen where nothing was ever taken. */
const notTaken: ReadonlySet<TimelineEntry['step']> = new Set([
  'extracted',
  'fulfilled',
  'settled',
  'refunded',
])

/**
 * Returns an end at which the chain has shown that nothing was taken. A delivery or a refund that was reported all the same
 * did not happen: the order ends as expired or cancelled.
 */
export function unusedEnd(order: Order, nowMs: number, isCancelled = false): Changes {
  const shown = { fundsSettled: true, refundTransactionHash: null }
  if (isFailure(order.statusCode)) return { ...shown, problem: provenUnused(order, nowMs) }
  const statusCode = isCancelled ? 6 : 5
  const timeline = order.timeline.filter(({ step }) => !notTaken.has(step))
  return {
    ...shown,
    destinationTransactionHash: null,
    fulfilledAmount: null,
    statusCode,
    problem: provenUnused({ ...order, problem: endProblem(order, statusCode) }, nowMs),
    timeline: mark({ ...order, timeline }, isCancelled ? 'cancelled' : 'expired', nowMs),
    notice: { kind: 'failed', state: 'pending' },
    seen: false,
  }
}

/** Returns the words for an end at which the chain has shown that nothing was taken. */
function provenUnused(order: Order, nowMs: number): ProblemData | null {
  if (order.problem === null) return null
  const { untilMs: _until, ...facts } = order.problem.facts
  const { kind, problem } = order
  if (kind === 'deposit')
    return { ...problem, facts: { ...facts, unseenMs: String(nowMs) }, money: 'depositUnseen' }
  return { ...problem, facts, money: kind === 'signed' ? 'signedUnused' : problem.money }
}

/** Returns where the service says that the money went back to; where it names no chain, it may be on either. */
function toldPlace(order: Order): FundsLocation {
  if (isRefundPlaceUnknown(order)) return 'refundEitherReported'
  return isRefundThere(order) ? 'refundThereReported' : 'refundReported'
}

/** How long a refund that the service reports is looked for. */
const refundWatchMs = dayMs
/** How long one that is shown, though not enough, is looked for: one endpoint alone must not keep an order open for ever. */
const shownRefundWatchMs = 7 * dayMs

/** Looks further apart than this had a sleep between them: the first look after it does not decide. */
const awakeMs = 2 * hourMs

/**
 * Returns what closes a refund that the service has reported for a day without any chain showing it: it stays reported, since
 * nothing more can be learned of it. What one endpoint already shows is looked for longer, and what may lie in the inbox
 * without end.
 */
export function settledByTime(order: Order, nowMs: number): Pick<Changes, 'fundsSettled'> {
  const sinceMs = order.timeline.find(({ step }) => step === 'refunded')?.atMs
  const isShown = order.evidence !== undefined || order.doubt === 'oneSource'
  const watchMs = isShown ? shownRefundWatchMs : refundWatchMs
  const isLong = order.statusCode === 7 && sinceMs !== undefined && nowMs - sinceMs > watchMs
  const isAwake = nowMs - order.updatedMs < awakeMs
  const mayLie = isOfInbox(order) && !order.isInboxEmpty
  return isLong && isAwake && !mayLie ? { fundsSettled: true } : {}
}

/** Returns the words for a refund that the chain has shown. */
export function provenRefund(order: Order): ProblemData {
  const money = isRefundThere(order) ? 'refundedThere' : 'refunded'
  return refundWords(order, 'swapRefunded', money)
}

/** Returns the words for a refund on a chain that Ferry cannot read: the service's word is all there will be. */
export function unreadRefund(order: Order): ProblemData {
  return { ...refundWords(order, 'swapRefundUnread', 'refundUnread'), saidBy: 'service' }
}

function refundWords(order: Order, code: ProblemCode, money: FundsLocation): ProblemData {
  const facts = { symbol: order.reviewed.inputToken.symbol, ...refundPlaceFacts(order) }
  return plainProblem(code, money, facts)
}

/** Returns the origin's name where the refund is there; views know what other chains are called. */
function refundPlaceFacts(order: Order): ProblemData['facts'] {
  return isRefundThere(order) ? {} : placeFacts(order)
}

/** Returns the words for an end at which the chain has shown that the signature was used. */
export function provenUsed(order: Order): ProblemData | null {
  if (order.problem === null) return null
  const { untilMs: _until, ...facts } = order.problem.facts
  return { ...order.problem, facts, money: 'signatureUsed' }
}

/**
 * Returns the words for a failure of a signature that the chain has shown to be unused and alive: that its money was taken
 * is only the service's word. What is no failure keeps its words.
 */
export function provenAlive(order: Order): ProblemData | null {
  const { state, statusCode: code } = order
  if (state !== 'reported_terminal' || (code !== 5 && code !== 6)) return order.problem
  const told = order.problem ?? endProblem(order, code)
  if (told === null) return null
  return { ...told, money: 'signatureLives', facts: { ...told.facts, ...lifeFacts(order) } }
}

/** Returns the facts of the sentence that says where the money is. */
export function placeFacts({ reviewed: { originChainName } }: Pick<Order, 'reviewed'>): ProblemData['facts'] {
  return originChainName === null ? {} : { chain: originChainName }
}

/**
 * Ends the order as one that took nothing and never will. An approval that was asked before the one that it went on with may
 * be given yet: it is looked for as that of a stopped one.
 */
export function moveUnused(
  order: Order,
  state: 'expired_unused' | 'cancelled_unused',
  fields: Changes,
  { nowMs }: TransitionContext,
): Transition {
  const open = closed(order)
  const ended = { ...open, signature: null, submitBody: null, fundsSettled: true } as const
  return move(withoutDoubt(order), state, open.walletRequest === null ? null : nowMs, { ...ended, ...fields })
}

/** Ends the order as one whose signature the chain shows cancelled before anything was taken by it. */
export function moveCancelled(order: SignedOrder, context: TransitionContext): Transition {
  const { nowMs } = context
  if (order.state === 'reported_terminal')
    return move(withoutDoubt(order), 'verified_terminal', null, unusedEnd(order, nowMs, true))
  const unclosed = order.unclosed?.filter(({ terms }) => terms.permitNonce !== order.terms.permitNonce) ?? []
  const known = order.unclosed === undefined ? order : { ...order, unclosed }
  // Another signature of a stopped swap may still be used.
  if (order.state === 'stopping' && unclosed.length > 0)
    return change(withLiveDeal(known, nowMs), { pollCount: 0, dueMs: nowMs })
  const timeline = mark(order, 'cancelled', nowMs)
  const notice = { kind: 'cancelled', state: 'pending' } as const
  // The user's own doing: nothing to be alarmed about.
  return moveUnused(known, 'cancelled_unused', { timeline, notice, seen: true }, context)
}
