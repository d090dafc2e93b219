import { useSignal } from '@preact/signals'
import { historyGroups } from '../../lib/history/history-groups.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import type { HistoryModel } from '../../lib/models/history-model.ts'
import { Button } from '../parts/Button.tsx'
import { Icon } from '../parts/Icon.tsx'
import { t } from '../parts/text.ts'

export function HistoryFilterBar({ app, model }: { app: AppModel; model: HistoryModel }) {
  const count = model.narrowCount.value
  const isOpen = useSignal(count > 0)
  return (
    <search class="stack" aria-label={t('historySearch')}>
      <div class="search">
        <input
          type="search"
          id="history-search"
          class="field"
          data-testid="history-search"
          aria-label={t('historySearch')}
          placeholder={t('historySearch')}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          maxLength={200}
          value={model.filter.value.text}
          onInput={(event) => model.setFilter({ text: event.currentTarget.value })}
        />
        <Button
          look="icon-button"
          testId="history-filter"
          aria-label={count === 0 ? t('filter') : t('filterActive', { count })}
          aria-expanded={isOpen.value}
          onPress={() => {
            isOpen.value = !isOpen.value
          }}
        >
          <Icon name="filter" />
          {count > 0 && (
            <span class="filter-count numbers" aria-hidden="true">
              {count}
            </span>
          )}
        </Button>
      </div>
      {isOpen.value && <Filters app={app} model={model} />}
    </search>
  )
}

/** Clears the filter and moves the focus to the search field, because the pressed button disappears. */
export function clearFilter(model: HistoryModel): void {
  model.clearFilter()
  document.getElementById('history-search')?.focus()
}

function Filters({ app, model }: { app: AppModel; model: HistoryModel }) {
  const filter = model.filter.value
  return (
    <div class="card stack history-narrow">
      <FilterSelect
        name="chain"
        label={t('filterChain')}
        value={filter.chainId === null ? '' : String(filter.chainId)}
        options={app.start.chains.value.map(({ chainId, name }) => [String(chainId), name])}
        onSelect={(value) => model.setFilter({ chainId: value === '' ? null : Number(value) })}
      />
      <FilterSelect
        name="state"
        label={t('filterState')}
        value={filter.group ?? ''}
        options={historyGroups.map((group) => [group, t(`group_${group}`)])}
        onSelect={(value) =>
          model.setFilter({ group: historyGroups.find((group) => group === value) ?? null })
        }
      />
      <DayField
        name="from"
        ms={filter.fromMs}
        onChange={(day) => model.setFilter({ fromMs: day === null ? null : dayMs(day, 0) })}
      />
      <DayField
        name="until"
        ms={filter.untilMs === null ? null : filter.untilMs - 1}
        onChange={(day) => model.setFilter({ untilMs: day === null ? null : dayMs(day, 1) })}
      />
      {model.isFiltered.value && (
        <Button look="plain" testId="filter-reset" onPress={() => clearFilter(model)}>
          {t('filterClear')}
        </Button>
      )}
    </div>
  )
}

function FilterSelect({
  name,
  label,
  value,
  options,
  onSelect,
}: {
  name: string
  label: string
  value: string
  options: readonly (readonly [string, string])[]
  onSelect: (value: string) => void
}) {
  return (
    <label class="stack tight label">
      <span>{label}</span>
      <select
        class="field"
        data-testid={`filter-${name}`}
        value={value}
        onChange={({ currentTarget }) => onSelect(currentTarget.value)}
      >
        <option value="">{t('filterAny')}</option>
        {options.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
    </label>
  )
}

function DayField({
  name,
  ms,
  onChange,
}: {
  name: 'from' | 'until'
  /** Any moment within the chosen day. */
  ms: number | null
  onChange: (day: string | null) => void
}) {
  return (
    <label class="stack tight label">
      <span>{t(`filter_${name}`)}</span>
      <input
        type="date"
        class="field"
        data-testid={`filter-${name}`}
        min="2020-01-01"
        max="9999-12-30"
        value={ms === null ? '' : dayOf(ms)}
        onChange={({ currentTarget: { value } }) => {
          // While a day is typed, browsers report each digit of its year.
          if (value === '' || value >= '1000') onChange(value === '' ? null : value)
        }}
      />
    </label>
  )
}

/** Returns the start of a day such as `2026-11-21` in local time, moved by `later` days. */
function dayMs(day: string, later: number): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return Math.max(0, new Date(year, month - 1, date + later).getTime())
}

function dayOf(ms: number): string {
  const date = new Date(ms)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
