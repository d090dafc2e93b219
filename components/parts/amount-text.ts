import { compareDecimal } from '../../lib/base/decimal.ts'
import { displayUnitsRoundedUp } from '../../lib/base/decimal-math.ts'
import { keepOrder, withSymbol } from '../../lib/base/isolate.ts'
import { grouped } from '../../lib/base/money-text.ts'
import { type Denomination, formatDollars, shorten } from './format.ts'

/** Returns the first digits of an amount that arrived, without its symbol, rounded down: `+99.56`. */
export function gainOf(units: string, token: Denomination): string {
  return keepOrder(`+${grouped(shorten(units, token))}`)
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

/** Returns `0:42`. A wait of hours needs no countdown. */
export function countdownText(seconds: number): string {
  if (seconds >= 3600) return ''
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Formats dollars for a narrow place, rounded down: `$25.0M`, but `$1,234.50` below a million. */
export function formatCompactDollars(valueInUsd: string): string {
  return formatDollars(valueInUsd, compareDecimal(valueInUsd, '1000000') < 0 ? 'floor' : 'compact')
}

/** Formats a cost in dollars, rounded up: `$0.16` for 0.1599, and `−$0.15` for a gain of 0.1599. */
export function formatCostInDollars(valueInUsd: string): string {
  return formatDollars(valueInUsd, 'ceil')
}
