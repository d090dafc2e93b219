import { Problem } from '../base/problem.ts'
import { isQuoteFresh } from '../quote/held-quote.ts'
import { findMissingConsents, isEndingPicked, isGatePassed } from '../review/agreement.ts'
import { type Review, reviews } from '../review/review.ts'
import type { Account } from '../wallet/port.ts'
import type { FlowPorts } from './flow-ports.ts'
import type { Order } from './order.ts'

export interface ReviewAnswers {
  /** To a large loss: `yes`, or the typed word. */
  readonly consent?: string | null
  /** The ending that they picked for a receiver named by a page (M7). */
  readonly receiverEnding?: string | null
  readonly refundEnding?: string | null
  readonly consents?: readonly string[]
  readonly revokeAfter?: boolean
}

/**
 * Returns the order of a review. The same key gives the same order, however often it is confirmed. A wrongly picked ending
 * of the receiver or of the refund address ends the review, so that trying out does not find the right one.
 */
export async function confirmReview(
  reviewKey: string,
  account: Account | null,
  ports: FlowPorts,
  {
    consent = null,
    receiverEnding = null,
    refundEnding = null,
    consents = [],
    revokeAfter = false,
  }: ReviewAnswers = {},
): Promise<Order> {
  const known = await ports.store.read(reviewKey)
  if (known !== null) return known
  const review = await reviews.read(reviewKey, ports.expiringStore)
  if (review.account !== null && !account?.wallet) throw new Problem('walletNotConnected')
  if (review.account !== null && account?.address !== review.account.address)
    throw new Problem('walletWrongAccount')
  if (!isGatePassed(review.risk.loss.level, consent))
    throw new Problem('consentMissing', { facts: { consent: 'loss' } })
  const { receiverChoice, refundChoice = null } = review.proposal
  const { receiverAddress } = review.checked.reviewed.request
  const isPicked =
    isEndingPicked(receiverChoice, receiverAddress, receiverEnding) &&
    isEndingPicked(refundChoice, refundChoice?.address ?? '', refundEnding)
  if (!isPicked) {
    if (receiverEnding !== null || refundEnding !== null) await reviews.remove(reviewKey, ports.expiringStore)
    throw new Problem('receiverNotPicked')
  }
  const nowMs = ports.clock.nowMs()
  if (!isQuoteFresh(review.checked.terms, nowMs)) throw new Problem('quoteExpired')
  return newOrder(review, consents, revokeAfter && review.standing !== null, nowMs)
}

/**
 * The order's ID is the review's key, so confirming twice creates one order. A deposit without a wallet starts
 * in `deposit_awaited`. Throws `consentMissing` if a required consent is missing.
 */
function newOrder(
  { reviewKey, checked, account, approvals, risk, requiredConsents, heads, serviceCalls, proposal }: Review,
  consents: readonly string[],
  revokeAfter: boolean,
  nowMs: number,
): Order {
  const [open] = findMissingConsents(requiredConsents, consents)
  if (open !== undefined) throw new Problem('consentMissing', { facts: { consent: open.code } })
  const { passed: _passed, ...swap } = checked
  const wallet = account?.wallet ?? null
  return {
    schema: 1,
    id: reviewKey,
    rev: 0,
    state: wallet === null ? 'deposit_awaited' : 'confirmed',
    createdMs: nowMs,
    updatedMs: nowMs,
    wallet,
    ...swap,
    consents: requiredConsents,
    approvals: approvals.map(({ purpose }) => purpose),
    walletRequest: null,
    transactions: [],
    signature: null,
    submitBody: null,
    submitCount: 0,
    statusCode: null,
    reportedCode: null,
    sourceTransactionHash: null,
    destinationTransactionHash: null,
    refundTransactionHash: null,
    refundChainId: null,
    fulfilledAmount: null,
    readCount: 0,
    dueMs: nowMs,
    offer: null,
    problem: null,
    timeline: [{ step: 'confirmed', atMs: nowMs }],
    serviceCalls,
    anomalies: [],
    unusedSeenMs: null,
    fundsSettled: false,
    heads,
    ...(risk.loss.level === 'none' ? {} : { lossLevel: risk.loss.level }),
    ...(risk.native === null ? {} : { native: risk.native }),
    ...(revokeAfter ? { revokeAfter } : {}),
    notification: null,
    viewed: false,
    ...(proposal.proposedBy === null ? {} : { proposedBy: proposal.proposedBy }),
  }
}
