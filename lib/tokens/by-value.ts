import { compareDecimal } from '../base/decimal.ts'
import { type Holding, type Token, worthByHolding } from '../service/token.ts'

/** Dollars below which a holding is small. */
const smallInUsd = '1'

/** A token of which somebody holds something. */
export interface HeldToken {
  readonly token: Token
  /** Decimal text rounded down to 6 places; null where the token list has no price that can be believed. */
  readonly worthInUsd: string | null
}

/**
 * Returns what so many units of a token are worth by the list's own valuation; null without one. A token that nobody
 * vouches for has no price: whoever sends it around can make one up.
 */
export function tokenValue(holdings: readonly Holding[], token: Token, units: string): string | null {
  return token.isVerified ? worthByHolding(holdings, token, units) : null
}

/** Returns the dearest first; those without a price after them, by name. What is known to be small is apart. */
export function byValue(held: readonly HeldToken[]): {
  readonly large: readonly HeldToken[]
  readonly small: readonly HeldToken[]
} {
  const sorted = held.toSorted(compareHeld)
  const isSmall = ({ worthInUsd }: HeldToken) =>
    worthInUsd !== null && compareDecimal(worthInUsd, smallInUsd) < 0
  return { large: sorted.filter((one) => !isSmall(one)), small: sorted.filter(isSmall) }
}

function compareHeld(a: HeldToken, b: HeldToken): number {
  if (a.worthInUsd !== null && b.worthInUsd !== null) {
    return compareDecimal(b.worthInUsd, a.worthInUsd) || compareNames(a.token, b.token)
  }
  if (a.worthInUsd === b.worthInUsd) return compareNames(a.token, b.token)
  return a.worthInUsd === null ? 1 : -1
}

/** Ties by chain, so that the order is the same whenever it is made. */
function compareNames(a: Token, b: Token): number {
  return a.name.localeCompare(b.name) || a.symbol.localeCompare(b.symbol) || a.chainId - b.chainId
}
