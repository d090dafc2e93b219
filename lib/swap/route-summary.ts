import { addDecimals, lossPercent, multiplyUnits, subtractDecimal } from '../base/decimal.ts'
import { namedNativeFee } from './native-fee.ts'
import type { FeeAmount, PricedRoute, Quote } from './quote.ts'

/** A fee of a route and who takes it; `native` is what a transaction sends on top of its input. */
export interface RouteFee extends FeeAmount {
  readonly kind: 'relayer' | 'route' | 'affiliate' | 'gas' | 'native'
}

/** The figures of a route as people are shown them. */
export interface RouteSummary {
  /** What is shown as "about": `effectiveAmount`, or `amount` where there is none. */
  readonly promisedAmount: string
  readonly minAmountOut: string
  readonly inputValueInUsd: string | null
  /** Of `promisedAmount`, at the quote's own price; the service's value where it gave no price. */
  readonly outputValueInUsd: string | null
  /** The same less what is paid beside the input: gas and native fee; null where one value is not known (R1). */
  readonly netValueInUsd: string | null
  readonly fees: readonly RouteFee[]
  /** Fees that are there and not known. */
  readonly unknownFees: readonly UnknownFee[]
  /** Null where one fee or its value is not known. */
  readonly totalFeeInUsd: string | null
  /** Two places, rounded up; negative is a gain; null where a price is missing. */
  readonly lossPercent: string | null
}

/** A fee of a kind that the service took and nobody can read. */
export type UnknownFee = 'route' | 'affiliate' | 'gas'

const feeKinds = { routeFee: 'route', affiliateFee: 'affiliate', gasFee: 'gas' } as const

type Priced = Pick<Quote, 'input' | 'originChainId'>

/** Sums up a route that is priced: what arrives, what it costs, what is lost on the way (A7). */
export function routeSummary(quote: Priced, route: PricedRoute): RouteSummary {
  const { output } = route
  const promisedAmount = output.effectiveAmount ?? output.amount
  const inputValueInUsd = quote.input.valueInUsd ?? worthOf(quote.input)
  const outputValueInUsd =
    worth(output.token.decimals, { amount: promisedAmount, priceInUsd: output.priceInUsd }) ??
    (promisedAmount === output.amount ? output.valueInUsd : null)
  const fees = feesOf(quote, route)
  const unknownFees = (route.unreadFees ?? []).map((name) => feeKinds[name])
  return {
    promisedAmount,
    minAmountOut: output.minAmountOut,
    inputValueInUsd,
    outputValueInUsd,
    // A route's fee may be one that is paid beside the input.
    netValueInUsd: unknownFees.some((kind) => kind !== 'affiliate') ? null : netOf(outputValueInUsd, fees),
    fees,
    unknownFees,
    totalFeeInUsd: unknownFees.length > 0 ? null : totalOf(fees),
    lossPercent: lossPercent(inputValueInUsd, outputValueInUsd),
  }
}

/** What the input of a quote is worth at its own price; null without one. */
export function worthOf(input: Quote['input']): string | null {
  return worth(input.token.decimals, input)
}

/** The native fee that a built transaction really sends, with its value where the quote tells a price (R2). */
export function withNativeFee(
  fees: readonly RouteFee[],
  units: bigint,
  native: FeeAmount['token'],
): readonly RouteFee[] {
  const named = fees.find(({ kind }) => kind === 'native')
  const others = fees.filter(({ kind }) => kind !== 'native')
  if (units === 0n) return others
  const feeInUsd = named?.amount === units.toString() ? named.feeInUsd : null
  return [...others, { kind: 'native', token: named?.token ?? native, amount: units.toString(), feeInUsd }]
}

/** Every fee the quote names, the relayer's (the part of `amount` that never arrives) first. */
function feesOf(quote: Priced, route: PricedRoute): readonly RouteFee[] {
  const { affiliateFee, gasFee, output, routeDetails } = route
  const fees: RouteFee[] = []
  const relayerUnits = BigInt(output.amount) - BigInt(output.effectiveAmount ?? output.amount)
  if (relayerUnits > 0n) {
    const amount = String(relayerUnits)
    const feeInUsd = worth(output.token.decimals, { amount, priceInUsd: output.priceInUsd })
    fees.push({ kind: 'relayer', token: output.token, amount, feeInUsd })
  }
  const paid = { originChainId: quote.originChainId, inputToken: quote.input.token.address }
  const isBeside = namedNativeFee(paid, route) !== null
  if (routeDetails.routeFee !== null) {
    fees.push({ kind: isBeside ? 'native' : 'route', ...routeDetails.routeFee })
  }
  if (affiliateFee !== null) fees.push({ kind: 'affiliate', ...affiliateFee })
  // A signed route costs the person no gas; only an approval does, and that is told with its step.
  if (gasFee !== null) fees.push({ kind: 'gas', ...gasFee })
  return fees
}

function netOf(outputValueInUsd: string | null, fees: readonly RouteFee[]): string | null {
  let net = outputValueInUsd
  for (const { kind, feeInUsd } of fees) {
    if (kind !== 'gas' && kind !== 'native') continue
    net = net === null || feeInUsd === null ? null : subtractDecimal(net, feeInUsd)
  }
  return net
}

/** The sum of fees; null where the value of one is not known. */
export function totalOf(fees: readonly RouteFee[]): string | null {
  const values = fees.flatMap(({ feeInUsd }) => (feeInUsd === null ? [] : [feeInUsd]))
  return values.length < fees.length ? null : addDecimals('0', ...values)
}

function worth(
  decimals: number,
  { amount, priceInUsd }: { readonly amount: string; readonly priceInUsd: string | null },
): string | null {
  return priceInUsd === null ? null : multiplyUnits(amount, decimals, priceInUsd)
}
