import { isSameHex, nativeAddress } from '../../lib/base/hex.ts'
import { deployment } from '../harness/chains.ts'

export interface TrueToken {
  readonly symbol: string
  readonly decimals: number
}

/**
 * The truth about a token, from the pinned list alone; null: these worlds have no such token. Every token
 * here is worth one dollar.
 */
export function trueToken(chainId: number, address: string): TrueToken | null {
  const chain = deployment.chains.find((one) => one.chainId === chainId)
  if (isSameHex(address, nativeAddress)) return { symbol: chain?.currency?.symbol ?? '', decimals: 18 }
  return chain?.verifiedTokens.find((one) => isSameHex(one.address, address)) ?? null
}

/** The true units of a figure on screen, which was read with the displayed decimals; rounded up. */
export function meantUnits(shownUnits: string, shownDecimals: number, trueDecimals: number): bigint {
  const numerator = BigInt(shownUnits) * 10n ** BigInt(trueDecimals)
  const denominator = 10n ** BigInt(shownDecimals)
  return (numerator + denominator - 1n) / denominator
}

/** The loss between two amounts in basis points. Each is in its own token, all worth one dollar. */
export function lostBps(given: bigint, givenDecimals: number, got: bigint, gotDecimals: number): bigint {
  const before = given * 10n ** BigInt(gotDecimals)
  const after = got * 10n ** BigInt(givenDecimals)
  return before === 0n ? 0n : ((before - after) * 10_000n) / before
}
