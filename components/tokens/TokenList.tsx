import { type Signal, useComputed, useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { PickerModel } from '../../lib/models/picker-model.ts'
import { type Token, tokenKey } from '../../lib/service/token.ts'
import { dateText } from '../parts/format.ts'
import { Skeleton } from '../parts/Skeleton.tsx'
import { t } from '../parts/text.ts'
import { type Frame, frameOf, groupsOf, placeOf, windowOf } from './list-window.ts'
import { LoadingRow, TokenRow } from './TokenRow.tsx'

/** After so long without a scroll the pictures of what is seen are fetched. */
const restMs = 120

/**
 * Shows favourite, recent, held and other tokens, however many: only the rows that can be seen are drawn. `active` is
 * the place the arrow keys are at; `pageRows` is told how many rows are seen at once.
 */
export function TokenList({
  model,
  active,
  pageRows,
  onPick,
}: {
  model: PickerModel
  active: Signal<number>
  pageRows: Signal<number>
  onPick: (token: Token) => void
}) {
  const scroller = useRef<HTMLDivElement>(null)
  const top = useSignal(0)
  const frame = useSignal<Frame>(frameOf(null))
  const isMoving = useSignal(false)
  const resting = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const groups = useComputed(() => groupsOf(model.groups.value))
  const counts = useComputed(() => groups.value.map(({ rows }) => rows.length))
  const drawn = useComputed(() =>
    windowOf(counts.value, frame.value, { top: top.value, height: frame.value.height }),
  )
  const total = model.count.value
  const isLoading = model.state.value === 'loading' && total === 0

  useLayoutEffect(() => {
    const shown = scroller.current
    if (shown === null) return
    const measure = () => {
      frame.value = frameOf(shown)
      pageRows.value = Math.max(1, Math.floor(frame.value.height / frame.value.row) - 1)
    }
    const watch = new ResizeObserver(measure)
    watch.observe(shown)
    measure()
    return () => {
      watch.disconnect()
      clearTimeout(resting.current)
    }
  }, [])

  // The arrow keys take the list along; the wheel may leave them behind.
  const at = active.value
  useLayoutEffect(() => {
    const shown = scroller.current
    if (shown === null) return
    const { height } = frame.peek()
    const place = at === 0 ? 0 : placeOf(counts.peek(), at, frame.peek(), { top: shown.scrollTop, height })
    shown.scrollTop = place
    top.value = place
  }, [at, model.query.value, model.chainId.value, model.isSmallShown.value])

  const { first, until, before, after } = drawn.value
  const restFirst = total - model.groups.value.rest.length
  useEffect(
    () => model.look(first - restFirst, until - restFirst),
    [first, until, restFirst, model.groups.value],
  )

  let place = 0
  return (
    <div
      ref={scroller}
      class={frame.value.isNarrow ? 'token-scroll narrow' : 'token-scroll'}
      style={{ '--row': `${frame.value.row}px`, '--label': `${frame.value.label}px` }}
      onScroll={(event) => {
        const { scrollTop } = event.currentTarget
        if (scrollTop > 0) model.touch()
        top.value = scrollTop
        isMoving.value = true
        clearTimeout(resting.current)
        resting.current = setTimeout(() => {
          isMoving.value = false
        }, restMs)
      }}
    >
      <p class="unseen" role="status">
        {isLoading ? '' : t('tokensFound', { count: total })}
      </p>
      <div
        id="token-list"
        role="listbox"
        aria-label={t('tokens')}
        aria-busy={!model.isCurrent.value}
        class="token-list"
        onPointerDown={model.touch}
        style={{ paddingBlock: `${before}px ${after}px` }}
      >
        {groups.value.map(({ name, label, rows }) => {
          const start = place
          place += rows.length
          const [from, end] = [Math.max(first, start), Math.min(until, place)]
          if (from >= end) return null
          return (
            <fieldset key={name} aria-label={label}>
              {from === start && (
                <p class="group-label" role="presentation">
                  {label}
                </p>
              )}
              {Array.from({ length: end - from }, (_, row) => {
                const index = from + row
                const token = model.at(index)
                const option = { index, total, isActive: index === at }
                if (token === null) return <LoadingRow key={index} option={option} />
                return (
                  <TokenRow
                    key={tokenKey(token)}
                    option={option}
                    token={token}
                    chainName={model.chainOf(token.chainId)?.name ?? ''}
                    balance={model.isHidden.value ? null : (model.balances.value[tokenKey(token)] ?? null)}
                    worthInUsd={model.worthOf(token)}
                    isFavourite={model.isFavourite(token)}
                    isUsable={model.canUse(token.chainId)}
                    isMoving={isMoving.value}
                    onPick={() => onPick(token)}
                  />
                )
              })}
            </fieldset>
          )
        })}
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
