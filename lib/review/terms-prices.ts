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

/** Reads what a deal is priced by beside its quote; `holdings` is the service's list, null where there is none. */
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

/** Dollars of one whole by the token's own feed; null where it has none, it cannot be believed, or nobody answers. */
export async function fedPrice(
  token: PricedToken,
  { chain, deployment }: PricePorts,
): Promise<string | null> {
  const feed = feedOf(deployment, token)
  return feed === null ? null : whereRead(chain.feedPrice(token.chainId, feed))
}

/** Those of the list that are of these tokens and whose balance the chain itself shows. */
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

/** The prices of a deal that do not come with its quote. */
export interface TermsPrices {
  /** Dollars of one whole by the feeds of the chains; null where there is none to believe. */
  readonly fedInput: string | null
  readonly fedOutput: string | null
  /** Of the origin's own currency. */
  readonly fedNative: string | null
  /** Of what the input is swapped into first. */
  readonly fedOnTheWay: string | null
  /** Of the service's list, only those whose balance the chain shows too. */
  readonly holdings: readonly Holding[]
}

/**
 * Weighs what is promised, the least that may arrive and the least on the way against what is given; the same for every deal.
 */
export function weighTerms(deployment: Deployment, reviewed: ReviewedTerms, prices: TermsPrices): ValueLoss {
  const ends = weighEnds(deployment, reviewed, prices)
  if (reviewed.onTheWay === undefined) return ends
  return { ...ends, onTheWayPercent: lossOnTheWay(deployment, reviewed, prices) }
}

function weighEnds(deployment: Deployment, reviewed: ReviewedTerms, prices: TermsPrices): ValueLoss {
  const { promisedAmount, minAmountOut } = reviewed
  const promised = valueLoss(assessTerms(deployment, reviewed, prices, promisedAmount))
  // A deposit may be promised nothing before it is there: told, and agreed to by a question of its own.
  if (BigInt(promisedAmount) === 0n) return { ...promised, rung: 'warn' }
  return lossWithLeast(promised, valueLoss(assessTerms(deployment, reviewed, prices, minAmountOut)))
}

/**
 * Returns all looks at a deal if so many units of its output arrived.
 *
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
  // A feed is of a pinned chain, which has told the token's decimals; its own currency is always counted in wei.
  const decimals = sameHex(token.address, nativeAddress) ? 18 : token.decimals
  return price === null ? null : worthOfUnits(units, decimals, price)
}

/** So many units of the output by what the quote says of all that it promises, the worse of its price and what it says is left. */
function quotedWorth(reviewed: ReviewedTerms, units: string): string | null {
  const { outputValueInUsd, effectiveInUsd = null, promisedAmount } = reviewed
  const whole = lesserOf(outputValueInUsd, effectiveInUsd)
  if (whole === null || units === promisedAmount) return whole
  if (BigInt(promisedAmount) === 0n) return null
  // A part of a minus would be less of a loss.
  return isNegative(whole) ? whole : shareOf(whole, units, promisedAmount)
}

const wholeUnits = 10n ** 18n

/**
 * Dollars of one whole of the origin chain's own currency, from whatever values some of it: the quote's input, output and
 * fees, else a holding of the token list. Decimal text, six places, rounded down; null where nothing does.
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
