import { isNegative, knownValue, subtractDecimal } from '../base/decimal.ts'
import { minDecimal, valueOfPart, valueOfUnits } from '../base/decimal-math.ts'
import type { ReviewedTerms } from '../quote/route-summary.ts'
import { type CostTerms, measureCost, type RouteFee, type SwapCost } from '../quote/swap-cost.ts'
import type { Order } from './order.ts'
import { isApproval, type PaidFacts, paidUnits } from './order-facts.ts'

type CostFacts = PaidFacts & Pick<Order, 'native'>

/** Returns the total cost of a swap: by the amount that arrived and the gas that was paid, else of the reviewed quote. */
export function measureOrderCost(order: CostFacts): SwapCost | null {
  return measureCost(costTermsOf(order))
}

/** Returns the reviewed terms. After the delivery they have the amounts that left and arrived, and the gas that was paid. */
export function costTermsOf(order: CostFacts): CostTerms {
  const { reviewed, fulfilledAmount } = order
  if (fulfilledAmount === null) return reviewed
  const paid = { inputValueInUsd: paidValueInUsd(order), ...paidFees(order) }
  return { ...reviewed, ...receivedValues(reviewed, fulfilledAmount), ...paid }
}

/** Returns the value of the paid amount at the reviewed price, rounded up. A deposit may arrive with another amount. */
export function paidValueInUsd(order: PaidFacts): string | null {
  const { inputValueInUsd, request } = order.reviewed
  const units = paidUnits(order)
  return inputValueInUsd === null || units === request.inputAmount
    ? inputValueInUsd
    : valueOfPart(inputValueInUsd, units, request.inputAmount)
}

/** Returns the value of the amount that arrived at the reviewed price, rounded down. Null without an amount or a price. */
export function receivedValueInUsd({
  reviewed,
  fulfilledAmount,
}: Pick<Order, 'reviewed' | 'fulfilledAmount'>): string | null {
  if (fulfilledAmount === null || reviewed.promisedAmount === '0') return null
  const { outputValueInUsd, effectiveInUsd = null } = receivedValues(reviewed, fulfilledAmount)
  return knownValue(outputValueInUsd) === null ? null : minDecimal(outputValueInUsd, effectiveInUsd)
}

function receivedValues(
  { promisedAmount, outputValueInUsd, effectiveInUsd }: ReviewedTerms,
  fulfilledAmount: string,
): Pick<CostTerms, 'outputValueInUsd' | 'effectiveInUsd'> {
  const missing = (BigInt(promisedAmount) - BigInt(fulfilledAmount)).toString()
  const received = (value: string) =>
    // The part of a negative value would be a lower cost.
    promisedAmount === '0' || isNegative(value)
      ? value
      : // The missing part is rounded up, so the rest is rounded down.
        subtractDecimal(value, valueOfPart(value, missing, promisedAmount))
  return {
    outputValueInUsd: outputValueInUsd === null ? null : received(outputValueInUsd),
    ...(effectiveInUsd === undefined ? {} : { effectiveInUsd: received(effectiveInUsd) }),
  }
}

/**
 * Replaces the estimated gas by the gas that the person paid, including that of the approval. If a transaction's gas is
 * unknown, the estimate stays. It covers no approval, so the gas of one is then an unknown fee.
 */
function paidFees({ reviewed, transactions, native }: CostFacts): Pick<CostTerms, 'fees' | 'unknownFees'> {
  const { fees, unknownFees } = reviewed
  const paying = transactions.filter(
    (one) =>
      (isApproval(one) || one.purpose === 'send') && one.state !== 'replaced' && one.state !== 'dropped',
  )
  if (paying.length === 0) return { fees, unknownFees }
  const paid = paying.flatMap(({ gasUnits }) => (gasUnits === undefined ? [] : BigInt(gasUnits)))
  const others = unknownFees.filter((kind) => kind !== 'gas')
  if (native === undefined || paid.length < paying.length) {
    const isEstimated = fees.some(({ kind }) => kind === 'gas')
    const isCovered = isEstimated && paying.every(({ purpose }) => purpose === 'send')
    return { fees, unknownFees: isCovered ? unknownFees : [...others, 'gas'] }
  }
  const { token, priceInUsd } = native
  const units = paid.reduce((sum, one) => sum + one, 0n)
  const feeInUsd = valueOfUnits(units, token.decimals, priceInUsd)
  const gas: RouteFee = { kind: 'gas', token, amount: units.toString(), feeInUsd }
  return { fees: [...fees.filter(({ kind }) => kind !== 'gas'), gas], unknownFees: others }
}
