import { type Signal, useSignal } from '@preact/signals'
import { momentText } from '../../lib/base/time-text.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import type { HistoryModel } from '../../lib/models/history-model.ts'
import { Button } from '../parts/Button.tsx'
import { EmptyNote } from '../parts/EmptyNote.tsx'
import { Fact, IdFact } from '../parts/IdFact.tsx'
import { ProblemNotice } from '../parts/ProblemNotice.tsx'
import { MenuButton, ScreenHeader } from '../parts/ScreenHeader.tsx'
import { Sheet } from '../parts/Sheet.tsx'
import { ProblemSupportLink } from '../parts/SupportLink.tsx'
import { t } from '../parts/text.ts'
import { HistoryPicture } from './HistoryCharts.tsx'
import { clearFilter, HistoryFilterBar } from './HistoryFilterBar.tsx'
import { HistoryList, LoadingRows } from './HistoryList.tsx'
import { SaveHistory } from './SaveHistory.tsx'

interface Shown {
  readonly app: AppModel
  readonly model: HistoryModel
  /** Next to the form. */
  readonly isSideColumn: boolean
}

/** Lists the swaps in this browser and, after a request, those that the service has stored. */
export function HistoryScreen({ app, model, isSideColumn }: Shown) {
  const { state, problem } = model
  const isSaving = useSignal(false)
  const Body = isSideColumn ? 'div' : 'main'
  const all = model.entries.value
  const failure = problem.value
  const isReading = state.value === 'loading' || state.value === 'loadingMore'
  // While it reads, the pressed button stays, and so does the focus.
  const more = (
    <Button
      look={failure === null ? 'secondary' : 'primary'}
      testId="history-more"
      aria-busy={isReading}
      onPress={model.loadMore}
    >
      {t(failure === null ? 'showMore' : 'tryAgain')}
    </Button>
  )
  const save = () => {
    isSaving.value = true
  }
  const menu = (
    <MenuButton
      label={t('historyMenu')}
      items={[
        { id: 'history-save', label: t('save'), act: () => void save() },
        { id: 'pictures-shown', label: t('statistics'), act: () => void model.showStatistics('months') },
      ]}
    />
  )
  const isEmpty = all.length === 0
  const isNone = isEmpty && !model.isFiltered.value && model.unreadable.value?.length === 0
  return (
    <div class="screen" data-testid="history-screen">
      {isSideColumn ? (
        <header class="bar">
          <h2>{t('history')}</h2>
          <span class="line tight bar-end">{menu}</span>
        </header>
      ) : (
        <ScreenHeader title={t('history')} onBack={app.back}>
          {menu}
        </ScreenHeader>
      )}
      <Body class="scroll">
        {!(isNone && state.value === 'end') && <HistoryFilterBar app={app} model={model} />}
        {isEmpty && failure === null && isReading && <LoadingRows />}
        {isEmpty && failure === null && !isReading && (
          <EmptyHistory app={app} model={model} isNone={isNone} isSideColumn={isSideColumn} />
        )}
        <HistoryList app={app} entries={all} />
        {failure !== null && (
          <ProblemNotice
            problem={failure}
            omitsMoney
            whatToDo={failure.code === 'internal' ? t('tryAgain_next') : undefined}
            actions={
              <>
                {more}
                {failure.code === 'internal' && <ProblemSupportLink app={app} problem={failure} />}
              </>
            }
          />
        )}
        {failure === null && (state.value === 'more' || state.value === 'loadingMore') && more}
        <UnreadableOrders model={model} />
        {!(isEmpty && (failure !== null || isReading)) && <ServiceHistory model={model} />}
      </Body>
      <HistorySheet model={model} isSaving={isSaving} />
    </div>
  )
}

function HistorySheet({ model, isSaving }: { model: HistoryModel; isSaving: Signal<boolean> }) {
  const range = model.statisticsRange.value
  if (isSaving.value) {
    return (
      <Sheet
        key="save"
        title={t('save')}
        onClose={() => {
          isSaving.value = false
        }}
      >
        <div class="stack">
          <SaveHistory piece={model.createExport(model.filter.value)} isPart={model.isFiltered.value} />
        </div>
      </Sheet>
    )
  }
  if (range === null) return null
  return (
    <Sheet key="statistics" title={t('statistics')} onClose={() => model.showStatistics(null)}>
      <HistoryPicture
        statistics={model.statistics.value}
        problem={model.statisticsProblem.value}
        range={range}
        onRange={model.showStatistics}
      />
    </Sheet>
  )
}

/** `isNone`: no swap is stored, not even an unreadable one. Next to the form it needs no way to the form. */
function EmptyHistory({ app, model, isNone, isSideColumn }: Shown & { isNone: boolean }) {
  if (!model.isFiltered.value) {
    if (!isNone) return null
    return (
      <EmptyNote title={t('historyNone')} next={t('historyNoneNext')}>
        {!isSideColumn && (
          <Button look="primary" testId="make-swap" onPress={() => app.go({ name: 'home' })}>
            {t('makeSwap')}
          </Button>
        )}
      </EmptyNote>
    )
  }
  return (
    <EmptyNote title={t('historyNoneFits')}>
      <Button look="plain" testId="filter-clear" onPress={() => clearFilter(model)}>
        {t(model.narrowCount.value === 0 ? 'searchClear' : 'filterClear')}
      </Button>
    </EmptyNote>
  )
}

const serviceActions = {
  unasked: 'findSwaps',
  asking: 'loading',
  more: 'findSwaps',
  end: 'askAgainService',
  failed: 'tryAgain',
} as const

/** The service's history of the connected account. It is requested only when the person presses the button. */
export function ServiceHistory({ model }: { model: HistoryModel }) {
  const { service, serviceProblem, serviceCount, canRequestService } = model
  const state = service.value
  const problem = serviceProblem.value
  if (!canRequestService.value) return <p class="hint">{t('serviceHistoryNoWallet')}</p>
  // While it reads, the pressed button stays, and so does the focus.
  const request = (
    <Button
      look={problem === null ? 'secondary' : 'primary'}
      testId="service-history"
      aria-busy={state === 'asking'}
      onPress={model.requestServiceHistory}
    >
      {t(serviceActions[state])}
    </Button>
  )
  if (problem !== null) return <ProblemNotice problem={problem} isQuiet actions={request} />
  return (
    <section class="card stack" aria-label={t('serviceHistory')} data-service={state}>
      <p class="faint" role="status">
        {state === 'more' || state === 'end'
          ? t(state === 'end' ? 'serviceHistoryEnd' : 'serviceHistoryMore', {
              count: serviceCount.value,
            })
          : t('serviceHistoryWhy')}
      </p>
      {state !== 'more' && request}
    </section>
  )
}

/** The person must know that these swaps are still stored. */
function UnreadableOrders({ model: { unreadable, unreadableProblem } }: { model: HistoryModel }) {
  if (unreadableProblem.value !== null) return <ProblemNotice problem={unreadableProblem.value} omitsMoney />
  if (unreadable.value === null || unreadable.value.length === 0) return null
  return (
    <section class="card stack" data-testid="unreadable">
      <h2>{t('unreadableTitle')}</h2>
      <p class="faint">{t('unreadableText')}</p>
      <dl class="facts">
        {unreadable.value.map(({ id, createdMs }) =>
          createdMs === 0 ? (
            <IdFact key={id} name={t('swap')} value={id} />
          ) : (
            <Fact key={id} name={t('started')}>
              {momentText(createdMs, Date.now())}
            </Fact>
          ),
        )}
      </dl>
    </section>
  )
}
