import { compareDecimal, isNegative } from '../base/decimal.ts'
import { addDecimals, maxDecimal, minDecimal, valueOfUnits } from '../base/decimal-math.ts'
import { type Address, isAddress, isSameHex, nativeAddress, nativeDecimals } from '../base/hex.ts'
import { findPriceFeed } from '../chain/costs.ts'
import { nullIfUnreachable } from '../chain/rpc.ts'
import { intermediateSwapLoss } from '../checks/swap-request.ts'
import { chainConfig, sameAsset } from '../deployment/deployment.ts'
import type { Deployment } from '../deployment/schema.ts'
import type { BasePorts } from '../quote/base-ports.ts'
import type { ReviewedTerms } from '../quote/route-summary.ts'
import type { QuoteRequest } from '../service/quote-request.ts'
import { type Holding, type Token, valueByHolding, valueOfShare } from '../service/token.ts'
import { lossWithMinimum, type Valuations, type ValueLoss, valueLoss } from './value-loss.ts'

interface PricedToken {
  readonly chainId: number
  readonly address: string
}

/** Reads the prices of the terms from outside the quote. `holdings` is the service's list, null without one. */
export async function readTermsPrices(
  { request, intermediateSwap }: ReviewedTerms,
  holdings: readonly Holding[] | null,
  ports: BasePorts,
): Promise<TermsPrices> {
  const input = { chainId: request.originChainId, address: request.inputToken }
  const output = { chainId: request.destinationChainId, address: request.outputToken }
  const [feedInputPrice, feedOutputPrice, feedNativePrice, feedIntermediatePrice, proven] = await Promise.all(
    [
      readTokenFeedPrice(input, ports),
      readTokenFeedPrice(output, ports),
      readTokenFeedPrice({ chainId: request.originChainId, address: nativeAddress }, ports),
      intermediateSwap === undefined ? null : readTokenFeedPrice(intermediateSwap.token, ports),
      readProvenHoldings(holdings ?? [], [input, output], request.userAddress, ports),
    ],
  )
  return { feedInputPrice, feedOutputPrice, feedNativePrice, feedIntermediatePrice, holdings: proven }
}

/**
 * Dollars of one whole token by its own price feed. Null where it has none, the feed is implausible, or no endpoint
 * answers.
 */
export async function readTokenFeedPrice(
  token: PricedToken,
  { chain, deployment }: BasePorts,
): Promise<string | null> {
  const feed = findPriceFeed(deployment, token)
  return feed === null ? null : nullIfUnreachable(chain.feedPrice(token.chainId, feed))
}

async function readProvenHoldings(
  listed: readonly Holding[],
  tokens: readonly PricedToken[],
  owner: Address | null,
  { chain, deployment }: BasePorts,
): Promise<readonly Holding[]> {
  if (owner === null) return []
  const about = listed.filter((held) => tokens.some((token) => isSame(token, held)))
  const proven = await Promise.all(
    about.map(async (held) => {
      if (chainConfig(deployment, held.chainId) === null || !isAddress(held.address)) return false
      const units = await nullIfUnreachable(chain.balance(held.chainId, held.address, owner))
      return units !== null && units === BigInt(held.balance)
    }),
  )
  return about.filter((_held, at) => proven[at])
}

function isSame(one: PricedToken, other: PricedToken): boolean {
  return one.chainId === other.chainId && isSameHex(one.address, other.address)
}

export interface TermsPrices {
  /** Dollars of one whole token by the chains' price feeds; null without a plausible one. */
  readonly feedInputPrice: string | null
  readonly feedOutputPrice: string | null
  readonly feedNativePrice: string | null
  readonly feedIntermediatePrice: string | null
  /** From the service's list, only holdings whose balance the chain confirms. */
  readonly holdings: readonly Holding[]
}

/** The promised amount, the least that may arrive and the least of a swap on the way, each against the input. */
export function measureTermsLoss(
  deployment: Deployment,
  terms: ReviewedTerms,
  prices: TermsPrices,
): ValueLoss {
  const reviewed = valueNativeFees(terms, prices.feedNativePrice)
  const ends = measureOutputLoss(deployment, reviewed, prices)
  if (reviewed.intermediateSwap === undefined) return ends
  return { ...ends, intermediateSwapPercent: intermediateSwapLoss(deployment, reviewed, prices) }
}

function measureOutputLoss(deployment: Deployment, reviewed: ReviewedTerms, prices: TermsPrices): ValueLoss {
  const { promisedAmount, minAmountOut, request } = reviewed
  const promised = valueLoss(valuateTerms(deployment, reviewed, prices, promisedAmount))
  // A deposit may promise nothing before it arrives. The review warns of it, and requires its own consent (`noPromise`).
  if (BigInt(promisedAmount) === 0n) return { ...promised, level: 'warn' }
  const atLeast = valuateTerms(deployment, reviewed, prices, minAmountOut)
  return lossWithMinimum(promised, valueLoss(atLeast, request.slippagePercent ?? '0'))
}

/** Values each fee in the origin's native currency at the given price, if the service states less or nothing. */
export function valueNativeFees(reviewed: ReviewedTerms, priceInUsd: string | null): ReviewedTerms {
  if (priceInUsd === null) return reviewed
  const native = { chainId: reviewed.request.originChainId, address: nativeAddress }
  const fees = reviewed.fees.map((fee) => {
    if (!isSame(native, fee.token)) return fee
    const inUsd = valueOfUnits(fee.amount, nativeDecimals, priceInUsd)
    return { ...fee, feeInUsd: fee.feeInUsd === null ? inUsd : maxDecimal(inUsd, fee.feeInUsd) }
  })
  return { ...reviewed, fees }
}

/** A native fee is paid in addition to the input. @internal */
export function valuateTerms(
  deployment: Deployment,
  reviewed: ReviewedTerms,
  prices: TermsPrices,
  outputUnits: string,
): Valuations {
  const { request, inputToken, outputToken } = reviewed
  const units = request.inputAmount
  const onTopInUsd = reviewed.fees.find(({ kind }) => kind === 'native')?.feeInUsd ?? '0'
  const withFee = (inUsd: string | null) => (inUsd === null ? null : addDecimals(inUsd, onTopInUsd))
  const amounts = sameAsset(
    deployment,
    { chainId: request.originChainId, address: request.inputToken, units },
    { chainId: request.destinationChainId, address: request.outputToken, units: outputUnits },
  )
  // One asset in two forms has one price, so the feed of either side values the lost part.
  const inputPrice = prices.feedInputPrice ?? (amounts === null ? null : prices.feedOutputPrice)
  return {
    amounts,
    feeds: {
      inUsd: withFee(feedValue(inputToken, units, inputPrice)),
      outUsd: feedValue(outputToken, outputUnits, prices.feedOutputPrice),
    },
    holdings: {
      inUsd: withFee(valueByHolding(prices.holdings, inputToken, units)),
      outUsd: valueByHolding(prices.holdings, outputToken, outputUnits),
    },
    quoted: { inUsd: withFee(reviewed.inputValueInUsd), outUsd: quotedValue(reviewed, outputUnits) },
  }
}

function feedValue(token: Token, units: string, price: string | null): string | null {
  // A feed exists only on a pinned chain, where the decimals were read; the native currency is always in wei.
  const decimals = isSameHex(token.address, nativeAddress) ? nativeDecimals : token.decimals
  return price === null ? null : valueOfUnits(units, decimals, price)
}

/**
 * Value of `units` of the output by the quote, from the value of the whole promise. The worse one counts: the output's
 * price, or the value after all costs.
 */
function quotedValue(reviewed: ReviewedTerms, units: string): string | null {
  const { outputValueInUsd, effectiveInUsd = null, promisedAmount } = reviewed
  const whole = minDecimal(outputValueInUsd, effectiveInUsd)
  if (whole === null || units === promisedAmount) return whole
  if (BigInt(promisedAmount) === 0n) return null
  // The share of a negative value would be a smaller loss.
  return isNegative(whole) ? whole : valueOfShare(whole, units, promisedAmount)
}

const wholeUnits = 10n ** 18n

interface NativePriced
  extends Pick<ReviewedTerms, 'promisedAmount' | 'inputValueInUsd' | 'outputValueInUsd' | 'fees'> {
  readonly request: Pick<
    QuoteRequest,
    'originChainId' | 'destinationChainId' | 'inputToken' | 'inputAmount' | 'outputToken'
  >
}

/**
 * Dollars of one whole native currency of the origin chain. Derived from any priced amount of it: the quote's input, output
 * and fees, else a holding of the token list. Decimal text, six places, rounded down; null without a priced amount.
 */
export function nativePriceInUsd(reviewed: NativePriced, holdings: readonly Holding[] | null): string | null {
  const { request, fees } = reviewed
  const { originChainId, destinationChainId, inputToken, outputToken } = request
  const valued = [
    value(originChainId, inputToken, request.inputAmount, reviewed.inputValueInUsd),
    value(destinationChainId, outputToken, reviewed.promisedAmount, reviewed.outputValueInUsd),
    ...fees.map(({ token, amount, feeInUsd }) => value(token.chainId, token.address, amount, feeInUsd)),
    ...(holdings ?? []).map((one) => value(one.chainId, one.address, one.balance, one.balanceInUsd)),
  ]
  for (const { chainId, address, units, inUsd } of valued) {
    if (chainId !== originChainId || !isSameHex(address, nativeAddress)) continue
    if (inUsd === null || compareDecimal(inUsd, '0') <= 0 || BigInt(units) === 0n) continue
    return valueOfShare(inUsd, wholeUnits.toString(), units)
  }
  return null
}

function value(chainId: number, address: string, units: string, inUsd: string | null) {
  return { chainId, address, units, inUsd }
}
