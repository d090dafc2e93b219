import {
  compareDecimal,
  displayUnits,
  displayUnitsRoundedUp,
  formatDecimal,
  formatUnits,
  isNegative,
} from '../../lib/base/decimal.ts'
import { withSymbol } from '../../lib/base/isolate.ts'
import { grouped } from '../../lib/base/money-text.ts'
import { type FeeList, sumFees } from '../../lib/quote/route-summary.ts'
import type { Token } from '../../lib/service/token.ts'
import { t } from './text.ts'

/** Enough decimals for the rate of a token that is worth almost nothing. */
const rateDecimals = 24

/** Returns an estimate without its symbol, rounded down: `~99.5623`. */
export function aboutAmountOf(units: string, token: Pick<Token, 'decimals'>): string {
  return `~${grouped(displayUnits(units, token.decimals))}`
}

/** Returns a balance without its symbol, as an estimate if it has more digits than there is room for. */
export function balanceOf(units: string, token: Pick<Token, 'decimals'>): string {
  const shown = displayUnits(units, token.decimals)
  return shown === formatUnits(units, token.decimals) ? grouped(shown) : aboutAmountOf(units, token)
}

/** Rounded down: `~0.9956`. Null if nothing is quoted or nothing is paid. */
export function calculateRate(
  inputUnits: string,
  input: Pick<Token, 'decimals'>,
  outputUnits: string,
  output: Pick<Token, 'decimals'>,
): string | null {
  if (BigInt(inputUnits) === 0n || BigInt(outputUnits) === 0n) return null
  const scaled = BigInt(outputUnits) * 10n ** BigInt(input.decimals + rateDecimals)
  const rate = scaled / (BigInt(inputUnits) * 10n ** BigInt(output.decimals))
  return aboutAmountOf(rate.toString(), { decimals: rateDecimals })
}

/** Returns an estimated cost, rounded up: `~0.0623 USDC`. */
export function aboutCostOf(units: string, token: Pick<Token, 'decimals' | 'symbol'>): string {
  return withSymbol(`~${grouped(displayUnitsRoundedUp(units, token.decimals))}`, token.symbol)
}

/** Returns an estimate, rounded down: `~99.5623 USDC`. Use `formatExactMoney` for everything that is known. */
export function aboutMoneyOf(units: string, token: Pick<Token, 'decimals' | 'symbol'>): string {
  return withSymbol(aboutAmountOf(units, token), token.symbol)
}

/**
 * Formats decimal text as dollars: `$1,234.50`, `under $0.01`. A negative amount is rounded away from zero:
 * `−$1.21`.
 */
export function formatDollars(valueInUsd: string): string {
  if (isNegative(valueInUsd)) return `\u2212${formatDollars(formatDecimal(valueInUsd).slice(1))}`
  const [whole = '0', fraction = ''] = valueInUsd.split('.')
  const cents = fraction.padEnd(2, '0').slice(0, 2)
  if (/^0*$/.test(whole + cents) && /[1-9]/.test(fraction)) return t('underCent', { least: '$0.01' })
  return `$${grouped(whole)}.${cents}`
}

/** Formats a cost in dollars, rounded up: `$0.16` for 0.1599. */
export function formatCostInDollars(valueInUsd: string): string {
  if (isNegative(valueInUsd) || /^0*\.?0*$/.test(valueInUsd)) return formatDollars(valueInUsd)
  if (compareDecimal(valueInUsd, '0.01') < 0) return formatDollars(valueInUsd)
  return formatDollars(formatDecimal(`-${valueInUsd}`).slice(1))
}

/** Returns a loss or gain from the person's side: a loss of `0.46` becomes `−0.46%`. */
export function lossText(lossPercent: string): string {
  if (/^-?0(\.0*)?$/.test(lossPercent)) return '0%'
  return lossPercent.startsWith('-') ? `+${lossPercent.slice(1)}%` : `\u2212${lossPercent}%`
}

export function shortenHex(text: string): string {
  return text.length > 14 ? `${text.slice(0, 6)}…${text.slice(-4)}` : text
}

/** Returns `~14 s`, `~3 min`, `~5 hours`, `~7 days`, or "unknown". */
export function durationText(seconds: number | null): string {
  if (seconds === null) return t('timeUnknown')
  if (seconds < 90) return t('aboutSeconds', { seconds: String(Math.max(1, Math.round(seconds))) })
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
  return new Date(ms).toLocaleDateString(undefined, { day: 'numeric', month: 'long', year: 'numeric' })
}

/** Returns the total of all fees, "at least" the total, or "unknown". */
export function feeTotalText(list: FeeList): string {
  const { inUsd, isLowerBound } = sumFees(list)
  if (inUsd === null) return t('unknown')
  return isLowerBound ? t('atLeast', { amount: formatCostInDollars(inUsd) }) : formatCostInDollars(inUsd)
}

/** Like `feeTotalText`, for use within a line. */
export function feesText(list: FeeList): string {
  const { inUsd, isLowerBound } = sumFees(list)
  if (inUsd === null) return t('feesUnknown')
  return t(isLowerBound ? 'feesAtLeast' : 'feesOf', { amount: formatCostInDollars(inUsd) })
}
