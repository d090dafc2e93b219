import { sameAddress, sameHex } from '../base/hex.ts'
import { isOtherOnTheWay } from '../checks/on-the-way.ts'
import { coveredBy } from '../review/review-question.ts'
import { dealQuestions } from '../review/review-questions.ts'
import type { ValueLoss } from '../review/value-loss.ts'
import { leastGoingOn } from './leeway.ts'
import type { Offer, Order, OrderTerms } from './order.ts'

/** A deal of a later quote, as checked. */
type NewerDeal = Pick<Offer, 'deal' | 'reviewed'>

/** In what a newer deal asks more of the user, or gives less, than the one they reviewed. */
export type Worsening = 'minimum' | 'nativeValue' | 'contract' | 'refuel' | 'onTheWay' | 'payload'

/** Returns whether a newer deal is carried out in the same way: signed, sent or deposited. */
export function isSameKind({ deal }: Pick<Order, 'deal'>, next: OrderTerms): boolean {
  const isSame = (of: (deal: OrderTerms) => boolean) => of(deal) === of(next)
  return (
    isSame(({ signTypedData }) => signTypedData !== null) &&
    isSame(({ txData }) => txData !== null) &&
    isSame(({ requestHash }) => requestHash !== null) &&
    isSame(({ deposit }) => deposit !== undefined)
  )
}

/**
 * What of a newer deal is worse than what was reviewed. Only one that is worse in nothing may take its place unseen: no
 * less arrives, no more of the native coin is sent, nobody else is paid or allowed, no less comes along, and the way leads through the same token, and no less of it.
 */
export function worseningsOf(
  { deal, reviewed }: Pick<Order, 'deal' | 'reviewed'>,
  next: NewerDeal,
): readonly Worsening[] {
  const worse: Worsening[] = []
  if (BigInt(next.deal.minAmountOut) < BigInt(reviewed.minAmountOut)) worse.push('minimum')
  const reviewedValue = reviewed.nativeValueUnits ?? deal.txData?.value ?? '0'
  if (BigInt(next.deal.txData?.value ?? '0') > BigInt(reviewedValue)) worse.push('nativeValue')
  const isSameBoard = next.reviewed.unknownSwitchboard === reviewed.unknownSwitchboard
  if (!isSameContract(deal, next.deal) || !isSameBoard) worse.push('contract')
  if (BigInt(next.reviewed.refuelUnits ?? '0') < BigInt(reviewed.refuelUnits ?? '0')) worse.push('refuel')
  if (isOtherOnTheWay(reviewed.onTheWay, next.reviewed.onTheWay)) worse.push('onTheWay')
  if (next.reviewed.isPayloadUnconfirmed && !reviewed.isPayloadUnconfirmed) worse.push('payload')
  return worse
}

/**
 * Whether an offer can be taken where it is shown. One that loses much, asks for something the user has not said yes to,
 * or differs in more than what arrives is for a review: the offer shows only the amounts.
 */
export function isOfferPlain(
  order: Pick<Order, 'kind' | 'deal' | 'reviewed' | 'agreed'>,
  offer: Offer,
): boolean {
  const isOnlyLess = worseningsOf(order, offer).every((one) => one === 'minimum')
  const questions = dealQuestions({ kind: order.kind, reviewed: offer.reviewed, loss: offer.loss ?? null })
  const isAgreed = questions.every((one) => coveredBy(one, order.agreed ?? []))
  return isLossSmall(offer.loss) && isOnlyLess && isAgreed && isSameKind(order, offer.deal)
}

/**
 * Whether a newer deal may take the place of the reviewed one unseen: it is worse in nothing, or brings so little less that
 * the review has said so, and asks for nothing beside that.
 */
export function goesOn(order: Pick<Order, 'kind' | 'deal' | 'reviewed' | 'agreed'>, newer: Offer): boolean {
  if (worseningsOf(order, newer).length === 0) return true
  return BigInt(newer.deal.minAmountOut) >= leastGoingOn(order.reviewed) && isOfferPlain(order, newer)
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

function isLossSmall(loss: ValueLoss | null | undefined): boolean {
  return loss?.rung === 'none' || loss?.rung === 'warn'
}

/** Returns whether the same is called or paid, and the same may take what is signed for. */
function isSameContract(old: OrderTerms, next: OrderTerms): boolean {
  const signed = (deal: OrderTerms) => [
    deal.signTypedData?.domain.verifyingContract ?? null,
    deal.signTypedData?.values.spender ?? null,
  ]
  const [spenders, others] = [signed(old), signed(next)]
  const isSameSpender = spenders.every(
    (one, index) => one === others[index] || isSameText(one, others[index]),
  )
  const isSameTarget = old.txData === next.txData || sameHex(next.txData?.to, old.txData?.to)
  const isSameDeposit =
    old.deposit === next.deposit || sameAddress(old.deposit?.address ?? null, next.deposit?.address ?? null)
  return isSameSpender && isSameTarget && isSameDeposit
}

function isSameText(one: unknown, other: unknown): boolean {
  return typeof one === 'string' && typeof other === 'string' && one.toLowerCase() === other.toLowerCase()
}
