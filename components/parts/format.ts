import { compareDecimal, isNegative, knownValue } from '../../lib/base/decimal.ts'
import { keepOrder } from '../../lib/base/isolate.ts'
import { once } from '../../lib/base/once.ts'
import { numberLanguage } from '../../lib/base/text.ts'
import { t } from './text.ts'

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
