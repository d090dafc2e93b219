import { worthOfUnits } from '../base/decimal.ts'
import { nativeAddress, sameHex } from '../base/hex.ts'
import { lossOnTheWay } from '../checks/on-the-way.ts'
import type { Deployment } from '../deployment/deployment.ts'
import { sameAsset } from '../deployment/same-asset.ts'
import type { ReviewedTerms } from '../order/order.ts'
import { type Holding, shareOf, worthByHolding } from '../service/holding.ts'
import type { Token } from '../service/token.ts'
import { type Looks, lossWithLeast, type ValueLoss, valueLoss } from './value-loss.ts'

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

/** Returns all looks at a deal if so many units of its output arrived. */
export function assessTerms(
  deployment: Deployment,
  reviewed: ReviewedTerms,
  prices: TermsPrices,
  outputUnits: string,
): Looks {
  const { ask, inputToken, outputToken } = reviewed
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

/** So many units of the output at the quote's price of what it promises. */
function quotedWorth({ outputValueInUsd, promisedAmount }: ReviewedTerms, units: string): string | null {
  if (outputValueInUsd === null || units === promisedAmount) return outputValueInUsd
  return BigInt(promisedAmount) === 0n ? null : shareOf(outputValueInUsd, units, promisedAmount)
}
