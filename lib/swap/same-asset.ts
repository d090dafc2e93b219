import { formatUnits } from '../base/amount.ts'
import { nativeAddress, sameHex } from '../base/hex.ts'
import type { Deployment } from './deployment.ts'
import { pinsOf } from './pins.ts'

/** So many units of a token on a chain. */
export interface TokenAmount {
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
 * Both amounts in one measure where the package says that both sides are one thing: verified tokens of one symbol, a
 * chain's own currency and the verified token that wraps it (`W` and its symbol), currencies of one name. Null elsewhere;
 * no word of the service's has a part in it.
 */
export function sameAsset(deployment: Deployment, input: TokenAmount, output: TokenAmount): SameAsset | null {
  const given = assetOf(deployment, input)
  const got = assetOf(deployment, output)
  if (given === null || got === null || given.symbol !== got.symbol) return null
  return {
    given: formatUnits(input.units, given.decimals),
    got: formatUnits(output.units, got.decimals),
  }
}

function assetOf(deployment: Deployment, token: Omit<TokenAmount, 'units'>) {
  const pins = pinsOf(deployment, token.chainId)
  if (pins === null) return null
  if (!sameHex(token.address, nativeAddress))
    return pins.verifiedTokens.find(({ address }) => sameHex(address, token.address)) ?? null
  return pins.currency === undefined ? null : { symbol: `W${pins.currency.symbol}`, decimals: 18 }
}
