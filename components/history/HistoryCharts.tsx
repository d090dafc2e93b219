import { useSignal } from '@preact/signals'
import type { ProblemData } from '../../lib/base/problem-shape.ts'
import {
  type HistoryStatistics,
  type StatisticsRange,
  statisticsRanges,
} from '../../lib/history/history-statistics.ts'
import { Button } from '../parts/Button.tsx'
import { Chips, Segments } from '../parts/Chips.tsx'
import { durationText } from '../parts/cost-text.ts'
import { Skeleton } from '../parts/Lazy.tsx'
import { ProblemNotice } from '../parts/ProblemNotice.tsx'
import { t } from '../parts/text.ts'
import { type Money, MoneyChart, totalText } from './MoneyChart.tsx'

const chartNames = ['volume', 'cost', 'time'] as const

export function HistoryPicture({
  statistics,
  problem,
  range,
  onRange,
}: {
  statistics: HistoryStatistics | null
  problem: ProblemData | null
  range: StatisticsRange
  onRange: (range: StatisticsRange) => void
}) {
  const shown = useSignal<(typeof chartNames)[number]>('volume')
  const of = shown.value
  return (
    <figure class="stack loose" data-testid="history-picture">
      <figcaption class="stack">
        <Segments
          label={t('pictures')}
          names={chartNames}
          chosen={of}
          testId="picture"
          toText={(name) => t(`picture_${name}`)}
          onChoose={(name) => {
            shown.value = name
          }}
        />
        <Chips
          label={t('pictureRange')}
          names={statisticsRanges}
          chosen={range}
          testId="picture"
          toText={(name) => t(`range_${name}`)}
          onChoose={onRange}
        />
      </figcaption>
      {problem !== null ? (
        <ProblemNotice
          problem={problem}
          omitsMoney
          whatToDo={t('tryAgain_next')}
          actions={
            <Button look="primary" testId="picture-again" onPress={() => onRange(range)}>
              {t('tryAgain')}
            </Button>
          }
        />
      ) : statistics === null ? (
        <div role="status" aria-label={t('loading')}>
          <Skeleton width={18} />
        </div>
      ) : of === 'time' ? (
        <RouteTimes statistics={statistics} />
      ) : (
        <MoneyCharts statistics={statistics} of={of} />
      )}
    </figure>
  )
}

function MoneyCharts({ statistics, of }: { statistics: HistoryStatistics; of: Money }) {
  const { periods, costPercent, undatedCount } = statistics
  const count = periods.reduce((sum, period) => sum + period.count, 0)
  return (
    <>
      <p class="line wrap big numbers" role="status">
        {totalText(periods, of)}
        {of === 'volume' && <span class="label">{t('pictureCount', { count })}</span>}
        {of === 'cost' && costPercent !== null && (
          <span class="label">{t('costOfVolume', { percent: costPercent })}</span>
        )}
      </p>
      {count === 0 ? <p class="faint">{t('pictureNone')}</p> : <MoneyChart periods={periods} of={of} />}
      {undatedCount > 0 && <p class="faint">{t('pictureUndated', { count: undatedCount })}</p>}
    </>
  )
}

function RouteTimes({ statistics: { routes } }: { statistics: HistoryStatistics }) {
  if (routes.length === 0) return <p class="faint">{t('pictureNone')}</p>
  const most = Math.max(...routes.map(({ medianSeconds }) => medianSeconds), 1)
  return (
    <>
      <p class="faint">{t('pictureTimeWhy')}</p>
      <ol class="stack loose">
        {routes.map(({ routeKey, medianSeconds, count }) => (
          <li key={routeKey} class="line wrap between small">
            <span class="faint">{t('pictureRoute', { route: routeText(routeKey), count })}</span>
            <span class="numbers">{durationText(medianSeconds)}</span>
            <svg class="bar-line" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
              <rect x="0" y="0" width={Math.max(2, (100 * medianSeconds) / most)} height="100" />
            </svg>
          </li>
        ))}
      </ol>
    </>
  )
}

/** Returns a readable route name for a route key (the key that identifies a route across quotes). */
function routeText(routeKey: string): string {
  const [kind, first = '', second = ''] = routeKey.replace(/#\d+$/, '').split(':')
  if (kind === 'deposit') return t('routeDeposit')
  if (kind === 'auto') return second || t('routeAutomatic')
  return first || second || t('routeAutomatic')
}
