import type { Signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { PickerModel } from '../../lib/models/picker-model.ts'
import type { PickerRow } from '../../lib/models/picker-rows.ts'
import { type Token, tokenKey } from '../../lib/service/token.ts'
import { dateText } from '../parts/format.ts'
import { Icon } from '../parts/Icon.tsx'
import { Skeleton } from '../parts/Lazy.tsx'
import { t } from '../parts/text.ts'
import { optionId, TokenRow } from './TokenRow.tsx'

/** Already the implicit role of a fieldset, but without it Chromium exposes no options to screen readers. */
const groupOfOptions = 'group'

interface ListProps {
  readonly model: PickerModel
  /** Index of the row with the keyboard focus. */
  readonly active: Signal<number>
  readonly chosen: Token | null
  readonly onPick: (row: PickerRow, index: number) => void
}

/** Shows held and other tokens. `children` stand above the rows and scroll with them. */
export function TokenList({ children, ...list }: ListProps & { children: ComponentChildren }) {
  const { model, active } = list
  const scroller = useRef<HTMLDivElement>(null)
  const count = model.rows.value.length
  const isLoading = model.state.value === 'loading' && count === 0

  // Arrow keys scroll the list to the active row. The wheel may scroll away from it.
  const at = active.value
  useLayoutEffect(() => {
    if (at === 0) scroller.current?.scrollTo({ top: 0 })
    else document.getElementById(optionId(at))?.scrollIntoView({ block: 'nearest' })
  }, [at, model.query.value, model.chainId.value, model.isSmallShown.value])

  return (
    <div
      ref={scroller}
      class="token-scroll"
      onScroll={(event) => {
        if (event.currentTarget.scrollTop > 0) model.touch()
      }}
    >
      {children}
      <p class="unseen" role="status">
        {isLoading ? '' : t('tokensFound', { count })}
      </p>
      <div class="token-rows">
        <Rows {...list} />
        <Stars {...list} />
      </div>
      {model.list.value.hasMore && (
        <p class="faint list-end" role="status">
          {t('tokensMore')}
        </p>
      )}
      {model.agedMs.value !== null && (
        <p class="faint list-end" data-testid="list-age">
          {t('tokensOld', { date: dateText(model.agedMs.value) })}
        </p>
      )}
      {isLoading && <LoadingRows />}
      {model.state.value === 'ready' && count === 0 && (
        <div class="stack tight center empty">
          <p>{t(model.isSearching.value ? 'searching' : 'tokensNone')}</p>
          <p class="faint">{t('tokensNoneNext')}</p>
        </div>
      )}
    </div>
  )
}

function Rows({ model, active, chosen, onPick }: ListProps) {
  const { held, rest } = model.groups.value
  const chosenKey = chosen === null ? null : tokenKey(chosen)
  const groups = [
    { label: t('heldTokens'), rows: held, start: 0 },
    { label: t('otherTokens'), rows: rest, start: held.length },
  ]
  return (
    <div
      id="token-list"
      role="listbox"
      aria-label={t('tokens')}
      aria-busy={!model.isCurrent.value}
      class="token-list"
      onPointerDown={model.touch}
    >
      {groups
        .filter(({ rows }) => rows.length > 0)
        .map(({ label, rows, start }) => (
          <fieldset key={label} role={groupOfOptions} aria-label={label}>
            <p class="group-label" role="presentation">
              {label}
            </p>
            {rows.map((row, at) => (
              <TokenRow
                key={`${row.kind} ${tokenKey(row.token)}`}
                model={model}
                row={row}
                index={start + at}
                count={held.length + rest.length}
                isActive={start + at === active.value}
                chosenKey={chosenKey}
                onPick={() => onPick(row, start + at)}
              />
            ))}
          </fieldset>
        ))}
    </div>
  )
}

/**
 * Returns the token that a row's star marks. A token on several networks uses the network that is already
 * marked, else the one with the largest balance. When expanded, each network has a star of its own.
 */
function findStarToken(row: PickerRow, { isFavourite }: PickerModel): Token | null {
  if (row.kind !== 'family') return row.token
  return row.isOpen ? null : (row.networks.find(isFavourite) ?? row.networks[0] ?? null)
}

/**
 * The stars lie above the list, because an option cannot contain a button. Tab reaches the star of the active
 * row.
 */
function Stars({ model, active }: ListProps) {
  const { held, rest } = model.groups.value
  /** Labels of groups above a row. */
  const labels = (index: number) => (held.length > 0 && rest.length > 0 && index >= held.length ? 2 : 1)
  return (
    <div>
      {model.rows.value.map((row, index) => {
        const token = findStarToken(row, model)
        if (token === null) return null
        const chain = model.chainOf(token.chainId)?.name ?? ''
        return (
          <button
            key={`${row.kind} ${tokenKey(token)}`}
            type="button"
            class="star"
            data-testid={`star-${token.chainId}-${token.address}`}
            aria-pressed={model.isFavourite(token)}
            aria-label={t('favouriteToken', { symbol: token.symbol, chain })}
            tabIndex={index === active.value ? 0 : -1}
            style={{ '--rows': index, '--labels': labels(index) }}
            onClick={() => model.mark(token)}
          >
            <Icon name="star" />
          </button>
        )
      })}
    </div>
  )
}

function LoadingRows() {
  return (
    <div aria-hidden="true">
      {[12, 9, 14, 10, 12, 8].map((width, index) => (
        <div key={`${index}-${width}`} class="token-row">
          <span class="skeleton round" />
          <span class="row-words">
            <Skeleton width={6} />
            <Skeleton width={width} />
          </span>
        </div>
      ))}
    </div>
  )
}
