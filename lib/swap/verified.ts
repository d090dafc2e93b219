import { nativeAddress, sameHex } from '../base/hex.ts'
import { skeletonOf } from './confusable.ts'
import type { Deployment } from './deployment.ts'
import { pinsOf } from './pins.ts'
import type { Token } from './token.ts'

/**
 * The token with Ferry's own word on it: where a chain is pinned the deployment file decides, elsewhere the list. One that
 * is not verified is held against the symbols of those that the file names, on whatever chain (L1).
 */
export function withVerification(deployment: Deployment, token: Token): Token {
  const pins = pinsOf(deployment, token.chainId)
  if (pins === null) return token.isVerified ? token : withImitation(deployment, token)
  const isNative = sameHex(token.address, nativeAddress)
  const isVerified = isNative || pins.verifiedTokens.some((known) => sameHex(known.address, token.address))
  return isVerified ? { ...token, isVerified } : withImitation(deployment, { ...token, isVerified })
}

const skeletonsOf = new WeakMap<Deployment, ReadonlyMap<string, string>>()

function withImitation(deployment: Deployment, token: Token): Token {
  let known = skeletonsOf.get(deployment)
  if (known === undefined) {
    const symbols = deployment.chains.flatMap((chain) => chain.verifiedTokens.map(({ symbol }) => symbol))
    known = new Map(symbols.map((symbol) => [skeletonOf(symbol), symbol]))
    skeletonsOf.set(deployment, known)
  }
  const imitates = known.get(skeletonOf(token.symbol)) ?? known.get(skeletonOf(token.name))
  return imitates === undefined ? token : { ...token, imitates }
}
