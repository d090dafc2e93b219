import { compareDecimal } from '../base/decimal.ts'
import { addDecimals } from '../base/decimal-math.ts'
import type { Token } from '../service/token.ts'

const smallInUsd = '1'

export interface HeldToken {
  readonly token: Token
  readonly units: bigint
  /** Decimal text rounded down to 6 places; null where the token list has no trustworthy price. */
  readonly worthInUsd: string | null
}

/** Sums holdings of one token on several networks. There is no value unless each holding has one. */
export function sumHoldings(held: readonly HeldToken[]) {
  const decimals = Math.max(0, ...held.map(({ token }) => token.decimals))
  const units = held.reduce((sum, one) => sum + one.units * 10n ** BigInt(decimals - one.token.decimals), 0n)
  const worths = held.map(({ worthInUsd }) => worthInUsd).filter((worth) => worth !== null)
  const isValued = held.length > 0 && worths.length === held.length
  return { units: String(units), decimals, worthInUsd: isValued ? addDecimals(...worths) : null }
}

/**
 * Sorts holdings by value, highest first; those without a price come last, by name. Holdings known to be small are
 * separate.
 */
export function sortByValue<T extends Pick<HeldToken, 'token' | 'worthInUsd'>>(
  held: readonly T[],
): { readonly large: readonly T[]; readonly small: readonly T[] } {
  const sorted = held.toSorted(compareHeld)
  const isSmall = ({ worthInUsd }: T) => worthInUsd !== null && compareDecimal(worthInUsd, smallInUsd) < 0
  return { large: sorted.filter((one) => !isSmall(one)), small: sorted.filter(isSmall) }
}

function compareHeld(
  a: Pick<HeldToken, 'token' | 'worthInUsd'>,
  b: Pick<HeldToken, 'token' | 'worthInUsd'>,
): number {
  const [aImitates, bImitates] = [a, b].map(({ token }) => token.imitates !== undefined)
  // Above the token that it imitates, an imitation would be mistaken for it.
  if (aImitates !== bImitates) return aImitates ? 1 : -1
  if (a.worthInUsd !== null && b.worthInUsd !== null) {
    return compareDecimal(b.worthInUsd, a.worthInUsd) || compareNames(a.token, b.token)
  }
  if (a.worthInUsd === b.worthInUsd) return compareNames(a.token, b.token)
  return a.worthInUsd === null ? 1 : -1
}

/** Compares the chain last, so that the order is deterministic. */
function compareNames(a: Token, b: Token): number {
  return a.name.localeCompare(b.name) || a.symbol.localeCompare(b.symbol) || a.chainId - b.chainId
}
