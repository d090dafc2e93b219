import { useSignal } from '@preact/signals'
import type { HistoryEntry } from '../../lib/history/history-entry.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import type { HistoryModel } from '../../lib/models/history-model.ts'
import { dayText } from '../parts/format.ts'
import { Problem } from '../parts/Problem.tsx'
import { ScreenHeader } from '../parts/ScreenHeader.tsx'
import { Skeleton } from '../parts/Skeleton.tsx'
import { t } from '../parts/text.ts'
import { UnreadableRows } from '../settings/UnreadableRows.tsx'
import { HistoryFilterBar } from './HistoryFilterBar.tsx'
import { HistoryPicture } from './HistoryPicture.tsx'
import { HistoryRow } from './HistoryRow.tsx'
import { SaveHistory } from './SaveHistory.tsx'
import { ServiceHistory } from './ServiceHistory.tsx'

/** Shows all swaps by day, newest first: those of this browser, and those the service remembers once it was asked. */
export function HistoryScreen({
  app,
  model,
  isBeside,
}: {
  app: AppModel
  model: HistoryModel
  isBeside: boolean
}) {
  const { state, problem, statistics, isFiltered, isCut } = model
  const isSaving = useSignal(false)
  const Body = isBeside ? 'div' : 'main'
  const all = model.entries.value
  const save = (
    <button
      type="button"
      class="plain"
      data-testid="history-save"
      aria-expanded={isSaving.value}
      onClick={() => {
        isSaving.value = !isSaving.value
      }}
    >
      {t('save')}
    </button>
  )
  return (
    <div class="screen" data-testid="history-screen">
      {isBeside ? (
        <header class="bar">
          <h2>{t('history')}</h2>
          <span class="bar-end">{save}</span>
        </header>
      ) : (
        <ScreenHeader title={t('history')} onBack={app.back}>
          {save}
        </ScreenHeader>
      )}
      <Body class="scroll">
        {isSaving.value && (
          <section class="card" aria-label={t('save')}>
            <SaveHistory piece={model.exportPiece} isPart={isFiltered.value} />
          </section>
        )}
        {problem.value !== null && <Problem problem={problem.value} tone="warning" />}
        <HistoryFilterBar app={app} model={model} />
        {!isFiltered.value && all.length > 0 && (
          <button
            type="button"
            class="chip pictures-shown"
            data-testid="pictures-shown"
            aria-expanded={model.isPictured.value}
            onClick={() => model.showPictures(!model.isPictured.value)}
          >
            {t('picturesShown')}
          </button>
        )}
        {!isFiltered.value && model.isPictured.value && <HistoryPicture statistics={statistics.value} />}
        {isCut.value && <p class="hint">{t('historyCut')}</p>}
        {all.length === 0 && state.value === 'loading' && <LoadingRows />}
        {all.length === 0 && state.value !== 'loading' && state.value !== 'failed' && <Empty model={model} />}
        {byDay(all, app.nowMs.peek()).map(({ day, entries }) => (
          <section key={day} aria-label={day}>
            <h2 class="label">{day}</h2>
            <ul class="rows">
              {entries.map((entry) => (
                <li key={entry.key}>
                  <HistoryRow app={app} entry={entry} />
                </li>
              ))}
            </ul>
          </section>
        ))}
        {(state.value === 'more' || state.value === 'failed') && (
          <button
            type="button"
            class="secondary"
            data-testid="history-more"
            onClick={() => void model.loadMore()}
          >
            {t(state.value === 'more' ? 'showMore' : 'tryAgain')}
          </button>
        )}
        <ServiceHistory model={model} />
        <UnreadableRows app={app} />
      </Body>
    </div>
  )
}

function Empty({ model }: { model: HistoryModel }) {
  if (!model.isFiltered.value) {
    return (
      <div class="empty" role="status">
        <p>{t('historyNone')}</p>
        <p class="faint">{t('historyNoneNext')}</p>
      </div>
    )
  }
  return (
    <div class="empty" role="status">
      <p>{t('historyNoneFits')}</p>
      <button type="button" class="plain" data-testid="filter-clear" onClick={model.clearFilter}>
        {t('filterClear')}
      </button>
    </div>
  )
}

function byDay(all: readonly HistoryEntry[], nowMs: number) {
  const days: { day: string; entries: HistoryEntry[] }[] = []
  for (const entry of all) {
    const day = entry.atMs === 0 ? t('timeNotKnown') : dayText(entry.atMs, nowMs)
    const last = days.at(-1)
    if (last?.day === day) last.entries.push(entry)
    else days.push({ day, entries: [entry] })
  }
  return days
}

function LoadingRows() {
  return (
    <div role="status" aria-label={t('loading')}>
      {[1, 2, 3, 4].map((row) => (
        <div key={row} class="order-row">
          <span class="skeleton round" />
          <span class="order-row-words">
            <Skeleton width={18} />
            <Skeleton width={10} />
          </span>
        </div>
      ))}
    </div>
  )
}
