import { useSignal } from '@preact/signals'
import { addDecimals } from '../../lib/base/decimal.ts'
import type { HistoryStatistics, MonthSum } from '../../lib/history/history-statistics.ts'
import { dollars, durationText } from '../parts/format.ts'
import { Skeleton } from '../parts/Skeleton.tsx'
import { t } from '../parts/text.ts'

const pictures = ['volume', 'fees', 'time'] as const

/** A bar of a picture: what it stands for, in words, and how long it is from 0 to 1. */
interface Bar {
  readonly key: string
  readonly label: string
  readonly value: string
  readonly share: number
}

/** Shows what was swapped and what it cost by month, and how long routes took; null while that is being read. */
export function HistoryPicture({ statistics }: { statistics: HistoryStatistics | null }) {
  const shown = useSignal<(typeof pictures)[number]>('volume')
  if (statistics === null) {
    return (
      <div class="card" role="status" aria-label={t('loading')}>
        <Skeleton width={18} />
      </div>
    )
  }
  const of = shown.value
  const bars = of === 'time' ? routeBars(statistics) : monthBars(statistics.months, of)
  return (
    <figure class="card picture" data-testid="history-picture">
      <figcaption class="picture-head">
        <fieldset class="choice" aria-label={t('pictures')}>
          {pictures.map((picture) => (
            <button
              key={picture}
              type="button"
              class="chip"
              data-testid={`picture-${picture}`}
              aria-pressed={shown.value === picture}
              onClick={() => {
                shown.value = picture
              }}
            >
              {t(`picture_${picture}`)}
            </button>
          ))}
        </fieldset>
        {of !== 'time' && (
          <span class="faint numbers" role="status">
            {t('pictureYear', { amount: sumText(statistics.months, of) })}
          </span>
        )}
      </figcaption>
      {statistics.months.every(({ count }) => count === 0) || bars.length === 0 ? (
        <p class="faint">{t('pictureNone')}</p>
      ) : (
        <ol class={of === 'time' ? 'bars lying' : 'bars'}>
          {bars.map(({ key, label, value, share }) => (
            <li key={key} title={`${label}: ${value}`}>
              {of !== 'time' && <span class="unseen">{label}</span>}
              <span class={of === 'time' ? 'bar-value numbers' : 'unseen'}>{value}</span>
              <svg class="bar-line" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
                {of === 'time' ? (
                  <rect x="0" y="0" width={100 * share} height="100" />
                ) : (
                  <rect x="0" y={100 - 100 * share} width="100" height={100 * share} />
                )}
              </svg>
              {of === 'time' ? (
                <span class="bar-label">{label}</span>
              ) : (
                <span class="bar-label" aria-hidden="true">
                  {monthText(key, 'narrow')}
                </span>
              )}
            </li>
          ))}
        </ol>
      )}
    </figure>
  )
}

function dollarsOf({ volumeInUsd, feesInUsd }: MonthSum, of: 'volume' | 'fees'): string {
  return of === 'volume' ? volumeInUsd : feesInUsd
}

/** What some months come to; where that is not known of all swaps, what it is at least. */
function sumText(months: readonly MonthSum[], of: 'volume' | 'fees'): string {
  const sum = addDecimals(...months.map((month) => dollarsOf(month, of)))
  const isLeast = months.some((month) => (of === 'volume' ? month.isVolumeLeast : month.areFeesLeast))
  if (!isLeast) return dollars(sum)
  return sum === '0' ? t('unknown') : t('atLeast', { amount: dollars(sum) })
}

function monthBars(months: readonly MonthSum[], of: 'volume' | 'fees'): readonly Bar[] {
  const shares = sharesOf(months.map((month) => Number(dollarsOf(month, of))))
  return months.map((month, index) => ({
    key: month.month,
    label: monthText(month.month, 'long'),
    value: sumText([month], of),
    share: shares[index] ?? 0,
  }))
}

function routeBars({ routes }: HistoryStatistics): readonly Bar[] {
  const shares = sharesOf(routes.map(({ medianSeconds }) => medianSeconds))
  return routes.map(({ routeKey, medianSeconds, count }, index) => ({
    key: routeKey,
    label: t('pictureRoute', { route: routeText(routeKey), count }),
    value: durationText(medianSeconds),
    share: shares[index] ?? 0,
  }))
}

/** Lengths only: what is read is the exact text beside them. A bar that stands for anything can be seen. */
function sharesOf(figures: readonly number[]): readonly number[] {
  const most = Math.max(...figures)
  return figures.map((figure) => (most > 0 && figure > 0 ? Math.max(0.03, figure / most) : 0))
}

/** `November 2026`, or its letter, of `2026-11`. */
function monthText(month: string, length: 'long' | 'narrow'): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const parts = length === 'long' ? ({ month: 'long', year: 'numeric' } as const) : { month: length }
  return new Date(year, number - 1, 1).toLocaleDateString(undefined, parts)
}

/** Returns a route's name for people, from the key that names it over quotes. */
function routeText(routeKey: string): string {
  const [kind, first = '', second = ''] = routeKey.replace(/#\d+$/, '').split(':')
  if (kind === 'deposit') return t('routeDeposit')
  if (kind === 'auto') return second || t('routeAutomatic')
  return first || second || t('routeAutomatic')
}
