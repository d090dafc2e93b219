import { compareDecimal } from '../../lib/base/decimal.ts'
import { displayUnits } from '../../lib/base/decimal-math.ts'
import { formatPercent, grouped } from '../../lib/base/money-text.ts'
import type { FeeList, SwapCost } from '../../lib/quote/swap-cost.ts'
import type { Token } from '../../lib/service/token.ts'
import { aboutCostOf, formatCostInDollars } from './amount-text.ts'
import { t } from './text.ts'

/*
 * The rate, the duration and the costs of a quote. The form's first picture has none of them, so they are not in `format.ts`.
 */

/** Enough decimals for the rate of a token that is worth almost nothing. */
const rateDecimals = 24

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

/** Returns a slippage as text. Null: the service chooses it. */
export function slippageText(percent: string | null): string {
  return percent === null ? t('slippageAuto') : formatPercent(percent)
}
