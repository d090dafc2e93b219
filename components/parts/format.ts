import {
  compareDecimal,
  displayUnits,
  displayUnitsRoundedUp,
  formatUnits,
  isNegative,
  knownValue,
} from '../../lib/base/decimal.ts'
import { keepOrder, withSymbol } from '../../lib/base/isolate.ts'
import { currencySymbol, formatPercent, grouped } from '../../lib/base/money-text.ts'
import { once } from '../../lib/base/once.ts'
import { numberLanguage } from '../../lib/base/text.ts'
import { timeLocale } from '../../lib/base/time-text.ts'
import type { FeeList, SwapCost } from '../../lib/quote/swap-cost.ts'
import type { Token } from '../../lib/service/token.ts'
import { t } from './text.ts'

type Denomination = Pick<Token, 'decimals' | 'symbol'>

/** Enough decimals for the rate of a token that is worth almost nothing. */
const rateDecimals = 24

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

/** Rounded down: `0.9956`. Null if nothing is quoted or nothing is paid. */
export function calculateRate(
  inputUnits: string,
  input: Pick<Token, 'decimals'>,
  outputUnits: string,
  output: Pick<Token, 'decimals'>,
): string | null {
  if (BigInt(inputUnits) === 0n || BigInt(outputUnits) === 0n) return null
  const scaled = BigInt(outputUnits) * 10n ** BigInt(input.decimals + rateDecimals)
  const rate = scaled / (BigInt(inputUnits) * 10n ** BigInt(output.decimals))
  return grouped(displayUnits(rate, rateDecimals))
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

/** Returns `~14 s`, `~3 min`, `~5 hours`, `~7 days`, or "unknown". */
export function durationText(seconds: number | null): string {
  if (seconds === null) return t('timeUnknown')
  if (seconds < 60) return t('aboutSeconds', { seconds: String(Math.max(1, Math.round(seconds))) })
  const minutes = Math.round(seconds / 60)
  if (minutes < 90) return t('aboutMinutes', { minutes: String(minutes) })
  const hours = Math.round(minutes / 60)
  if (hours < 36) return t('aboutHours', { hours })
  return t('aboutDays', { days: Math.round(hours / 24) })
}

export function dayText(ms: number, nowMs: number): string {
  const day = new Date(ms)
  const before = new Date(nowMs)
  if (day.toDateString() === before.toDateString()) return t('today')
  before.setDate(before.getDate() - 1)
  if (day.toDateString() === before.toDateString()) return t('yesterday')
  return dateText(ms)
}

export function dateText(ms: number): string {
  return new Date(ms).toLocaleDateString(timeLocale(), { day: 'numeric', month: 'long', year: 'numeric' })
}

/** Returns a cost with its share of the input, "at least" that, or "unknown": `$0.46 (0.46%)`. */
export function costText(cost: SwapCost | null): string {
  if (cost === null) return t('unknown')
  const { inUsd, percent, isLowerBound } = cost
  const amount = t('costAndShare', { amount: formatCostInDollars(inUsd), percent: formatPercent(percent) })
  return isLowerBound ? t('atLeast', { amount }) : amount
}

/** Like `costText` without the share, for use within a line. */
export function costPartText(cost: SwapCost | null): string {
  if (cost === null) return t('costUnknown')
  return t(cost.isLowerBound ? 'costAtLeast' : 'costOf', { amount: formatCostInDollars(cost.inUsd) })
}

/** Like `costPartText`, with the share, which explains another share in view. */
export function costPartWithShareText(cost: SwapCost | null): string {
  if (cost === null) return t('costUnknown')
  const facts = { amount: formatCostInDollars(cost.inUsd), percent: formatPercent(cost.percent) }
  return t(cost.isLowerBound ? 'costAtLeastWithShare' : 'costOfWithShare', facts)
}

/** Returns the class of the color in which a cost is shown. */
export function costTone(percent: string): string {
  if (compareDecimal(percent, '5') >= 0) return 'tone-danger'
  if (compareDecimal(percent, '3') >= 0) return 'tone-warning'
  return compareDecimal(percent, '1') >= 0 ? 'tone-strong' : ''
}

/** Returns each fee with its amount, for use within a line. */
export function namedFeesText({ fees, unknownFees }: FeeList): string {
  return [
    ...fees.map(({ kind, amount, token }) =>
      t('feeNamed', { fee: t(`fee_${kind}`), amount: aboutCostOf(amount, token) }),
    ),
    ...unknownFees.map((kind) => t('feeNamedUnknown', { fee: t(`fee_${kind}`) })),
  ].join(' · ')
}
