import { subtractDecimal } from '../base/decimal.ts'
import { tokenKey } from './token.ts'

/** What the token list says somebody holds of a token; the one price that no quote brings (API2). */
export interface Holding {
  readonly chainId: number
  readonly address: string
  /** Digit string above zero. */
  readonly balance: string
  /** Decimal text above zero. */
  readonly balanceInUsd: string
}

/**
 * Returns what so many units are worth where the list values a holding of the token; null elsewhere. Rounded down to 6
 * places.
 */
export function worthByHolding(
  holdings: readonly Holding[],
  token: { readonly chainId: number; readonly address: string },
  units: string,
): string | null {
  const held = holdings.find((one) => tokenKey(one) === tokenKey(token))
  return held === undefined ? null : shareOf(held.balanceInUsd, units, held.balance)
}

/** Returns what a part of something is worth, given the worth of the whole; rounded down to 6 places. */
export function shareOf(wholeInUsd: string, partUnits: string, wholeUnits: string): string {
  const [integer = '', fraction = ''] = wholeInUsd.split('.')
  const micros = (BigInt(`${integer}${fraction}`) * BigInt(partUnits) * 10n ** 6n) / BigInt(wholeUnits)
  const digits = (micros / 10n ** BigInt(fraction.length)).toString().padStart(7, '0')
  return subtractDecimal(`${digits.slice(0, -6)}.${digits.slice(-6)}`, '0')
}
