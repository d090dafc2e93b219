import { type Signal, useComputed, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { PickerModel } from '../../lib/models/picker-model.ts'
import type { PickerRow } from '../../lib/models/picker-rows.ts'
import { type Token, tokenKey } from '../../lib/service/token.ts'
import { dateText } from '../parts/format.ts'
import { Icon } from '../parts/Icon.tsx'
import { Skeleton } from '../parts/Lazy.tsx'
import { t } from '../parts/text.ts'
import {
  computeWindow,
  createGroups,
  type Frame,
  findRowTop,
  measureFrame,
  scrollToShow,
} from './list-window.ts'
import { TokenRow } from './TokenRow.tsx'

/** Already the implicit role of a fieldset, but without it Chromium exposes no options to screen readers. */
const groupOfOptions = 'group'

/** Icons of the visible rows are loaded after this long without scrolling. */
const scrollIdleMs = 120

interface ListProps {
  readonly model: PickerModel
  /** Index of the row with the keyboard focus. */
  readonly active: Signal<number>
  /** Output: the number of rows visible at the same time. */
  readonly pageRows: Signal<number>
  readonly chosen: Token | null
  readonly onPick: (row: PickerRow, index: number) => void
}

/**
 * Shows held and other tokens. Draws only the visible rows, however long the list is. `children` stand above
 * the rows and scroll with them.
 */
export function TokenList({ children, ...list }: ListProps & { children: ComponentChildren }) {
  const { model } = list
  const seen = useVisibleRows(list)
  const { frame } = seen
  const total = model.count.value
  const isLoading = model.state.value === 'loading' && total === 0
  return (
    <div
      ref={seen.scroller}
      class={frame.value.isNarrow ? 'token-scroll narrow' : 'token-scroll'}
      style={{ '--row': `${frame.value.row}px`, '--label': `${frame.value.label}px` }}
      onScroll={seen.scroll}
    >
      {children}
      <p class="unseen" role="status">
        {isLoading ? '' : t('tokensFound', { count: total })}
      </p>
      <div ref={seen.list} class="token-rows">
        <Rows list={list} visible={seen} />
        <Stars list={list} visible={seen} />
      </div>
      {model.agedMs.value !== null && (
        <p class="faint list-age" data-testid="list-age">
          {t('tokensOld', { date: dateText(model.agedMs.value) })}
        </p>
      )}
      {isLoading && <LoadingRows />}
      {model.state.value === 'ready' && total === 0 && (
        <div class="empty">
          <p>{t(model.isSearching.value ? 'searching' : 'tokensNone')}</p>
          <p class="faint">{t('tokensNoneNext')}</p>
        </div>
      )}
    </div>
  )
}

type VisibleRows = ReturnType<typeof useVisibleRows>

function useVisibleRows({ model, active, pageRows }: ListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const idleTimer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  /** Scroll position relative to the first row: content above it scrolls too. */
  const top = useSignal(0)
  const isMoving = useSignal(false)
  const frame = useListFrame(scroller, pageRows)
  const groups = useComputed(() => createGroups(model.rows.value))
  const counts = useComputed(() => groups.value.map(({ rows }) => rows.length))
  const drawn = useComputed(() =>
    computeWindow(counts.value, frame.value, { top: top.value, height: frame.value.height }),
  )
  const above = () => list.current?.offsetTop ?? 0
  useEffect(() => () => clearTimeout(idleTimer.current), [])

  // Arrow keys scroll the list to the active row. The wheel may scroll away from it.
  const at = active.value
  useLayoutEffect(() => {
    const shown = scroller.current
    if (shown === null) return
    const { height } = frame.peek()
    const now = { top: shown.scrollTop - above(), height }
    shown.scrollTop = at === 0 ? 0 : scrollToShow(counts.peek(), at, frame.peek(), now) + above()
    top.value = shown.scrollTop - above()
  }, [at, model.query.value, model.chainId.value, model.isSmallShown.value])

  const { first, until } = drawn.value
  const { held } = model.rows.value
  useEffect(
    () => model.look(first - held.length, until - held.length),
    [first, until, held.length, model.groups.value],
  )

  function scroll() {
    const scrollTop = scroller.current?.scrollTop ?? 0
    if (scrollTop > 0) model.touch()
    top.value = scrollTop - above()
    isMoving.value = true
    clearTimeout(idleTimer.current)
    idleTimer.current = setTimeout(() => {
      isMoving.value = false
    }, scrollIdleMs)
  }

  return { scroller, list, frame, groups, counts, drawn, isMoving, scroll }
}

function useListFrame(scroller: { readonly current: HTMLDivElement | null }, pageRows: Signal<number>) {
  const frame = useSignal<Frame>(measureFrame(null))
  useLayoutEffect(() => {
    const shown = scroller.current
    if (shown === null) return
    const measure = () => {
      frame.value = measureFrame(shown)
      pageRows.value = Math.max(1, Math.floor(frame.value.height / frame.value.row) - 1)
    }
    const watch = new ResizeObserver(measure)
    watch.observe(shown)
    measure()
    return () => watch.disconnect()
  }, [])
  return frame
}

function Rows({
  list: { model, active, chosen, onPick },
  visible,
}: {
  list: ListProps
  visible: VisibleRows
}) {
  const { first, until, before, after } = visible.drawn.value
  const option = {
    total: model.count.value,
    chosenKey: chosen === null ? null : tokenKey(chosen),
    isMoving: visible.isMoving.value,
  }
  let place = 0
  return (
    <div
      id="token-list"
      role="listbox"
      aria-label={t('tokens')}
      aria-busy={!model.isCurrent.value}
      class="token-list"
      onPointerDown={model.touch}
      style={{ paddingBlock: `${before}px ${after}px` }}
    >
      {visible.groups.value.map(({ name, label, rows }) => {
        const start = place
        place += rows.length
        const [from, end] = [Math.max(first, start), Math.min(until, place)]
        if (from >= end) return null
        return (
          <fieldset key={name} role={groupOfOptions} aria-label={label}>
            {from === start && (
              <p class="group-label" role="presentation">
                {label}
              </p>
            )}
            {Array.from({ length: end - from }, (_, at) => {
              const index = from + at
              const row = model.at(index)
              return (
                <TokenRow
                  key={row === null ? index : `${row.kind} ${tokenKey(row.token)}`}
                  model={model}
                  row={row}
                  option={{ ...option, index, isActive: index === active.value }}
                  onPick={() => row !== null && onPick(row, index)}
                />
              )
            })}
          </fieldset>
        )
      })}
    </div>
  )
}

/**
 * Returns the token that a row's star marks. A token on several networks uses the network that is already
 * marked, else the one with the largest balance. When expanded, each network has a star of its own.
 */
function findStarToken(row: PickerRow | null, { isFavourite }: PickerModel): Token | null {
  if (row?.kind !== 'family') return row?.token ?? null
  return row.isOpen ? null : (row.networks.find(isFavourite) ?? row.networks[0] ?? null)
}

/**
 * The stars lie above the list, because an option cannot contain a button. Tab reaches the star of the active
 * row.
 */
function Stars({ list: { model, active }, visible }: { list: ListProps; visible: VisibleRows }) {
  const { first, until } = visible.drawn.value
  return (
    <div>
      {Array.from({ length: until - first }, (_, at) => {
        const index = first + at
        const row = model.at(index)
        const token = findStarToken(row, model)
        if (row === null || token === null) return null
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
            style={{ insetBlockStart: `${findRowTop(visible.counts.value, index, visible.frame.value)}px` }}
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
          <span class="token-row-words">
            <Skeleton width={6} />
            <Skeleton width={width} />
          </span>
        </div>
      ))}
    </div>
  )
}
