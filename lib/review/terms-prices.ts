import { compareDecimal, isNegative, lesserOf, worthOfUnits } from '../base/decimal.ts'
import { type Address, isAddress, nativeAddress, sameHex } from '../base/hex.ts'
import { feedOf } from '../chain/costs.ts'
import { whereRead } from '../chain/rpc.ts'
import { lossOnTheWay } from '../checks/swap-request.ts'
import { chainConfig, type Deployment, sameAsset } from '../deployment/deployment.ts'
import type { FlowPorts } from '../order/flow-ports.ts'
import type { ReviewedTerms } from '../quote/route-summary.ts'
import { type Holding, shareOf, type Token, worthByHolding } from '../service/token.ts'
import { type Looks, lossWithLeast, type ValueLoss, valueLoss } from './agreement.ts'

type PricePorts = Pick<FlowPorts, 'chain' | 'deployment'>

interface PricedToken {
  readonly chainId: number
  readonly address: string
}

/** Reads the prices of the terms from outside the quote. `holdings` is the service's list, null without one. */
export async function dealPrices(
  { request: ask, onTheWay }: Pick<ReviewedTerms, 'request' | 'onTheWay'>,
  holdings: readonly Holding[] | null,
  ports: PricePorts,
): Promise<TermsPrices> {
  const input = { chainId: ask.originChainId, address: ask.inputToken }
  const output = { chainId: ask.destinationChainId, address: ask.outputToken }
  const [fedInput, fedOutput, fedNative, fedOnTheWay, proven] = await Promise.all([
    fedPrice(input, ports),
    fedPrice(output, ports),
    fedPrice({ chainId: ask.originChainId, address: nativeAddress }, ports),
    onTheWay === undefined ? null : fedPrice(onTheWay.token, ports),
    provenHoldings(holdings ?? [], [input, output], ask.userAddress, ports),
  ])
  return { fedInput, fedOutput, fedNative, fedOnTheWay, holdings: proven }
}

/**
 * Dollars of one whole token by its own price feed. Null where it has none, the feed is implausible, or no endpoint
 * answers.
 */
export async function fedPrice(
  token: PricedToken,
  { chain, deployment }: PricePorts,
): Promise<string | null> {
  const feed = feedOf(deployment, token)
  return feed === null ? null : whereRead(chain.feedPrice(token.chainId, feed))
}

/** The listed holdings of these tokens whose balance the chain confirms. */
async function provenHoldings(
  listed: readonly Holding[],
  tokens: readonly PricedToken[],
  owner: Address | null,
  { chain, deployment }: PricePorts,
): Promise<readonly Holding[]> {
  if (owner === null) return []
  const about = listed.filter((held) => tokens.some((token) => isSame(token, held)))
  const proven = await Promise.all(
    about.map(async (held) => {
      if (chainConfig(deployment, held.chainId) === null || !isAddress(held.address)) return false
      const units = await whereRead(chain.balance(held.chainId, held.address, owner))
      return units !== null && units === BigInt(held.balance)
    }),
  )
  return about.filter((_held, at) => proven[at])
}

function isSame(one: PricedToken, other: PricedToken): boolean {
  return one.chainId === other.chainId && sameHex(one.address, other.address)
}

export interface TermsPrices {
  /** Dollars of one whole token by the chains' price feeds; null without a plausible one. */
  readonly fedInput: string | null
  readonly fedOutput: string | null
  readonly fedNative: string | null
  readonly fedOnTheWay: string | null
  /** From the service's list, only holdings whose balance the chain confirms. */
  readonly holdings: readonly Holding[]
}

/**
 * Returns the loss of the terms: the promised amount, the least that may arrive and the least of a swap on the way, each
 * compared with the input. The same rule holds for all terms.
 */
export function weighTerms(deployment: Deployment, reviewed: ReviewedTerms, prices: TermsPrices): ValueLoss {
  const ends = weighEnds(deployment, reviewed, prices)
  if (reviewed.onTheWay === undefined) return ends
  return { ...ends, onTheWayPercent: lossOnTheWay(deployment, reviewed, prices) }
}

function weighEnds(deployment: Deployment, reviewed: ReviewedTerms, prices: TermsPrices): ValueLoss {
  const { promisedAmount, minAmountOut } = reviewed
  const promised = valueLoss(assessTerms(deployment, reviewed, prices, promisedAmount))
  // A deposit may promise nothing before it arrives. The review warns of it, and requires its own consent (`noPromise`).
  if (BigInt(promisedAmount) === 0n) return { ...promised, rung: 'warn' }
  return lossWithLeast(promised, valueLoss(assessTerms(deployment, reviewed, prices, minAmountOut)))
}

/**
 * Returns all valuations of the terms for an output of `outputUnits`.
 * @internal
 */
export function assessTerms(
  deployment: Deployment,
  reviewed: ReviewedTerms,
  prices: TermsPrices,
  outputUnits: string,
): Looks {
  const { request: ask, inputToken, outputToken } = reviewed
  const units = ask.inputAmount
  return {
    amounts: sameAsset(
      deployment,
      { chainId: ask.originChainId, address: ask.inputToken, units },
      { chainId: ask.destinationChainId, address: ask.outputToken, units: outputUnits },
    ),
    feeds: {
      inUsd: fedWorth(inputToken, units, prices.fedInput),
      outUsd: fedWorth(outputToken, outputUnits, prices.fedOutput),
    },
    holdings: {
      inUsd: worthByHolding(prices.holdings, inputToken, units),
      outUsd: worthByHolding(prices.holdings, outputToken, outputUnits),
    },
    quoted: { inUsd: reviewed.inputValueInUsd, outUsd: quotedWorth(reviewed, outputUnits) },
  }
}

function fedWorth(token: Token, units: string, price: string | null): string | null {
  // A feed exists only on a pinned chain, where the decimals were read; the native currency is always in wei.
  const decimals = sameHex(token.address, nativeAddress) ? 18 : token.decimals
  return price === null ? null : worthOfUnits(units, decimals, price)
}

/**
 * Value of `units` of the output by the quote, from the value of the whole promise. The worse one counts: the output's
 * price, or the value after all costs.
 */
function quotedWorth(reviewed: ReviewedTerms, units: string): string | null {
  const { outputValueInUsd, effectiveInUsd = null, promisedAmount } = reviewed
  const whole = lesserOf(outputValueInUsd, effectiveInUsd)
  if (whole === null || units === promisedAmount) return whole
  if (BigInt(promisedAmount) === 0n) return null
  // The share of a negative value would be a smaller loss.
  return isNegative(whole) ? whole : shareOf(whole, units, promisedAmount)
}

const wholeUnits = 10n ** 18n

/**
 * Dollars of one whole native currency of the origin chain. Derived from any priced amount of it: the quote's input, output
 * and fees, else a holding of the token list. Decimal text, six places, rounded down; null without a priced amount.
 */
export function nativePriceInUsd(
  reviewed: Pick<
    ReviewedTerms,
    'request' | 'fees' | 'inputValueInUsd' | 'outputValueInUsd' | 'promisedAmount'
  >,
  holdings: readonly Holding[] | null,
): string | null {
  const { request: ask, fees } = reviewed
  const { originChainId, destinationChainId, inputToken, outputToken } = ask
  const valued = [
    value(originChainId, inputToken, ask.inputAmount, reviewed.inputValueInUsd),
    value(destinationChainId, outputToken, reviewed.promisedAmount, reviewed.outputValueInUsd),
    ...fees.map(({ token, amount, feeInUsd }) => value(token.chainId, token.address, amount, feeInUsd)),
    ...(holdings ?? []).map((one) => value(one.chainId, one.address, one.balance, one.balanceInUsd)),
  ]
  for (const { chainId, address, units, inUsd } of valued) {
    if (chainId !== originChainId || !sameHex(address, nativeAddress)) continue
    if (inUsd === null || compareDecimal(inUsd, '0') <= 0 || BigInt(units) === 0n) continue
    return shareOf(inUsd, wholeUnits.toString(), units)
  }
  return null
}

function value(chainId: number, address: string, units: string, inUsd: string | null) {
  return { chainId, address, units, inUsd }
}
