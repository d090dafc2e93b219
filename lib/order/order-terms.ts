import { isSameAddress, isSameHex } from '../base/hex.ts'
import { hasIntermediateSwapChanged } from '../checks/swap-request.ts'
import type { OrderTerms } from '../quote/terms.ts'
import { isCoveredBy } from '../review/consents.ts'
import { allTermConsents } from '../review/terms-input.ts'
import { isHigherGate } from '../review/value-loss.ts'
import type { Offer, Order } from './order.ts'

type NewerTerms = Pick<Offer, 'terms' | 'reviewed' | 'loss'>

export type Worsening =
  | 'minimum'
  | 'nativeValue'
  | 'contract'
  | 'refuel'
  | 'intermediateSwap'
  | 'payload'
  | 'refund'
  | 'delegate'
  | 'loss'

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
 * Lists how newer terms are worse than the reviewed ones. Only terms that are worse in nothing may replace
 * the reviewed ones without consent: no lower output, no more native currency sent, no other recipient or
 * spender, no less refuel, the same intermediate token with no lower minimum, the same delegate, and no loss that needs a
 * confirmation which was not given: prices move while an approval waits.
 */
export function listWorsenings(
  { terms, reviewed, lossLevel = 'none' }: Pick<Order, 'terms' | 'reviewed' | 'lossLevel'>,
  next: NewerTerms,
): readonly Worsening[] {
  const worse: Worsening[] = []
  if (BigInt(next.terms.minAmountOut) < BigInt(reviewed.minAmountOut)) worse.push('minimum')
  const reviewedValue = reviewed.nativeValueUnits ?? '0'
  if (BigInt(next.terms.txData?.value ?? '0') > BigInt(reviewedValue)) worse.push('nativeValue')
  const isSameBoard = next.reviewed.findUnpinnedSwitchboard === reviewed.findUnpinnedSwitchboard
  if (!isSameContract(terms, next.terms) || !isSameBoard) worse.push('contract')
  if (BigInt(next.reviewed.refuelUnits ?? '0') < BigInt(reviewed.refuelUnits ?? '0')) worse.push('refuel')
  if (hasIntermediateSwapChanged(reviewed.intermediateSwap, next.reviewed.intermediateSwap))
    worse.push('intermediateSwap')
  if (next.reviewed.isPayloadUnconfirmed && !reviewed.isPayloadUnconfirmed) worse.push('payload')
  if (next.reviewed.isRefundUnconfirmed && !reviewed.isRefundUnconfirmed) worse.push('refund')
  if (next.reviewed.delegate !== reviewed.delegate) worse.push('delegate')
  if (!isSmallLoss(next.loss) && isHigherGate(next.loss.level, lossLevel)) worse.push('loss')
  return worse
}

/**
 * Returns whether an offer can be accepted on the order screen, which shows only the amounts. An offer needs
 * a review if its loss is high, if it requires a consent that is missing, or if it differs in more than the
 * output amount.
 */
export function canAcceptDirectly(
  order: Pick<Order, 'kind' | 'terms' | 'reviewed' | 'consents' | 'lossLevel'>,
  offer: NewerTerms,
): boolean {
  const isOnlyLess = listWorsenings(order, offer).every((one) => one === 'minimum')
  const requiredConsents = allTermConsents({ kind: order.kind, reviewed: offer.reviewed, loss: offer.loss })
  const isAgreed = requiredConsents.every((one) => isCoveredBy(one, order.consents))
  return isSmallLoss(offer.loss) && isOnlyLess && isAgreed && isSameKind(order, offer.terms)
}

function isSmallLoss(loss: Offer['loss']): boolean {
  return !isHigherGate(loss.level, 'warn')
}

function isSameContract(old: OrderTerms, next: OrderTerms): boolean {
  const signed = (terms: OrderTerms) => [
    terms.signTypedData?.domain.verifyingContract ?? null,
    terms.signTypedData?.values.spender ?? null,
  ]
  const [spenders, others] = [signed(old), signed(next)]
  const isSameSpender = spenders.every(
    (one, index) => one === others[index] || isSameText(one, others[index]),
  )
  const isSameTarget = old.txData === next.txData || isSameHex(next.txData?.to, old.txData?.to)
  const isSameDeposit =
    old.deposit === next.deposit || isSameAddress(old.deposit?.address ?? null, next.deposit?.address ?? null)
  const isSameAllowed =
    (old.spender ?? null) === (next.spender ?? null) || isSameHex(old.spender, next.spender)
  return isSameSpender && isSameTarget && isSameDeposit && isSameAllowed
}

function isSameText(one: unknown, other: unknown): boolean {
  return typeof one === 'string' && typeof other === 'string' && one.toLowerCase() === other.toLowerCase()
}
