import { dayMs, hourMs } from '../../base/time.ts'
import type { Evidence } from '../../chain/evidence.ts'
import {
  type EndCode,
  isFailure,
  isSuccess,
  isTerminal,
  type StatusCode,
  statusCodes,
} from '../../service/status-codes.ts'
import { createProblemData, withAnomaly, withDoubt, withTimelineStep, withTransaction } from '../change.ts'
import { endProblem, refundProblem, stepsByCode, unusedProblem } from '../end-problems.ts'
import {
  findCancellation,
  hasExitRequest,
  hasRequestedWithdrawal,
  mayBeInInbox,
} from '../exits/exit-rules.ts'
import type { Order, SignedOrder, TimelineEntry } from '../order.ts'
import { countRead, isRefundOnDestination, isSendOpen } from '../order-facts.ts'
import { orderEnd, statusReportedBy } from '../order-state.ts'
import { listOtherSignatures, withCancellableTerms, withoutOwnRequests } from '../stored-requests.ts'
import {
  type Changes,
  change,
  type Handler,
  move,
  stay,
  type Transition,
  type TransitionContext,
} from '../transition.ts'
import { pollMs } from './schedule.ts'

export function withReportedCode(order: Order, reportedCode: StatusCode): Order {
  return order.reportedCode === reportedCode ? order : { ...order, reportedCode }
}

export function withCode(order: Order, code: StatusCode, context: TransitionContext): Order {
  const timeline = stepsByCode[code].reduce(
    (marked, step) => withTimelineStep({ ...order, timeline: marked }, step, context.nowMs),
    order.timeline,
  )
  return { ...order, statusCode: code, timeline }
}

/** From the service or from Ferry, before any payment is verified. The proof comes next. */
export function endByCode(order: Order, code: EndCode, context: TransitionContext): Transition {
  const reported = withCode(order.kind === 'signed' ? withoutOwnRequests(order) : order, code, context)
  const problem = endProblem(order, code)
  // The answer with this status is the last recorded call.
  const isReported = statusReportedBy(reported) === 'service'
  const serverRequestId = isReported ? (order.serviceCalls.at(-1)?.serverRequestId ?? null) : null
  return move(reported, 'reported_terminal', context.nowMs, {
    problem: problem === null ? null : { ...problem, serverRequestId },
    notification: { kind: orderEnd(code), state: 'pending' },
    viewed: false,
    readCount: 0,
    // Erased once the swap is over, so nothing is posted again (PR19).
    signature: null,
    submitBody: null,
    walletRequest: hasExitRequest(order) ? order.walletRequest : null,
  })
}

/**
 * The payment that two hosts show is the end of the order, and its figures are the ones that screens display. The money is
 * accounted for once no other signature may take it too (`taskAfterVerifiedEnd`).
 */
export const endVerifiedPaid: Handler<'proof'> = (order, { evidence }, context) => {
  if (evidence === undefined) return stay(order)
  return move(withDoubt(order), 'verified_terminal', context.nowMs + pollMs, {
    problem: order.problem,
    fundsSettled: listOtherSignatures(order).length === 0,
    evidence,
    ...evidenceChanges(order, evidence, context),
  })
}

/** The payment that the chain shows is the end (R11). The service's claims about the other kind of end are dropped. */
function evidenceChanges(order: Order, evidence: Evidence, context: TransitionContext): Changes {
  if (evidence.kind === 'delivery') {
    const shown = {
      problem: null,
      fulfilledAmount: evidence.units,
      destinationTransactionHash: evidence.hash,
    }
    const turned = isSuccess(order.statusCode) ? {} : turnIntoDelivery(order, context)
    return { ...turned, ...shown, refundTransactionHash: null, refundChainId: null }
  }
  const place = { refundTransactionHash: evidence.hash, refundChainId: evidence.chainId }
  const refunded = { ...order, ...place }
  const money = isRefundOnDestination(refunded) ? 'refundedThere' : 'refunded'
  const shown = { ...place, problem: refundProblem(refunded, money) }
  const turned = order.statusCode === statusCodes.refunded ? {} : turnIntoRefund(order, context)
  return { ...turned, ...shown, fulfilledAmount: null, destinationTransactionHash: null }
}

/** A named refund makes it a refund, whatever status code came with it. */
export function reportedEndChanges(order: Order, context: TransitionContext): Changes {
  if (isSuccess(order.statusCode)) return {}
  const problem = { ...refundProblem(order, 'refundUnread'), reportedBy: 'service' } as const
  return isFailure(order.statusCode) ? { ...turnIntoRefund(order, context), problem } : { problem }
}

function turnIntoDelivery(order: Order, context: TransitionContext): Changes {
  const timeline = order.timeline.filter(({ step }) => step !== 'refunded')
  const delivered = withCode({ ...order, timeline }, statusCodes.fulfilled, context)
  return {
    statusCode: statusCodes.fulfilled,
    timeline: delivered.timeline,
    notification: { kind: 'done', state: 'pending' },
    viewed: false,
  }
}

function turnIntoRefund(order: Order, context: TransitionContext): Changes {
  const timeline = order.timeline.filter(({ step }) => step !== 'fulfilled' && step !== 'settled')
  return {
    statusCode: statusCodes.refunded,
    timeline: withTimelineStep({ ...order, timeline }, 'refunded', context.nowMs),
    notification: { kind: 'refunded', state: 'pending' },
    viewed: false,
  }
}

/** How long Ferry looks for a refund that only the service reports. */
const refundWatchMs = dayMs
/**
 * How long Ferry looks for a refund that one endpoint shows. It has a limit, so that one endpoint cannot keep
 * an order open forever.
 */
const observedRefundWatchMs = 7 * dayMs
/**
 * How long Ferry follows a send that no chain shows as paid, and another signature that it cannot read.
 */
const openEndWatchMs = 30 * dayMs

/** Returns whether Ferry has looked long enough for a refund. One that an endpoint shows is looked for longer. */
export function isRefundWatchOver(order: Order, nowMs: number): boolean {
  const isShown = order.evidence !== undefined || order.doubt === 'oneSource'
  return isReadSinceEnd(order, isShown ? observedRefundWatchMs : refundWatchMs, nowMs)
}

const endSteps: ReadonlySet<TimelineEntry['step']> = new Set([
  'fulfilled',
  'expired',
  'cancelled',
  'refunded',
])

/**
 * Returns whether the chains were read for so long since the end was reported. The reads of that time count too, because the
 * clock may jump or the machine may sleep (PR13).
 */
function isReadSinceEnd({ timeline, endReads }: Order, watchMs: number, nowMs: number): boolean {
  const sinceMs = timeline.findLast(({ step }) => endSteps.has(step))?.atMs
  // In the end, a chain is read every two hours.
  const isRead = (endReads?.count ?? 0) >= watchMs / (2 * hourMs)
  return isRead && sinceMs !== undefined && nowMs - sinceMs > watchMs
}

/** Counts a read after the end. Closes the order once nothing more can be learned; it stays reported. */
export function countEndRead(
  known: Order,
  nowMs: number,
): Pick<Changes, 'fundsSettled' | 'endReads' | 'problem' | 'anomalies' | 'viewed'> {
  const { statusCode: code } = known
  if (!isTerminal(code)) return {}
  const endReads = countRead(known.endReads, nowMs, hourMs) ?? known.endReads
  const read = endReads === undefined ? {} : { endReads }
  const order = { ...known, ...read }
  if (isSendOpen(order)) {
    if (!isOpenSendWatchOver(order, nowMs)) return read
    return { ...read, problem: createProblemData('stoppedUnread', 'unknown'), fundsSettled: true }
  }
  if (order.state === 'verified_terminal') return { ...read, ...giveUpSignature(order, nowMs) }
  // An inbox that paid out after a reported delivery refunded it.
  const isRefund = code === statusCodes.refunded || (isSuccess(code) && order.isInboxEmpty === true)
  const isOver = isRefund && isRefundWatchOver(order, nowMs)
  return isOver && !mayBeInInbox(order) ? { ...read, fundsSettled: true } : read
}

/** The verified payment stays. Whether another signature paid too stays unknown. */
function giveUpSignature(
  order: Order,
  nowMs: number,
): Pick<Changes, 'fundsSettled' | 'anomalies' | 'viewed'> {
  if (listOtherSignatures(order).length === 0 || mayUseOtherSignature(order, nowMs)) return {}
  const anomalies = withAnomaly(order, 'another signature of this swap could not be read')
  return { fundsSettled: true, anomalies, viewed: false }
}

/** Returns whether another signature of a swap that is over may still take the money. Ferry gives up after 30 days of reads. */
export function mayUseOtherSignature(order: Order, nowMs: number): boolean {
  return listOtherSignatures(order).length > 0 && !isReadSinceEnd(order, openEndWatchMs, nowMs)
}

/** Funds that the person wants to withdraw are looked for without a limit. */
function isOpenSendWatchOver(order: Order, nowMs: number): boolean {
  return !hasRequestedWithdrawal(order) && isReadSinceEnd(order, openEndWatchMs, nowMs)
}

const stepsAfterExtraction: ReadonlySet<TimelineEntry['step']> = new Set([
  'extracted',
  'fulfilled',
  'settled',
  'refunded',
])

/**
 * Ends a reported order after the chain has shown that nothing was taken. Overrides a reported delivery or refund: the order
 * ends as expired or cancelled. If another signature may still be used, the order follows that one instead.
 */
export function endVerifiedUnused(order: Order, context: TransitionContext, isCancelled = false): Transition {
  const { nowMs } = context
  const followed = followOtherSignature(isCancelled ? withMinedCancellation(order, nowMs) : order, context)
  if (followed !== null) return followed
  const end = (fields: Changes) => {
    const shown = { fundsSettled: true, refundTransactionHash: null }
    return move(withDoubt(order), 'verified_terminal', null, { ...shown, ...fields })
  }
  if (isFailure(order.statusCode)) return end({ problem: unusedProblem(order, nowMs) })
  const statusCode = isCancelled ? 6 : 5
  const timeline = order.timeline.filter(({ step }) => !stepsAfterExtraction.has(step))
  return end({
    destinationTransactionHash: null,
    fulfilledAmount: null,
    statusCode,
    problem: unusedProblem({ ...order, problem: endProblem(order, statusCode) }, nowMs),
    timeline: withTimelineStep({ ...order, timeline }, isCancelled ? 'cancelled' : 'expired', nowMs),
    notification: { kind: 'failed', state: 'pending' },
    viewed: false,
  })
}

/** The nonce shows that it worked, perhaps before the read of its transaction. */
function withMinedCancellation(order: Order, minedMs: number): Order {
  const sent = findCancellation(order)
  if (sent?.state !== 'sent') return order
  return { ...order, transactions: withTransaction(order, sent.hash, { state: 'mined', minedMs }) }
}

const endedRequests = { walletRequest: null, signature: null, submitBody: null } as const

/**
 * Keeps an order open whose nonce was never used while another signature of it may still be used, and gives it the terms of
 * that one. Null if there is none.
 */
function followOtherSignature(order: Order, { nowMs }: TransitionContext): Transition | null {
  const liveRequests = listOtherSignatures(order)
  if (liveRequests.length === 0) return null
  const next = withCancellableTerms({ ...withoutReport(order), liveRequests })
  const fields = {
    ...endedRequests,
    unusedSeenMs: null,
    readCount: 0,
    liveRequestsReadMs: nowMs,
    dueMs: nowMs,
  }
  return order.state === 'stopping' ? change(next, fields) : move(next, 'stopping', nowMs, fields)
}

/**
 * The chain shows that the request was not paid, whatever the service reported of it. The order may continue with another
 * one.
 */
export function withoutReport(order: Order): Order {
  const reported = order.statusCode === null ? [] : stepsByCode[order.statusCode]
  const timeline = order.timeline.filter(({ step }) => !reported.includes(step))
  const named = { destinationTransactionHash: null, refundTransactionHash: null, refundChainId: null }
  return { ...order, ...named, statusCode: null, reportedCode: null, fulfilledAmount: null, timeline }
}

/** Ends a swap whose signature took nothing and can take nothing any more. */
export function endUnused(
  order: SignedOrder,
  step: 'expired' | 'cancelled',
  context: TransitionContext,
): Transition {
  const isCancelled = step === 'cancelled'
  if (isCancelled && order.state === 'reported_terminal') return endVerifiedUnused(order, context, true)
  const followed = followOtherSignature(order, context)
  if (followed !== null) return followed
  const ended = withDoubt(isCancelled ? withoutOwnRequests(order) : order)
  return move<Order>(ended, `${step}_unused`, context.nowMs, {
    ...endedRequests,
    fundsSettled: true,
    problem: isCancelled ? null : createProblemData('swapNotDelivered', 'signedUnused'),
    timeline: withTimelineStep(order, step, context.nowMs),
    notification: { kind: isCancelled ? 'cancelled' : 'failed', state: 'pending' },
    // The person cancelled it, so it needs no attention.
    viewed: isCancelled,
  })
}
