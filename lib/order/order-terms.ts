import { sameAddress, sameHex } from '../base/hex.ts'
import { Problem } from '../base/problem.ts'
import type { ChainHead } from '../chain/evidence.ts'
import { isOtherOnTheWay } from '../checks/swap-request.ts'
import { leastGoingOn } from '../quote/held-quote.ts'
import { coveredBy, type ReviewQuestion, unansweredOf, type ValueLoss } from '../review/agreement.ts'
import { type CheckedTerms, dealQuestions } from '../review/terms-input.ts'
import type { WalletRef } from '../wallet/port.ts'
import type { Offer, Order, ProposedBy, ServiceCall } from './order.ts'
import type { ApprovalPurpose, OrderTerms } from './order-parts.ts'

/** A deal of a later quote, as checked. */
type NewerTerms = Pick<Offer, 'terms' | 'reviewed'>

/** A deal of a later quote with its loss, where that was weighed. */
type WeighedTerms = Pick<Offer, 'terms' | 'reviewed' | 'loss'>

/** In what a newer deal asks more of the user, or gives less, than the one they reviewed. */
export type Worsening =
  | 'minimum'
  | 'nativeValue'
  | 'contract'
  | 'refuel'
  | 'onTheWay'
  | 'payload'
  | 'delegate'

/** Returns whether a newer deal is carried out in the same way: signed, sent or deposited. */
export function isSameKind({ terms }: Pick<Order, 'terms'>, next: OrderTerms): boolean {
  const isSame = (of: (terms: OrderTerms) => boolean) => of(terms) === of(next)
  return (
    isSame(({ signTypedData }) => signTypedData !== null) &&
    isSame(({ txData }) => txData !== null) &&
    isSame(({ requestHash }) => requestHash !== null) &&
    isSame(({ deposit }) => deposit !== undefined)
  )
}

/**
 * Returns what of a newer deal is worse than what was reviewed. Only one that is worse in nothing may take its place
 * unseen: no less arrives, no more of the native coin is sent, nobody else is paid or allowed, no less comes along, and
 * the way leads through the same token, no less of it, and the same account may cancel.
 */
export function worseningsOf(
  { terms, reviewed }: Pick<Order, 'terms' | 'reviewed'>,
  next: NewerTerms,
): readonly Worsening[] {
  const worse: Worsening[] = []
  if (BigInt(next.terms.minAmountOut) < BigInt(reviewed.minAmountOut)) worse.push('minimum')
  const reviewedValue = reviewed.nativeValueUnits ?? '0'
  if (BigInt(next.terms.txData?.value ?? '0') > BigInt(reviewedValue)) worse.push('nativeValue')
  const isSameBoard = next.reviewed.unknownSwitchboard === reviewed.unknownSwitchboard
  if (!isSameContract(terms, next.terms) || !isSameBoard) worse.push('contract')
  if (BigInt(next.reviewed.refuelUnits ?? '0') < BigInt(reviewed.refuelUnits ?? '0')) worse.push('refuel')
  if (isOtherOnTheWay(reviewed.onTheWay, next.reviewed.onTheWay)) worse.push('onTheWay')
  if (next.reviewed.isPayloadUnconfirmed && !reviewed.isPayloadUnconfirmed) worse.push('payload')
  if (next.reviewed.delegate !== reviewed.delegate) worse.push('delegate')
  return worse
}

/**
 * Tells whether an offer can be taken where it is shown. One that loses much, asks for something the user has not said
 * yes to, or differs in more than what arrives is for a review: the offer shows only the amounts.
 */
export function isOfferPlain(
  order: Pick<Order, 'kind' | 'terms' | 'reviewed' | 'agreed'>,
  offer: WeighedTerms,
): boolean {
  const isOnlyLess = worseningsOf(order, offer).every((one) => one === 'minimum')
  const questions = dealQuestions({ kind: order.kind, reviewed: offer.reviewed, loss: offer.loss })
  const isAgreed = questions.every((one) => coveredBy(one, order.agreed))
  return isLossSmall(offer.loss) && isOnlyLess && isAgreed && isSameKind(order, offer.terms)
}

/**
 * Tells whether a newer deal may take the place of the reviewed one unseen: it is worse in nothing, or brings so little
 * less that the review has said so, and asks for nothing beside that.
 */
export function goesOn(
  order: Pick<Order, 'kind' | 'terms' | 'reviewed' | 'agreed'>,
  newer: WeighedTerms,
): boolean {
  if (worseningsOf(order, newer).length === 0) return true
  return BigInt(newer.terms.minAmountOut) >= leastGoingOn(order.reviewed) && isOfferPlain(order, newer)
}

/** Returns a reviewed deal with its leeway, where a later quote could have any: the review is to say so. */
export function withLeeway<Checked extends Pick<Order, 'kind' | 'reviewed'>>(
  checked: Checked,
  loss: ValueLoss,
): Checked {
  const reviewed = { ...checked.reviewed, leeway: true } as const
  const hasAny = leastGoingOn(reviewed) < BigInt(reviewed.minAmountOut)
  // A deposit is not quoted again.
  return hasAny && isLossSmall(loss) && checked.kind !== 'deposit' ? { ...checked, reviewed } : checked
}

function isLossSmall(loss: ValueLoss | null): boolean {
  return loss?.rung === 'none' || loss?.rung === 'warn'
}

/** Returns whether the same is called or paid, and the same may take what is signed for. */
function isSameContract(old: OrderTerms, next: OrderTerms): boolean {
  const signed = (terms: OrderTerms) => [
    terms.signTypedData?.domain.verifyingContract ?? null,
    terms.signTypedData?.values.spender ?? null,
  ]
  const [spenders, others] = [signed(old), signed(next)]
  const isSameSpender = spenders.every(
    (one, index) => one === others[index] || isSameText(one, others[index]),
  )
  const isSameTarget = old.txData === next.txData || sameHex(next.txData?.to, old.txData?.to)
  const isSameDeposit =
    old.deposit === next.deposit || sameAddress(old.deposit?.address ?? null, next.deposit?.address ?? null)
  const isSameAllowed = (old.spender ?? null) === (next.spender ?? null) || sameHex(old.spender, next.spender)
  return isSameSpender && isSameTarget && isSameDeposit && isSameAllowed
}

function isSameText(one: unknown, other: unknown): boolean {
  return typeof one === 'string' && typeof other === 'string' && one.toLowerCase() === other.toLowerCase()
}

/** What a review asked, the codes that were said yes to, and the page that is behind it. */
export interface Beginning {
  readonly questions: readonly ReviewQuestion[]
  readonly agreed: readonly string[]
  readonly proposedBy: ProposedBy | null
  /** The newest blocks of its chains at the review. */
  readonly heads: readonly ChainHead[]
  readonly revokeAfter: boolean
  /** The approvals that the review announced before the swap itself. */
  readonly approvals: readonly { readonly purpose: ApprovalPurpose }[]
  /** The answers of the service that the review rests on. */
  readonly serviceCalls: readonly ServiceCall[]
}

/**
 * Returns a confirmed deal as the first record of an order; `id` is the review's key, so that confirming twice is one
 * order. A deposit without a wallet waits for its money at once. Throws `notAgreed` where something was asked and not
 * said yes to.
 */
export function newOrder(
  id: string,
  checked: CheckedTerms,
  wallet: WalletRef | null,
  nowMs: number,
  { questions, agreed, proposedBy, heads, approvals, revokeAfter, serviceCalls }: Beginning,
): Order {
  const [open] = unansweredOf(questions, agreed)
  if (open !== undefined) throw new Problem('notAgreed', { facts: { question: open.code } })
  const { passed: _passed, ...made } = checked
  return {
    schema: 1,
    id,
    rev: 0,
    state: wallet === null ? 'deposit_awaited' : 'confirmed',
    createdMs: nowMs,
    updatedMs: nowMs,
    wallet,
    ...made,
    agreed: questions,
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
    pollCount: 0,
    dueMs: nowMs,
    offer: null,
    problem: null,
    timeline: [{ step: 'confirmed', atMs: nowMs }],
    serviceCalls,
    anomalies: [],
    unusedSeenMs: null,
    fundsSettled: false,
    heads,
    ...(revokeAfter ? { revokeAfter } : {}),
    notice: null,
    seen: false,
    ...(proposedBy === null ? {} : { proposedBy }),
  }
}
