import { lossPercent, multiplyUnits, subtractDecimal } from '../base/decimal.ts'
import type { PricedRoute, Quote, RouteOutput } from '../service/quote-result.ts'
import type { FeeList } from './route-fees.ts'

/** The figures of a route as people are shown them. */
export interface RouteSummary extends FeeList {
  /** What is shown as "about": `effectiveAmount`, or `amount` where there is none. */
  readonly promisedAmount: string
  readonly minAmountOut: string
  readonly inputValueInUsd: string | null
  /** Of `promisedAmount`, at the quote's own price; the service's value where it gave no price. */
  readonly outputValueInUsd: string | null
  /** The same less what is paid beside the input: gas and native fee; null where one value is not known. */
  readonly netValueInUsd: string | null
  /** Two places, rounded up; negative is a gain; null where a price is missing. */
  readonly lossPercent: string | null
}

/** Sums up a route that is priced: what arrives, what it costs, what is lost on the way. */
export function routeSummary(
  { input }: Pick<Quote, 'input'>,
  { output, unreadFees = [] }: Pick<PricedRoute, 'output' | 'unreadFees'>,
  list: FeeList,
): RouteSummary {
  const promisedAmount = output.effectiveAmount ?? output.amount
  const inputValueInUsd = input.valueInUsd ?? worthOf(input)
  const outputValueInUsd = promisedWorth(output, promisedAmount)
  return {
    promisedAmount,
    minAmountOut: output.minAmountOut,
    inputValueInUsd,
    outputValueInUsd,
    // A route's fee that nobody can read may be one that is paid beside the input.
    netValueInUsd: unreadFees.includes('routeFee') ? null : netOf(outputValueInUsd, list),
    fees: list.fees,
    unknownFees: list.unknownFees,
    lossPercent: lossPercent(inputValueInUsd, outputValueInUsd),
  }
}

/** Returns what the input of a quote is worth at its own price; null without one. */
export function worthOf({ token, amount, priceInUsd }: Quote['input']): string | null {
  return priceInUsd === null ? null : multiplyUnits(amount, token.decimals, priceInUsd)
}

function promisedWorth({ token, amount, priceInUsd, valueInUsd }: RouteOutput, units: string): string | null {
  if (priceInUsd !== null) return multiplyUnits(units, token.decimals, priceInUsd)
  return units === amount ? valueInUsd : null
}

function netOf(outputValueInUsd: string | null, { fees, unknownFees }: FeeList): string | null {
  if (unknownFees.includes('gas')) return null
  let net = outputValueInUsd
  for (const { kind, feeInUsd } of fees) {
    if (kind !== 'gas' && kind !== 'native') continue
    net = net === null || feeInUsd === null ? null : subtractDecimal(net, feeInUsd)
  }
  return net
}
