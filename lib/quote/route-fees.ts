import { addDecimals, compareDecimal, multiplyUnits, percentOfUnits } from '../base/decimal.ts'
import type { DepositRoute, FeeAmount, PricedRoute, Quote } from '../service/quote-result.ts'
import { knownValue } from './figures.ts'
import { namedNativeFee } from './native-fee.ts'

/**
 * Who takes a fee: `relayer` for the delivery, `route` for the swap, `affiliate` the partner, `gas` the network, `native` what a
 * transaction sends on top of its input, `deposit` all of a deposit's as one.
 */
export type FeeKind = 'relayer' | 'route' | 'affiliate' | 'gas' | 'native' | 'deposit'

export interface RouteFee extends FeeAmount {
  readonly kind: FeeKind
}

/** What is known of a route's fees. */
export interface FeeList {
  readonly fees: readonly RouteFee[]
  /** Those that it may have and the service does not say, or not so that it can be read: that is not nothing. */
  readonly unknownFees: readonly FeeKind[]
}

/** What fees come to in dollars: null where nothing of it is known, `isLeast` where a part is not. */
export interface FeeTotal {
  readonly inUsd: string | null
  readonly isLeast: boolean
}

type Priced = Pick<Quote, 'input' | 'originChainId'>

/** Returns every fee the quote names, the relayer's (the part of `amount` that never arrives) first. */
export function routeFees(quote: Priced, route: PricedRoute, way: 'sign' | 'send'): FeeList {
  const { affiliateFee, gasFee, output, routeDetails, unreadFees = [] } = route
  const { routeFee } = routeDetails
  const fees: RouteFee[] = []
  const unknownFees: FeeKind[] = []
  const add = (kind: FeeKind, fee: FeeAmount) => fees.push(valued({ kind, ...fee }, [quote.input, output]))
  if (output.effectiveAmount === null) unknownFees.push('relayer')
  else {
    const units = BigInt(output.amount) - BigInt(output.effectiveAmount)
    if (units > 0n) add('relayer', { token: output.token, amount: String(units), feeInUsd: null })
  }
  const paid = { originChainId: quote.originChainId, inputToken: quote.input.token.address }
  if (routeFee === null) unknownFees.push('route')
  else add(namedNativeFee(paid, route) === null ? 'route' : 'native', routeFee)
  if (affiliateFee !== null) add('affiliate', affiliateFee)
  else if (unreadFees.includes('affiliateFee')) unknownFees.push('affiliate')
  // A signed route costs the user no gas; only an approval does, and that is told with its step.
  if (gasFee !== null) add('gas', gasFee)
  else if (way === 'send' || unreadFees.includes('gasFee')) unknownFees.push('gas')
  return { fees, unknownFees }
}

/** Returns what a deposit says it takes of what is paid in, and what of its promise never arrives. */
export function depositFees(
  { input }: Priced,
  { output, totalFeeBps }: Pick<DepositRoute, 'output' | 'totalFeeBps'>,
): FeeList {
  const fees: RouteFee[] = []
  const units = output === null ? 0n : BigInt(output.amount) - BigInt(output.effectiveAmount ?? output.amount)
  if (output !== null && units > 0n) {
    const { token } = output
    fees.push(valued({ kind: 'relayer', token, amount: String(units), feeInUsd: null }, [output]))
  }
  if (totalFeeBps === null || !isShare(totalFeeBps)) return { fees, unknownFees: ['deposit'] }
  // Rounded up: a fee is never told smaller than it is.
  const amount = String((-percentOfUnits(-BigInt(input.amount), totalFeeBps) + 99n) / 100n)
  fees.push(valued({ kind: 'deposit', token: input.token, amount, feeInUsd: null }, [input]))
  return { fees, unknownFees: [] }
}

/** Basis points of anything. */
function isShare(bps: string): boolean {
  return compareDecimal(bps, '0') >= 0 && compareDecimal(bps, '10000') <= 0
}

/** Returns the native fee that a built transaction really sends, with its value where the quote tells a price. */
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

/** Returns the sum of what is known. Nothing at all beside a part that is not known is no figure. */
export function totalOf({ fees, unknownFees }: FeeList): FeeTotal {
  const values = fees.flatMap(({ feeInUsd }) => (feeInUsd === null ? [] : [feeInUsd]))
  const isLeast = values.length < fees.length || unknownFees.length > 0
  const sum = addDecimals('0', ...values)
  return { inUsd: isLeast && knownValue(sum) === null ? null : sum, isLeast }
}

/** A fee with its value: as the service says, else by the quote's own price of its token; a zero beside an amount is none. */
function valued(fee: RouteFee, priced: readonly Pick<Quote['input'], 'token' | 'priceInUsd'>[]): RouteFee {
  if (BigInt(fee.amount) === 0n) return { ...fee, feeInUsd: '0' }
  const { chainId, address, decimals } = fee.token
  const price = priced.find(({ token }) => token.chainId === chainId && token.address === address)?.priceInUsd
  const worth = price == null ? null : multiplyUnits(fee.amount, decimals, price)
  return { ...fee, feeInUsd: knownValue(fee.feeInUsd) ?? worth }
}
