import { compareDecimal, displayUnits, formatUnits, isNegative, knownValue } from '../../lib/base/decimal.ts'
import { keepOrder } from '../../lib/base/isolate.ts'
import { currencySymbol, grouped } from '../../lib/base/money-text.ts'
import { once } from '../../lib/base/once.ts'
import { numberLanguage } from '../../lib/base/text.ts'
import type { Token } from '../../lib/service/token.ts'
import { t } from './text.ts'

export type Denomination = Pick<Token, 'decimals' | 'symbol'>

/** Shortens an estimate: to cents for a currency of at least one, else to six digits. `display` rounds it. */
export function shorten(units: string, { decimals, symbol }: Denomination, display = displayUnits): string {
  if (BigInt(units) === 0n || !currencySymbol.test(symbol)) return display(units, decimals)
  const [whole = ''] = formatUnits(units, decimals).split('.')
  const [digits, fraction = ''] = display(units, decimals, whole === '0' ? 6 : whole.length + 2).split('.')
  return `${digits}.${fraction.padEnd(2, '0')}`
}

/** Returns an estimate without its symbol, rounded down: `~99.56`. */
export function aboutAmountOf(units: string, token: Denomination): string {
  return keepOrder(`~${grouped(shorten(units, token))}`)
}

/** Returns a balance without its symbol, as an estimate if it has more digits than there is room for. */
export function balanceOf(units: string, token: Denomination): string {
  const shown = shorten(units, token)
  const isWhole = compareDecimal(shown, formatUnits(units, token.decimals)) === 0
  return isWhole ? keepOrder(grouped(shown)) : aboutAmountOf(units, token)
}

// Both formats read the digits of a string, so that no amount becomes a floating-point number.
// A gain below one cent is rounded to zero, which has no sign.
const dollars = {
  style: 'currency',
  currency: 'USD',
  currencyDisplay: 'narrowSymbol',
  signDisplay: 'negative',
} as const
const dollarFormats = {
  floor: once(() => new Intl.NumberFormat(numberLanguage, { ...dollars, roundingMode: 'floor' })),
  ceil: once(() => new Intl.NumberFormat(numberLanguage, { ...dollars, roundingMode: 'ceil' })),
  compact: once(
    () =>
      new Intl.NumberFormat(numberLanguage, {
        ...dollars,
        roundingMode: 'floor',
        notation: 'compact',
        minimumFractionDigits: 1,
        maximumFractionDigits: 1,
      }),
  ),
}

/** Formats decimal text as dollars, rounded down: `$1,234.50`, `< $0.01`, `−$1.21`. */
export function formatDollars(valueInUsd: string, rounding: keyof typeof dollarFormats = 'floor'): string {
  const isBelowCent = knownValue(valueInUsd) !== null && compareDecimal(valueInUsd, '0.01') < 0
  if (isBelowCent && !isNegative(valueInUsd))
    return keepOrder(t('underCent', { least: formatDollars('0.01') }))
  const shown = dollarFormats[rounding]().format(valueInUsd as Intl.StringNumericLiteral)
  // Marks of a right-to-left language would move the blank before the currency.
  return keepOrder(shown.replace(/\p{Bidi_Control}/gu, '').replace('-', '−'))
}
