import { compareDecimal, knownValue, multiplyUnits } from '../base/decimal.ts'
import { maxDecimal, minDecimal, percentOfUnits, valueOfUnits } from '../base/decimal-math.ts'
import { isSameHex, nativeAddress } from '../base/hex.ts'
import type { Decoded } from '../base/shapes.ts'
import type { QuoteRequest } from '../service/quote-request.ts'
import type { Quote } from '../service/quote-shape.ts'
import type { DepositRoute, FeeAmount, PricedRoute, Route, RouteOutput, TxData } from '../service/route.ts'
import type { intermediateSwapShape, nativePriceShape, reviewedShape } from './reviewed-terms.ts'
import { userActionOf } from './routes.ts'
import {
  type FeeKind,
  type FeeList,
  lacksFeeOnTop,
  measureCost,
  type RouteFee,
  type SwapCost,
  valueAfterCosts,
} from './swap-cost.ts'

/** The figures of a route that are computed from its quote. Null if a price or the promise itself is missing. */
export interface RouteSummary extends FeeList {
  /** The amount shown as "about": `effectiveAmount`, or `amount` without one. */
  readonly promisedAmount: string | null
  readonly minAmountOut: string | null
  /**
   * The lesser of two values: `promisedAmount` at the quote's price (`promisedValueInUsd`), and the value after all costs
   * that the service reports. Negative if the swap costs more than it brings. The service cannot hide a loss by
   * reporting a value that is too high.
   */
  readonly outputValueInUsd: string | null
  /**
   * The lesser of two values: the value of `promisedAmount` less gas and native fee, and the value after all costs that the
   * service reports. Gas and native fee are paid in addition to the input.
   */
  readonly netValueInUsd: string | null
  /** Null if the value of the input or of the output is unknown. */
  readonly cost: SwapCost | null
}

/** The figures of a route that promises nothing. */
export const noFigures = {
  promisedAmount: null,
  minAmountOut: null,
  outputValueInUsd: null,
  netValueInUsd: null,
  cost: null,
} as const

/** `approvalGasInUsd` is the gas of the approvals that the route still needs; null if it is unknown. */
export function summarizeRoute(
  quote: Priced,
  route: Route,
  approvalGasInUsd: string | null = '0',
): RouteSummary {
  const list = listFees(quote, route)
  const { output } = route
  if (output === null) return { ...noFigures, ...list }
  const { effectiveInUsd } = output
  const promisedValue = promisedValueInUsd(output)
  const terms = {
    inputValueInUsd: inputValueOf(quote.input),
    outputValueInUsd: promisedValue,
    ...(effectiveInUsd === null ? {} : { effectiveInUsd }),
    ...(route.refuel === null ? {} : { refuelUnits: route.refuel.output.amount }),
    ...list,
  }
  // An unreadable route fee may be a native fee, which is paid in addition to the input.
  const isNetUnknown = lacksFeeOnTop(list) || route.unreadFees.includes('routeFee')
  return {
    promisedAmount: promisedUnits(output),
    minAmountOut: output.minAmountOut,
    outputValueInUsd: minDecimal(promisedValue, effectiveInUsd),
    netValueInUsd: isNetUnknown ? null : valueAfterCosts(terms),
    cost: withTransferOnTop(route, measureCost(terms, approvalGasInUsd)),
    ...list,
  }
}

/** No quote names what a transfer to a deposit address costs: gas of this wallet, or a fee of an exchange. */
function withTransferOnTop({ kind }: Route, cost: SwapCost | null): SwapCost | null {
  return kind === 'deposit' && cost !== null ? { ...cost, isLowerBound: true } : cost
}

/** `effectiveAmount`, or `amount` without one. */
export function promisedUnits({ amount, effectiveAmount }: RouteOutput): string {
  return effectiveAmount ?? amount
}

/** The higher of the service's value of the input and its value by the quote's price. */
export function inputValueOf({ token, amount, priceInUsd, valueInUsd }: Quote['input']): string | null {
  if (priceInUsd === null) return valueInUsd
  const byPrice = valueOfUnits(amount, token.decimals, priceInUsd)
  return valueInUsd === null ? byPrice : maxDecimal(valueInUsd, byPrice)
}

/** At the quote's own price. Without a price, the service's value of `amount`. */
export function promisedValueInUsd(output: RouteOutput): string | null {
  const { token, amount, priceInUsd, valueInUsd } = output
  const units = promisedUnits(output)
  if (priceInUsd !== null) return multiplyUnits(units, token.decimals, priceInUsd)
  return units === amount ? valueInUsd : null
}

type Priced = Pick<Quote, 'input' | 'originChainId'>

/** Returns all fees of a route. The relayer's fee is first: the part of `amount` that never arrives. */
export function listFees(quote: Priced, route: Route): FeeList {
  return route.kind === 'deposit' ? listDepositFees(quote, route) : listRouteFees(quote, route)
}

function listRouteFees(quote: Priced, route: PricedRoute): FeeList {
  const { affiliateFee, gasFee, output, routeDetails, unreadFees } = route
  const { routeFee } = routeDetails
  const fees: RouteFee[] = []
  const unknownFees: FeeKind[] = []
  const add = (kind: FeeKind, fee: FeeAmount) =>
    fees.push(addFeeValue({ kind, ...fee }, [quote.input, output]))
  if (output.effectiveAmount === null) unknownFees.push('relayer')
  else {
    const units = BigInt(output.amount) - BigInt(output.effectiveAmount)
    if (units > 0n) add('relayer', { token: output.token, amount: String(units), feeInUsd: null })
  }
  const paid = { originChainId: quote.originChainId, inputToken: quote.input.token.address }
  if (routeFee === null) unknownFees.push('route')
  else add(findNativeFee(paid, route) === null ? 'route' : 'native', routeFee)
  if (affiliateFee !== null) add('affiliate', affiliateFee)
  else if (unreadFees.includes('affiliateFee')) unknownFees.push('affiliate')
  // A signed route costs the user no gas. Only its approval does, and the approval's step shows that. No network carries a
  // transaction for nothing, so a gas of zero is not known.
  const isSent = userActionOf(route) === 'send'
  if (gasFee !== null && !(isSent && BigInt(gasFee.amount) === 0n)) add('gas', gasFee)
  else if (isSent || unreadFees.includes('gasFee')) unknownFees.push('gas')
  return { fees, unknownFees }
}

/** `units` of the input, from the signed request. The signed value counts, not the quote's. */
export function withAffiliateFee(list: FeeList, units: bigint, { input }: Pick<Quote, 'input'>): FeeList {
  const fee: RouteFee = { kind: 'affiliate', token: input.token, amount: String(units), feeInUsd: null }
  return {
    fees: [...list.fees.filter(({ kind }) => kind !== 'affiliate'), addFeeValue(fee, [input])],
    unknownFees: list.unknownFees.filter((kind) => kind !== 'affiliate'),
  }
}

/** Returns a deposit's share of the paid amount, and the part of its promised amount that never arrives. */
function listDepositFees({ input }: Priced, { output, totalFeeBps }: DepositRoute): FeeList {
  const fees: RouteFee[] = []
  const relayerUnits = output === null ? 0n : BigInt(output.amount) - BigInt(promisedUnits(output))
  if (output !== null && relayerUnits > 0n) {
    const { token } = output
    fees.push(addFeeValue({ kind: 'relayer', token, amount: String(relayerUnits), feeInUsd: null }, [output]))
  }
  if (totalFeeBps === null || !isBasisPoints(totalFeeBps)) return { fees, unknownFees: ['deposit'] }
  // Rounded up, so that a fee is never shown too small.
  const amount = String((-percentOfUnits(-BigInt(input.amount), totalFeeBps) + 99n) / 100n)
  fees.push(addFeeValue({ kind: 'deposit', token: input.token, amount, feeInUsd: null }, [input]))
  return { fees, unknownFees: [] }
}

function isBasisPoints(bps: string): boolean {
  return compareDecimal(bps, '0') >= 0 && compareDecimal(bps, '10000') <= 0
}

/** The fee that the built transaction really sends. It has a dollar value if the quote named the same amount. */
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

/**
 * The service's value, else the exact one by the quote's own price of the token. Zero for a non-zero amount counts as
 * missing.
 */
function addFeeValue(
  fee: RouteFee,
  priced: readonly Pick<Quote['input'], 'token' | 'priceInUsd'>[],
): RouteFee {
  if (BigInt(fee.amount) === 0n) return { ...fee, feeInUsd: '0' }
  const { chainId, address, decimals } = fee.token
  const price = priced.find(({ token }) => token.chainId === chainId && token.address === address)?.priceInUsd
  const worth = price == null ? null : valueOfUnits(fee.amount, decimals, price)
  return { ...fee, feeInUsd: knownValue(fee.feeInUsd) ?? worth }
}

export function findNativeFee(
  request: Pick<QuoteRequest, 'originChainId' | 'inputToken'>,
  route: Route,
): FeeAmount | null {
  const fee = route.routeDetails.routeFee
  if (fee === null || isSameHex(request.inputToken, nativeAddress)) return null
  const isNative = fee.token.chainId === request.originChainId && isSameHex(fee.token.address, nativeAddress)
  return isNative ? fee : null
}

/** Sent on top of the input, in the smallest unit; negative if the transaction sends too little. */
export function computeNativeFeeUnits(
  request: Pick<QuoteRequest, 'inputToken' | 'inputAmount'>,
  txData: Pick<TxData, 'value'>,
): bigint {
  const input = isSameHex(request.inputToken, nativeAddress) ? BigInt(request.inputAmount) : 0n
  return BigInt(txData.value) - input
}

export type IntermediateSwap = Decoded<typeof intermediateSwapShape>
export type ReviewedTerms = Decoded<typeof reviewedShape>
export type NativePrice = Decoded<typeof nativePriceShape>
