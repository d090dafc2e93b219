import { formatUnits } from './decimal.ts'
import { withSymbol } from './isolate.ts'
import { textLanguage } from './text.ts'

interface Denomination {
  readonly decimals: number
  readonly symbol: string
}

/** Groups the integer digits as the language of the texts does: `1,234.5`. */
export function grouped(amountText: string): string {
  const [whole = '', fraction] = amountText.split('.')
  const parted = BigInt(whole).toLocaleString(textLanguage)
  return fraction === undefined ? parted : `${parted}.${fraction}`
}

/** Use it for every known amount: paid, approved, signed, sent or received amounts, and minimums. */
export function formatExactMoney(units: string, token: Denomination): string {
  return withSymbol(grouped(formatUnits(units, token.decimals)), token.symbol)
}
