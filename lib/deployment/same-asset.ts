import { formatUnits } from '../base/amount.ts'
import { type Address, nativeAddress, sameHex } from '../base/hex.ts'
import { chainConfig, type Deployment } from './deployment.ts'

/** So many units of a token on a chain. */
export interface AssetAmount {
  readonly chainId: number
  readonly address: string
  readonly units: string
}

/** The same thing given and got, in wholes of it, exact decimal text. */
export interface SameAsset {
  readonly given: string
  readonly got: string
}

/**
 * Returns both amounts in one measure where the package says that both sides are one thing: verified tokens of one
 * symbol, a chain's own currency and the verified token that wraps it (`W` and its symbol), currencies of one name.
 * Null elsewhere; no word of the service's has a part in it.
 */
export function sameAsset(deployment: Deployment, input: AssetAmount, output: AssetAmount): SameAsset | null {
  const given = assetOf(deployment, input)
  const got = assetOf(deployment, output)
  if (given === null || got === null || given.symbol !== got.symbol) return null
  return {
    given: formatUnits(input.units, given.decimals),
    got: formatUnits(output.units, got.decimals),
  }
}

/** A token that is the same thing as another one on another chain, and how many units of it are as much. */
export interface Twin {
  readonly address: Address
  readonly symbol: string
  readonly decimals: number
  /** Rounded down. */
  readonly units: bigint
}

/** Returns what a chain has that is the same thing as an amount of another one, as the package names it. */
export function twinsOf(deployment: Deployment, amount: AssetAmount, chainId: number): readonly Twin[] {
  const asset = assetOf(deployment, amount)
  const config = chainConfig(deployment, chainId)
  if (asset === null || config === null) return []
  const { currency, verifiedTokens } = config
  const coin =
    currency === undefined ? [] : [{ address: nativeAddress, symbol: currency.symbol, decimals: 18 }]
  return [...coin, ...verifiedTokens]
    .filter(({ address }) => assetOf(deployment, { chainId, address })?.symbol === asset.symbol)
    .map(({ address, symbol, decimals }) => ({
      address,
      symbol,
      decimals,
      units: (BigInt(amount.units) * 10n ** BigInt(decimals)) / 10n ** BigInt(asset.decimals),
    }))
}

function assetOf(deployment: Deployment, token: Omit<AssetAmount, 'units'>) {
  const config = chainConfig(deployment, token.chainId)
  if (config === null) return null
  if (!sameHex(token.address, nativeAddress))
    return config.verifiedTokens.find(({ address }) => sameHex(address, token.address)) ?? null
  return config.currency === undefined ? null : { symbol: `W${config.currency.symbol}`, decimals: 18 }
}
