import { formatUnits } from './decimal.ts'
import { withSymbol } from './isolate.ts'
import { numberLanguage } from './text.ts'

interface Denomination {
  readonly decimals: number
  readonly symbol: string
}

const decimalSign =
  new Intl.NumberFormat(numberLanguage).formatToParts(0.1).find(({ type }) => type === 'decimal')?.value ??
  '.'

/** Groups the integer digits as the language of the texts does: `1,234.5`. */
export function grouped(amountText: string): string {
  const [whole = '', fraction] = amountText.split('.')
  const parted = BigInt(whole).toLocaleString(numberLanguage)
  return fraction === undefined ? parted : `${parted}${decimalSign}${fraction}`
}

/** Use it for every known amount: paid, approved, signed, sent or received amounts, and minimums. */
export function formatExactMoney(units: string, token: Denomination): string {
  return withSymbol(grouped(formatUnits(units, token.decimals)), token.symbol)
}
