import { type Signal, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { PickerModel } from '../../lib/models/picker-model.ts'
import type { PickerRow } from '../../lib/models/picker-rows.ts'
import { type Token, tokenKey } from '../../lib/service/token.ts'
import { Button } from '../parts/Button.tsx'
import { dateText } from '../parts/day-text.ts'
import { EmptyNote } from '../parts/EmptyNote.tsx'
import { Drawing } from '../parts/FormIcon.tsx'
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
  /** Shows the token's facts. */
  readonly onInfo: (token: Token, index: number) => void
  readonly onClear: () => void
}

/** Shows held and other tokens. `children` stand above the rows and scroll with them. */
export function TokenList({ children, ...list }: ListProps & { children: ComponentChildren }) {
  const { model, active } = list
  const scroller = useRef<HTMLDivElement>(null)
  /** Index of the row under the pointer. */
  const near = useSignal(-1)
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
      <div
        class="token-rows"
        onPointerLeave={() => {
          near.value = -1
        }}
      >
        <Rows {...list} near={near} />
        <RowActions {...list} />
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
        <EmptyNote
          icon="search"
          title={t(model.isSearching.value ? 'searching' : 'tokensNone')}
          next={t('tokensNoneNext')}
        >
          {model.query.value !== '' && !model.isSearching.value && (
            <Button look="secondary" testId="token-search-reset" onPress={list.onClear}>
              {t('searchClear')}
            </Button>
          )}
        </EmptyNote>
      )}
    </div>
  )
}

interface RowsProps extends ListProps {
  readonly near: Signal<number>
}

/**
 * Line of a row in the grid of rows and labels. The actions of a row are in the same line: options cannot contain buttons.
 */
function gridLine(index: number, heldCount: number, restCount: number): number {
  const labels = heldCount > 0 && restCount > 0 && index >= heldCount ? 2 : 1
  return index + labels + 1
}

function Rows({ model, active, chosen, near, onPick }: RowsProps) {
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
            <p
              class="group-label faint"
              role="presentation"
              style={{ '--line': gridLine(start, held.length, rest.length) - 1 }}
            >
              {label}
            </p>
            {rows.map((row, at) => (
              <TokenRow
                key={`${row.kind} ${tokenKey(row.token)}`}
                model={model}
                row={row}
                index={start + at}
                count={held.length + rest.length}
                line={gridLine(start + at, held.length, rest.length)}
                isActive={start + at === active.value}
                chosenKey={chosenKey}
                near={near}
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

/** Tab reaches the actions of the active row. Others appear for the row under the pointer. */
function RowActions({ model, active, onInfo }: Omit<RowsProps, 'near'>) {
  const { held, rest } = model.groups.value
  return (
    <>
      {model.rows.value.map((row, index) => {
        const token = findStarToken(row, model)
        if (token === null) return null
        const facts = { symbol: token.symbol, chain: model.chainOf(token.chainId)?.name ?? '' }
        const tabIndex = index === active.value ? 0 : -1
        return (
          <div
            key={`${row.kind} ${tokenKey(token)}`}
            class="row-actions"
            style={{ '--line': gridLine(index, held.length, rest.length) }}
            onFocusIn={() => {
              active.value = index
            }}
          >
            <Button
              look="row-action"
              testId={`star-${token.chainId}-${token.address}`}
              aria-pressed={model.isFavourite(token)}
              aria-label={t('favouriteToken', facts)}
              tabIndex={tabIndex}
              onPress={() => model.mark(token)}
            >
              <Icon name="star" />
            </Button>
            {row.kind !== 'family' && (
              <Button
                look="row-action"
                testId={`token-info-${token.chainId}-${token.address}`}
                aria-label={t('tokenAbout', facts)}
                tabIndex={tabIndex}
                onPress={() => onInfo(token, index)}
              >
                <Drawing path="M10 16.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM10 9v4.5m0-7v.2" />
              </Button>
            )}
          </div>
        )
      })}
    </>
  )
}

function LoadingRows() {
  return (
    <div aria-hidden="true">
      {[12, 9, 14, 10, 12, 8].map((width, index) => (
        <div key={`${index}-${width}`} class="line loose token-row">
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
