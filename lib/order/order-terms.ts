import { isSameAddress } from '../base/hex.ts'
import { hasIntermediateSwapChanged } from '../checks/swap-request.ts'
import type { OrderTerms } from '../quote/terms.ts'
import { isCoveredBy } from '../review/consents.ts'
import { allTermConsents } from '../review/terms-input.ts'
import { isHigherGate } from '../review/value-loss.ts'
import type { Offer, Order } from './order.ts'

type NewerTerms = Omit<Offer, 'id'>

export type Worsening = keyof ReturnType<typeof compareTerms>

export function isSameKind({ terms }: Pick<Order, 'terms'>, next: OrderTerms): boolean {
  const parts = ['signTypedData', 'txData', 'requestHash', 'deposit'] as const
  return parts.every((part) => ((terms[part] ?? null) === null) === ((next[part] ?? null) === null))
}

/**
 * Lists how newer terms are worse than the reviewed ones. Only terms that are worse in nothing may replace
 * the reviewed ones without consent: no lower output, no more native currency sent, no other recipient or
 * spender, no less refuel, the same intermediate token with no lower minimum, the same delegate, and no loss that needs a
 * confirmation which was not given: prices move while an approval waits.
 */
export function listWorsenings(order: ReviewedOrder, next: NewerTerms): readonly Worsening[] {
  const worse = compareTerms(order, next)
  return (Object.keys(worse) as Worsening[]).filter((name) => worse[name])
}

type ReviewedOrder = Pick<Order, 'terms' | 'reviewed' | 'lossLevel'>

function compareTerms({ terms, reviewed, lossLevel = 'none' }: ReviewedOrder, next: NewerTerms) {
  const isSameBoard = next.reviewed.findUnpinnedSwitchboard === reviewed.findUnpinnedSwitchboard
  return {
    minimum: BigInt(next.terms.minAmountOut) < BigInt(reviewed.minAmountOut),
    nativeValue: BigInt(next.terms.txData?.value ?? '0') > BigInt(reviewed.nativeValueUnits ?? '0'),
    contract: !isSameContract(terms, next.terms) || !isSameBoard,
    refuel: BigInt(next.reviewed.refuelUnits ?? '0') < BigInt(reviewed.refuelUnits ?? '0'),
    intermediateSwap: hasIntermediateSwapChanged(reviewed.intermediateSwap, next.reviewed.intermediateSwap),
    payload: next.reviewed.isPayloadUnconfirmed === true && !reviewed.isPayloadUnconfirmed,
    refund: next.reviewed.isRefundUnconfirmed === true && !reviewed.isRefundUnconfirmed,
    delegate: next.reviewed.delegate !== reviewed.delegate,
    loss: !isSmallLoss(next.loss) && isHigherGate(next.loss.level, lossLevel),
  }
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
  const others = contractsOf(next)
  return contractsOf(old).every((one, index) => {
    const other = others[index]
    return typeof one === 'string' && typeof other === 'string' ? isSameAddress(one, other) : one === other
  })
}

function contractsOf({ signTypedData, txData, deposit, spender }: OrderTerms): readonly unknown[] {
  const { domain, values } = signTypedData ?? {}
  const taking = [domain?.verifyingContract, values?.spender, txData?.to, deposit?.address, spender]
  return taking.map((one) => one ?? null)
}
