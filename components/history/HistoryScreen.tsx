import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { type ProblemData, problemData } from '../../lib/base/problem.ts'
import type { HistoryEntry } from '../../lib/history/history-entry.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import type { HistoryModel } from '../../lib/models/history-model.ts'
import type { UnreadableOrder } from '../../lib/storage/rescue.ts'
import { clockText, dayText } from '../parts/format.ts'
import { Problem } from '../parts/Problem.tsx'
import { ScreenHeader } from '../parts/ScreenHeader.tsx'
import { Skeleton } from '../parts/Skeleton.tsx'
import { t } from '../parts/text.ts'
import { HistoryFilterBar } from './HistoryFilterBar.tsx'
import { HistoryPicture } from './HistoryPicture.tsx'
import { HistoryRow } from './HistoryRow.tsx'
import { SaveHistory } from './SaveHistory.tsx'

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
  const unreadable = useUnreadable(app)
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
        {problem.value !== null && <Problem problem={problem.value} tone="warning" isPlaceless />}
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
        {all.length === 0 && state.value !== 'loading' && state.value !== 'failed' && (
          <Empty model={model} isNone={unreadable.rows.value?.length === 0} />
        )}
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
        <UnreadableRows app={app} unreadable={unreadable} />
      </Body>
    </div>
  )
}

/** `isNone`: no swap is stored that cannot be read either. */
function Empty({ model, isNone }: { model: HistoryModel; isNone: boolean }) {
  if (!model.isFiltered.value) {
    if (!isNone) return null
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

/** Shows the other side of the history: what the service remembers of the connected account, asked for by hand. */
export function ServiceHistory({ model }: { model: HistoryModel }) {
  const { service, serviceProblem, serviceCount, mayAskService } = model
  const state = service.value
  if (!mayAskService.value) return <p class="hint">{t('serviceHistoryNoWallet')}</p>
  return (
    <section class="card service-history" aria-label={t('serviceHistory')} data-service={state}>
      {serviceProblem.value !== null && <Problem problem={serviceProblem.value} tone="warning" isQuiet />}
      <p class="faint" role="status">
        {state === 'more' || state === 'end'
          ? t(state === 'end' ? 'serviceHistoryEnd' : 'serviceHistoryMore', {
              count: serviceCount.value,
            })
          : t('serviceHistoryWhy')}
      </p>
      {state !== 'more' && (
        <button
          type="button"
          class="secondary"
          data-testid="service-history"
          disabled={state === 'asking'}
          aria-busy={state === 'asking'}
          onClick={() => void model.askService()}
        >
          {t(
            state === 'failed'
              ? 'tryAgain'
              : state === 'asking'
                ? 'loading'
                : state === 'end'
                  ? 'askAgainService'
                  : 'findSwaps',
          )}
        </button>
      )}
    </section>
  )
}

/** Reads the swaps that another Ferry stored and this one cannot read; null until they are known. */
function useUnreadable(app: AppModel) {
  const rows = useSignal<readonly UnreadableOrder[] | null>(null)
  const problem = useSignal<ProblemData | null>(null)
  useEffect(() => {
    app.unreadable().then(
      (found) => {
        rows.value = found
      },
      (thrown) => {
        problem.value = problemData(thrown)
      },
    )
  }, [])
  return { rows, problem }
}

/** Shows those swaps: said, since they are kept; nothing where there are none. */
function UnreadableRows({
  app,
  unreadable: { rows, problem },
}: {
  app: AppModel
  unreadable: ReturnType<typeof useUnreadable>
}) {
  if (problem.value !== null) return <Problem problem={problem.value} tone="warning" isPlaceless />
  if (rows.value === null || rows.value.length === 0) return null
  return (
    <section class="card" data-testid="unreadable">
      <h2 class="label">{t('unreadableTitle')}</h2>
      <p class="faint">{t('unreadableText')}</p>
      <ul>
        {rows.value.map(({ id, createdMs }) => (
          <li key={id} class="faint">
            {createdMs === 0 ? id : `${dayText(createdMs, app.nowMs.peek())} ${clockText(createdMs)}`}
          </li>
        ))}
      </ul>
    </section>
  )
}
