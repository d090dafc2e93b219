import type { FundsLocation } from '../base/problem-codes.ts'
import type { ProblemData } from '../base/problem-shape.ts'
import { permitExpiryMs } from '../quote/held-quote.ts'
import { type EndCode, isFailure, isSuccess, type StatusCode, statusCodes } from '../service/status-codes.ts'
import { createProblemData } from './change.ts'
import type { Order, TimelineEntry } from './order.ts'
import { hasPaidIn, isRefundChainUnknown, isRefundOnDestination, isSendOpen } from './order-facts.ts'

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

export function endProblem(order: Order, code: EndCode): ProblemData | null {
  if (isSuccess(code)) return null
  // In the signed flow no funds leave before EXTRACTED. In the other flows the person's own transaction moved
  // them. Only the chain can prove that a signature was not used, after its deadline. That a deposit was not
  // sent cannot be proved: Ferry only knows that it was not observed, and until when.
  const unpaid = order.depositUnseenMs === undefined ? 'unknown' : 'depositNotObserved'
  const unused = order.kind === 'signed' ? 'signatureLives' : unpaid
  const isExtracted = hasPaidIn(order) || order.timeline.some(({ step }) => step === 'extracted')
  const place = isSendOpen(order) ? 'unknown' : isExtracted ? 'atOrigin' : unused
  const money = code === statusCodes.refunded ? reportedRefundPlace(order) : place
  const chain = code === statusCodes.refunded ? refundPlaceFacts(order) : placeFacts(order)
  const unseen = money === 'depositNotObserved' ? { depositUnseenMs: String(order.depositUnseenMs) } : {}
  const facts = { symbol: order.reviewed.inputToken.symbol, ...chain, ...deadlineFacts(order), ...unseen }
  return {
    ...createProblemData('swapNotDelivered', money, facts),
    reportedBy: code === statusCodes.refunded ? 'service' : 'ferry',
  }
}

function deadlineFacts({ terms }: Order): ProblemData['facts'] {
  const endsMs = permitExpiryMs(terms)
  return endsMs === null ? {} : { untilMs: String(endsMs) }
}

/** The problem of an end that took nothing. */
export function unusedProblem(order: Order, nowMs: number): ProblemData | null {
  const problem = withoutDeadline(order)
  if (problem === null) return null
  const { kind } = order
  const { facts } = problem
  if (kind === 'deposit')
    return { ...problem, facts: { ...facts, depositUnseenMs: String(nowMs) }, money: 'depositNotObserved' }
  return { ...problem, money: kind === 'signed' ? 'signedUnused' : problem.money }
}

function reportedRefundPlace(order: Order): FundsLocation {
  if (isRefundChainUnknown(order)) return 'refundEitherReported'
  return isRefundOnDestination(order) ? 'refundThereReported' : 'refundReported'
}

export function refundProblem(order: Order, money: FundsLocation): ProblemData {
  const facts = { symbol: order.reviewed.inputToken.symbol, ...refundPlaceFacts(order) }
  return createProblemData('swapNotDelivered', money, facts)
}

/** Returns the origin chain's name for a refund on that chain. Views know the names of other chains. */
function refundPlaceFacts(order: Order): ProblemData['facts'] {
  return isRefundOnDestination(order) ? {} : placeFacts(order)
}

export function usedSignatureProblem(order: Order): ProblemData | null {
  const problem = withoutDeadline(order)
  return problem && { ...problem, money: 'signatureUsed' }
}

function withoutDeadline({ problem }: Order): ProblemData | null {
  if (problem === null) return null
  const { untilMs: _until, ...facts } = problem.facts
  return { ...problem, facts }
}

/** Only the service claims that the money was taken. Other problems stay unchanged. */
export function liveSignatureProblem(order: Order): ProblemData | null {
  const { state, statusCode: code } = order
  if (state !== 'reported_terminal' || !isFailure(code)) return order.problem
  const problem = order.problem ?? endProblem(order, code)
  if (problem === null) return null
  return { ...problem, money: 'signatureLives', facts: { ...problem.facts, ...deadlineFacts(order) } }
}

export function placeFacts({ reviewed: { originChainName } }: Order): ProblemData['facts'] {
  return originChainName === null ? {} : { chain: originChainName }
}
