import { compareDecimal, formatUnits } from './decimal.ts'
import { keepOrder, withSymbol } from './isolate.ts'
import { once } from './once.ts'
import { numberLanguage } from './text.ts'

interface Denomination {
  readonly decimals: number
  readonly symbol: string
}

const decimalSign = once(
  () =>
    new Intl.NumberFormat(numberLanguage).formatToParts(0.1).find(({ type }) => type === 'decimal')?.value ??
    '.',
)

/** Groups the integer digits as the language of the texts does: `1,234.5`. */
export function grouped(amountText: string): string {
  const [whole = '', fraction] = amountText.split('.')
  const parted = BigInt(whole).toLocaleString(numberLanguage)
  return fraction === undefined ? parted : `${parted}${decimalSign()}${fraction}`
}

/** A token that only calls itself a currency loses nothing: no digit of an exact amount is cut. */
export const currencySymbol = /USD|EUR|^DAI$/i

/** Returns every digit. A currency has either no decimals or at least two: `100`, `98.90`. */
export function exactFigure(units: string, { decimals, symbol }: Denomination): string {
  const text = formatUnits(units, decimals)
  return grouped(currencySymbol.test(symbol) ? text.replace(/\.\d$/, '$&0') : text)
}

/** Use it for every known amount: paid, approved, signed, sent or received amounts, and minimums. */
export function formatExactMoney(units: string, token: Denomination): string {
  return withSymbol(exactFigure(units, token), token.symbol)
}

/** Writes decimal text as a percentage of the language: `0.5%`, `−0.46%`. A plus sign is kept. */
export function formatPercent(percent: string): string {
  if (compareDecimal(percent.replace('+', ''), '0') === 0) return '0%'
  const [, sign = '', number = ''] = /^([+-]?)(.*)$/.exec(percent) ?? []
  return keepOrder(`${sign.replace('-', '\u2212')}${grouped(number)}%`)
}

/** Digits after the decimal sign that people compare. The rest only adds length. */
const comparedDecimals = 6

/** True if an amount has digits that only its exact form shows. */
export function hasUncomparedDigits(units: string, { decimals }: Pick<Denomination, 'decimals'>): boolean {
  const [, fraction = ''] = formatUnits(units, decimals).split('.')
  return fraction.length > comparedDecimals
}
