import { useSignal } from '@preact/signals'
import { addDecimals } from '../../lib/base/decimal-math.ts'
import { numberLanguage } from '../../lib/base/text.ts'
import { timeLocale } from '../../lib/base/time-text.ts'
import type { PeriodSum } from '../../lib/history/history-statistics.ts'
import { formatCostInDollars } from '../parts/amount-text.ts'
import { formatDollars } from '../parts/format.ts'
import { t } from '../parts/text.ts'

export type Money = 'volume' | 'cost'

export function MoneyChart(shown: { periods: readonly PeriodSum[]; of: Money }) {
  return (
    <>
      <Bars {...shown} />
      <PeriodTable periods={shown.periods} />
    </>
  )
}

/** Time runs from left to right in every language, as the bars do. Hidden from screen readers: they use the table. */
function Bars({ periods, of }: { periods: readonly PeriodSum[]; of: Money }) {
  const figures = periods.map((period) => Number(periodAmount(period, of)))
  const top = roundScaleUp(Math.max(...figures))
  const width = periods.length * 10
  return (
    <div class="chart" dir="ltr" aria-hidden="true">
      <div class="chart-scale numbers faint">
        {[top, top / 2, 0].map((mark) => (
          <span key={mark}>{markText(mark)}</span>
        ))}
      </div>
      <svg class="chart-bars" viewBox={`0 0 ${width} 100`} preserveAspectRatio="none" aria-hidden="true">
        <path class="chart-line" d={[0, 50, 100].map((y) => `M0 ${y}h${width}`).join('')} />
        {figures.map((figure, index) => {
          // A bar of a nonzero amount is always visible.
          const height = figure > 0 ? Math.max(2, (100 * figure) / top) : 0
          return (
            <rect
              key={periods[index]?.period}
              x={index * 10 + 1.5}
              y={100 - height}
              width="7"
              height={height}
            />
          )
        })}
      </svg>
      <div
        class="chart-times faint"
        style={{ 'grid-template-columns': `repeat(${periods.length}, minmax(0, 1fr))` }}
      >
        {labelPositions(periods.length).map((index) => (
          <span
            key={index}
            style={{ 'grid-column': index + 1 }}
            class={index === 0 ? 'first' : index === periods.length - 1 ? 'last' : ''}
          >
            {periodText(periods[index]?.period ?? '', 'short')}
          </span>
        ))}
      </div>
    </div>
  )
}

function PeriodTable({ periods }: { periods: readonly PeriodSum[] }) {
  const rows = periods.filter(({ count }) => count > 0).toReversed()
  const isOpen = useSignal(false)
  return (
    <details
      class="period-table"
      onToggle={(event) => {
        isOpen.value = event.currentTarget.open
      }}
    >
      <summary data-testid="picture-table">{t(isOpen.value ? 'pictureTableHide' : 'pictureTable')}</summary>
      <table class="numbers">
        <thead>
          <tr>
            <th scope="col">{t('pictureWhen')}</th>
            <th scope="col">{t('pictureSwaps')}</th>
            <th scope="col">{t('picture_volume')}</th>
            <th scope="col">{t('picture_cost')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.period}>
              <th scope="row">{periodText(row.period, 'long')}</th>
              <td>{row.count}</td>
              <td>{totalText([row], 'volume')}</td>
              <td>{totalText([row], 'cost')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

function periodAmount({ volumeInUsd, costInUsd }: PeriodSum, of: Money): string {
  return of === 'volume' ? volumeInUsd : costInUsd
}

/** Returns the total of some periods, or "at least" the total when some swaps have no known value. Rounds a cost up. */
export function totalText(periods: readonly PeriodSum[], of: Money): string {
  const sum = addDecimals(...periods.map((period) => periodAmount(period, of)))
  const isLeast = periods.some((period) =>
    of === 'volume' ? period.isVolumeLowerBound : period.isCostLowerBound,
  )
  const amount = of === 'volume' ? formatDollars(sum) : formatCostInDollars(sum)
  if (!isLeast) return amount
  return sum === '0' ? t('unknown') : t('atLeast', { amount })
}

/** Used for bar lengths only; the text shows exact figures. */
function roundScaleUp(most: number): number {
  if (most <= 0) return 1
  const ten = 10 ** Math.floor(Math.log10(most))
  return ten * ([1, 2, 3, 4, 5, 6, 8, 10].find((step) => step * ten >= most) ?? 10)
}

function markText(mark: number): string {
  const how = {
    style: 'currency',
    currency: 'USD',
    notation: 'compact',
    maximumSignificantDigits: 3,
  } as const
  return new Intl.NumberFormat(numberLanguage, how).format(mark)
}

function labelPositions(count: number): readonly number[] {
  return [...new Set([0, 1, 2, 3].map((third) => Math.round((third * (count - 1)) / 3)))]
}

/** Returns a readable day, month or year for `2026-11-22`, `2026-11` or `2026`. */
function periodText(period: string, length: 'long' | 'short'): string {
  const [year = 0, month, day] = period.split('-').map(Number)
  if (month === undefined) return String(year)
  const date = new Date(year, month - 1, day ?? 1)
  if (day !== undefined) return date.toLocaleDateString(timeLocale(), { day: 'numeric', month: length })
  return date.toLocaleDateString(timeLocale(), {
    month: length,
    ...(length === 'long' && { year: 'numeric' }),
  })
}
