import { formatUnits } from '../base/amount.ts'
import { nativeAddress, sameHex } from '../base/hex.ts'
import { chainConfig } from '../deployment/chain-config.ts'
import type { Deployment, PriceFeed } from '../deployment/deployment.ts'

/** What `latestRoundData()` and `decimals()` of a feed say at one block. */
export interface FeedRound {
  readonly roundId: bigint
  readonly answer: bigint
  readonly updatedSeconds: bigint
  readonly answeredInRound: bigint
  readonly decimals: bigint
}

/** Blocks and keepers are late now and then; more than that is silence. */
const marginSeconds = 300

/** Returns the feed that the package names for a token or a chain's own currency; null where it names none. */
export function feedOf(
  deployment: Deployment,
  token: { readonly chainId: number; readonly address: string },
): PriceFeed | null {
  const pins = chainConfig(deployment, token.chainId)
  if (pins === null) return null
  if (sameHex(token.address, nativeAddress)) return pins.currencyPriceFeed ?? null
  return pins.verifiedTokens.find(({ address }) => sameHex(address, token.address))?.priceFeed ?? null
}

/**
 * Dollars of one whole, exact decimal text, by a round as it stood when the chain's clock showed `chainSeconds`. Null for a
 * price that nobody should believe: zero or less, of a round that is not finished, too old or from the future, or of a
 * contract that counts in other decimals than the package says.
 */
export function priceOfRound(round: FeedRound, feed: PriceFeed, chainSeconds: number): string | null {
  const { roundId, answer, updatedSeconds, answeredInRound, decimals } = round
  if (decimals !== BigInt(feed.decimals) || answer <= 0n) return null
  if (roundId === 0n || answeredInRound < roundId) return null
  const ageSeconds = BigInt(chainSeconds) - updatedSeconds
  if (ageSeconds > BigInt(feed.heartbeatSeconds + marginSeconds) || ageSeconds < -BigInt(marginSeconds))
    return null
  return formatUnits(answer, feed.decimals)
}
