import {
  compareDecimal,
  displayUnits,
  displayUnitsRoundedUp,
  formatUnits,
  isNegative,
  knownValue,
} from '../../lib/base/decimal.ts'
import { keepOrder, withSymbol } from '../../lib/base/isolate.ts'
import { currencySymbol, grouped } from '../../lib/base/money-text.ts'
import { once } from '../../lib/base/once.ts'
import { numberLanguage } from '../../lib/base/text.ts'
import type { Token } from '../../lib/service/token.ts'
import { t } from './text.ts'

type Denomination = Pick<Token, 'decimals' | 'symbol'>

/** Shortens an estimate: to cents for a currency of at least one, else to six digits. `display` rounds it. */
function shorten(units: string, { decimals, symbol }: Denomination, display = displayUnits): string {
  if (BigInt(units) === 0n || !currencySymbol.test(symbol)) return display(units, decimals)
  const [whole = ''] = formatUnits(units, decimals).split('.')
  const [digits, fraction = ''] = display(units, decimals, whole === '0' ? 6 : whole.length + 2).split('.')
  return `${digits}.${fraction.padEnd(2, '0')}`
}

/** Returns the first digits of an amount that arrived, without its symbol, rounded down: `+99.56`. */
export function gainOf(units: string, token: Denomination): string {
  return keepOrder(`+${grouped(shorten(units, token))}`)
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

/** Returns `0:42`. A wait of hours needs no countdown. */
export function countdownText(seconds: number): string {
  if (seconds >= 3600) return ''
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Returns an estimated cost, rounded up: `~0.0623 USDC`. */
export function aboutCostOf(units: string, token: Denomination): string {
  return withSymbol(`~${grouped(shorten(units, token, displayUnitsRoundedUp))}`, token.symbol)
}

/** Returns an estimate, rounded down: `~99.5623 USDC`. Use `formatExactMoney` for everything that is known. */
export function aboutMoneyOf(units: string, token: Denomination): string {
  return withSymbol(`~${grouped(shorten(units, token))}`, token.symbol)
}

/** Like `aboutMoneyOf`, for a sentence that says "about" itself. */
export function roundedMoneyOf(units: string, token: Denomination): string {
  return withSymbol(grouped(shorten(units, token)), token.symbol)
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

/** Formats dollars for a narrow place, rounded down: `$25.0M`, but `$1,234.50` below a million. */
export function formatCompactDollars(valueInUsd: string): string {
  return formatDollars(valueInUsd, compareDecimal(valueInUsd, '1000000') < 0 ? 'floor' : 'compact')
}

/** Formats a cost in dollars, rounded up: `$0.16` for 0.1599, and `−$0.15` for a gain of 0.1599. */
export function formatCostInDollars(valueInUsd: string): string {
  return formatDollars(valueInUsd, 'ceil')
}
