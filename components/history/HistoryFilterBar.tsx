import { useSignal } from '@preact/signals'
import { historyGroups } from '../../lib/history/history-filter.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import type { HistoryModel } from '../../lib/models/history-model.ts'
import { t } from '../parts/text.ts'

/** Searches by token, address or id, and narrows by chain, state and days. */
export function HistoryFilterBar({ app, model }: { app: AppModel; model: HistoryModel }) {
  const filter = model.filter.value
  const { text: _text, ...narrow } = filter
  const isNarrowed = Object.values(narrow).some((value) => value !== null)
  const isOpen = useSignal(isNarrowed)
  return (
    <search class="history-filter" aria-label={t('historySearch')}>
      <div class="history-search">
        <input
          type="search"
          class="field"
          data-testid="history-search"
          aria-label={t('historySearch')}
          placeholder={t('historySearch')}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          maxLength={200}
          value={filter.text}
          onInput={(event) => model.setFilter({ text: event.currentTarget.value })}
        />
        <button
          type="button"
          class="chip"
          data-testid="history-filter"
          aria-expanded={isOpen.value}
          aria-pressed={isNarrowed}
          onClick={() => {
            isOpen.value = !isOpen.value
          }}
        >
          {t('filter')}
        </button>
      </div>
      {isOpen.value && (
        <div class="card history-narrow">
          <label>
            <span>{t('filterChain')}</span>
            <select
              class="field"
              data-testid="filter-chain"
              value={filter.chainId ?? ''}
              onChange={({ currentTarget: { value } }) =>
                model.setFilter({ chainId: value === '' ? null : Number(value) })
              }
            >
              <option value="">{t('filterAny')}</option>
              {app.start.chains.value.map(({ chainId, name }) => (
                <option key={chainId} value={chainId}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <label>
            <span>{t('filterState')}</span>
            <select
              class="field"
              data-testid="filter-state"
              value={filter.group ?? ''}
              onChange={({ currentTarget: { value } }) =>
                model.setFilter({ group: historyGroups.find((group) => group === value) ?? null })
              }
            >
              <option value="">{t('filterAny')}</option>
              {historyGroups.map((group) => (
                <option key={group} value={group}>
                  {t(`group_${group}`)}
                </option>
              ))}
            </select>
          </label>
          <Day
            name="from"
            ms={filter.fromMs}
            onChange={(day) => model.setFilter({ fromMs: day === null ? null : dayMs(day, 0) })}
          />
          <Day
            name="until"
            ms={filter.untilMs === null ? null : filter.untilMs - 1}
            onChange={(day) => model.setFilter({ untilMs: day === null ? null : dayMs(day, 1) })}
          />
          {model.isFiltered.value && (
            <button type="button" class="plain" data-testid="filter-reset" onClick={model.clearFilter}>
              {t('filterClear')}
            </button>
          )}
        </div>
      )}
    </search>
  )
}

function Day({
  name,
  ms,
  onChange,
}: {
  name: 'from' | 'until'
  /** Any moment of the day that is set. */
  ms: number | null
  onChange: (day: string | null) => void
}) {
  return (
    <label>
      <span>{t(`filter_${name}`)}</span>
      <input
        type="date"
        class="field"
        data-testid={`filter-${name}`}
        min="2020-01-01"
        max="9999-12-30"
        value={ms === null ? '' : dayOf(ms)}
        onChange={({ currentTarget: { value } }) => onChange(value === '' ? null : value)}
      />
    </label>
  )
}

/** When a day like `2026-11-21`, or one so many later, begins here. */
function dayMs(day: string, later: number): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return Math.max(0, new Date(year, month - 1, date + later).getTime())
}

function dayOf(ms: number): string {
  const date = new Date(ms)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
