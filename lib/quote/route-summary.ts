import {
  addDecimals,
  compareDecimal,
  knownValue,
  lesserOf,
  lossPercent,
  multiplyUnits,
  percentOfUnits,
  subtractDecimal,
} from '../base/decimal.ts'
import { type Address, nativeAddress, sameHex } from '../base/hex.ts'
import type { QuoteRequest, ResolvedQuoteRequest } from '../service/quote-request.ts'
import type {
  ApprovalData,
  DepositRoute,
  FeeAmount,
  PricedRoute,
  Quote,
  RouteOutput,
  TxData,
} from '../service/quote-result.ts'
import type { Token } from '../service/token.ts'

/** The figures of a route as people are shown them. */
interface RouteSummary extends FeeList {
  /** What is shown as "about": `effectiveAmount`, or `amount` where there is none. */
  readonly promisedAmount: string
  readonly minAmountOut: string
  readonly inputValueInUsd: string | null
  /**
   * The lesser of what `promisedAmount` is worth (`promisedWorth`) and what the service says is left after every cost: a minus
   * where it costs more than it brings. The service cannot hide a loss by a figure that is too good.
   */
  readonly outputValueInUsd: string | null
  /**
   * The lesser of that worth less what is paid in addition to the input, gas and native fee, and what the service says is left; null
   * where one value is not known.
   */
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
  const worth = promisedWorth(output)
  const { effectiveInUsd = null } = output
  const outputValueInUsd = lesserOf(worth, effectiveInUsd)
  const net = netOf(worth ?? effectiveInUsd, list)
  return {
    promisedAmount,
    minAmountOut: output.minAmountOut,
    inputValueInUsd,
    outputValueInUsd,
    // A route's fee that nobody can read may be one that is paid beside the input.
    netValueInUsd: net === null || unreadFees.includes('routeFee') ? null : lesserOf(net, effectiveInUsd),
    fees: list.fees,
    unknownFees: list.unknownFees,
    lossPercent: lossPercent(inputValueInUsd, outputValueInUsd),
  }
}

/** Returns what the input of a quote is worth at its own price; null without one. */
export function worthOf({ token, amount, priceInUsd }: Quote['input']): string | null {
  return priceInUsd === null ? null : multiplyUnits(amount, token.decimals, priceInUsd)
}

/** Returns what a route promises is worth at the quote's own price; the service's value of its `amount` where it gave no price. */
export function promisedWorth({
  token,
  amount,
  effectiveAmount,
  priceInUsd,
  valueInUsd,
}: RouteOutput): string | null {
  const units = effectiveAmount ?? amount
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
interface FeeTotal {
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

/**
 * Returns the fees with the affiliate's as the request itself says it, in units of the input: what is signed counts, not
 * what the quote says of it.
 */
export function withAffiliateFee(list: FeeList, units: bigint, { input }: Pick<Quote, 'input'>): FeeList {
  const fee: RouteFee = { kind: 'affiliate', token: input.token, amount: String(units), feeInUsd: null }
  return {
    fees: [...list.fees.filter(({ kind }) => kind !== 'affiliate'), valued(fee, [input])],
    unknownFees: list.unknownFees.filter((kind) => kind !== 'affiliate'),
  }
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

/**
 * Returns what a route says it takes of the origin chain's own currency beside its input; null where it names nothing.
 */
export function namedNativeFee(
  ask: Pick<QuoteRequest, 'originChainId' | 'inputToken'>,
  route: PricedRoute,
): FeeAmount | null {
  const fee = route.routeDetails.routeFee
  if (fee === null || sameHex(ask.inputToken, nativeAddress)) return null
  const isNative = fee.token.chainId === ask.originChainId && sameHex(fee.token.address, nativeAddress)
  return isNative ? fee : null
}

/**
 * Returns what a transaction sends beyond the input, smallest unit of the native asset; negative where it sends too
 * little.
 */
export function nativeFeeUnits(
  ask: Pick<QuoteRequest, 'inputToken' | 'inputAmount'>,
  txData: Pick<TxData, 'value'>,
): bigint {
  const input = sameHex(ask.inputToken, nativeAddress) ? BigInt(ask.inputAmount) : 0n
  return BigInt(txData.value) - input
}

/** A swap on the origin chain, before anything goes to the destination. */
export interface OnTheWay {
  readonly token: Token
  /** The least of it, smallest unit. */
  readonly minUnits: string
}

/** The one deal the user saw on the review and agreed to; frozen with the order. */
export interface ReviewedTerms extends FeeList {
  readonly request: ResolvedQuoteRequest
  /** Finds the same route in a later quote; null where no route was chosen and the first automatic one was taken. */
  readonly routeKey: string | null
  /** As the deployment file names it; null where the file does not have the chain. */
  readonly originChainName: string | null
  readonly inputToken: Token
  readonly outputToken: Token
  /** Smallest unit of the output token; what the screen called "at least". */
  readonly minAmountOut: string
  /** What the screen called "about": `effectiveAmount`, or `amount` where there is none. */
  readonly promisedAmount: string
  readonly inputValueInUsd: string | null
  /** Of `promisedAmount`, as `promisedWorth` has it. */
  readonly outputValueInUsd: string | null
  /** What is left after every cost, as the service says; negative where a swap costs more than it brings. Absent: not said. */
  readonly effectiveInUsd?: string
  readonly estimatedSeconds: number | null
  /** The approval that the service proposes; absent where it proposes none, or none is made. */
  readonly saidApproval?: ApprovalData
  /** What the transaction sends of the chain's own currency; absent where no transaction is sent. */
  readonly nativeValueUnits?: string
  /** The switchboard of a request where the deployment file pins none, in digits: the user was asked about it. */
  readonly unknownSwitchboard?: string
  /** The request's delegate, which may cancel on the destination; absent where it is the user. */
  readonly delegate?: Address
  /** What comes along for gas; absent where nothing does. */
  readonly refuelUnits?: string
  /**
   * The review said how little less may arrive without another question (`leastGoingOn`); absent where it did not, and where
   * another quote was accepted since.
   */
  readonly leeway?: true
  /** The quote does not say that the call on the receiver is part of a route whose bytes cannot be read. */
  readonly isPayloadUnconfirmed?: true
  /** What the input is swapped into first; absent where it goes on as it is. */
  readonly onTheWay?: OnTheWay
}
