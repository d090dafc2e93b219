import { formatUnits } from './decimal.ts'
import { withSymbol } from './isolate.ts'

/** What an amount of a token is displayed with. */
interface Denomination {
  readonly decimals: number
  readonly symbol: string
}

/** Groups the integer digits in threes: `1,234.5`. */
export function grouped(amountText: string): string {
  const [whole = '', fraction] = amountText.split('.')
  const parted = whole.replace(/\B(?=(?:\d{3})+$)/g, ',')
  return fraction === undefined ? parted : `${parted}.${fraction}`
}

/**
 * Returns an exact amount of any length: `1,234,567.891234 USDC`. Use it for everything that is known: amounts that are
 * paid, approved, signed, sent or received, and minimums.
 */
export function exactMoneyOf(units: string, token: Denomination): string {
  return withSymbol(grouped(formatUnits(units, token.decimals)), token.symbol)
}
