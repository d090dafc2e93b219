import { nativeAddress, sameHex } from '../../lib/base/hex.ts'
import { deployment } from '../harness/chains.ts'

/** A token as it really is; null where the worlds have no such token. */
export interface TrueToken {
  readonly symbol: string
  readonly decimals: number
}

/** What is true of a token, from the pins alone. Every token of these worlds is worth one dollar. */
export function trueToken(chainId: number, address: string): TrueToken | null {
  const chain = deployment.chains.find((one) => one.chainId === chainId)
  if (sameHex(address, nativeAddress)) return { symbol: chain?.currency?.symbol ?? '', decimals: 18 }
  return chain?.verifiedTokens.find((one) => sameHex(one.address, address)) ?? null
}

/** The units of a token that a figure on screen stands for, read with the decimals that were shown; rounded up. */
export function meantUnits(shownUnits: string, shownDecimals: number, trueDecimals: number): bigint {
  const numerator = BigInt(shownUnits) * 10n ** BigInt(trueDecimals)
  const denominator = 10n ** BigInt(shownDecimals)
  return (numerator + denominator - 1n) / denominator
}

/** Hundredths of a percent that are lost between two amounts, each in its own token, all worth a dollar. */
export function lostBps(given: bigint, givenDecimals: number, got: bigint, gotDecimals: number): bigint {
  const before = given * 10n ** BigInt(gotDecimals)
  const after = got * 10n ** BigInt(givenDecimals)
  return before === 0n ? 0n : ((before - after) * 10_000n) / before
}
