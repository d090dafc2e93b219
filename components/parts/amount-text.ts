import { compareDecimal, formatUnits } from '../../lib/base/decimal.ts'
import { displayUnits, displayUnitsRoundedUp } from '../../lib/base/decimal-math.ts'
import { keepOrder, withSymbol } from '../../lib/base/isolate.ts'
import { currencySymbol, grouped } from '../../lib/base/money-text.ts'
import type { Token } from '../../lib/service/token.ts'
import { formatDollars } from './format.ts'

export type Denomination = Pick<Token, 'decimals' | 'symbol'>

/** Shortens an estimate: to cents for a currency of at least one, else to six digits. `display` rounds it. */
function shorten(units: string, { decimals, symbol }: Denomination, display = displayUnits): string {
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
