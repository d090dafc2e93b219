import type { Signal } from '@preact/signals'
import type { PickerModel } from '../../lib/models/picker-model.ts'
import { CloseButton } from '../parts/CloseButton.tsx'
import { Icon } from '../parts/Icon.tsx'
import { t } from '../parts/text.ts'
import { optionId } from './TokenRow.tsx'

/**
 * The text field of a combobox. Typing filters the list; arrow and page keys move through it. Home and End move
 * within the text while they can, and in the list with Ctrl or otherwise.
 */
export function TokenSearch({
  model,
  active,
  isPicking,
  onClear,
}: {
  model: PickerModel
  active: Signal<number>
  /** Set by Enter; reset when another row becomes active. */
  isPicking: Signal<boolean>
  onClear: () => void
}) {
  const count = model.rows.value.length

  function navigate(event: KeyboardEvent & { currentTarget: HTMLInputElement }) {
    if (event.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      isPicking.value = true
      return
    }
    if (canMoveInText(event)) return
    const next = moveActiveRow(event.key, active.value, count)
    if (next === null || count === 0) return
    event.preventDefault()
    isPicking.value = false
    if (next !== 0 || active.value !== 0) model.touch()
    active.value = next
  }

  return (
    <div class="search">
      <Icon name="search" />
      <input
        id="token-search"
        class="field"
        data-testid="token-search"
        role="combobox"
        autocomplete="off"
        spellcheck={false}
        maxLength={200}
        aria-label={t('searchTokens')}
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls="token-list"
        aria-activedescendant={count === 0 ? undefined : optionId(active.value)}
        placeholder={t('searchTokens')}
        value={model.query.value}
        onInput={(event) => {
          model.query.value = event.currentTarget.value
          active.value = 0
          isPicking.value = false
        }}
        onKeyDown={navigate}
      />
      {model.query.value !== '' && (
        <CloseButton testId="token-search-clear" title={t('searchClear')} onPress={onClear} />
      )}
    </div>
  )
}

function canMoveInText({
  key,
  ctrlKey,
  metaKey,
  shiftKey,
  currentTarget: field,
}: KeyboardEvent & { currentTarget: HTMLInputElement }): boolean {
  if ((key !== 'Home' && key !== 'End') || ctrlKey || metaKey) return false
  const caret = key === 'Home' ? field.selectionStart : field.selectionEnd
  return shiftKey || caret !== (key === 'Home' ? 0 : field.value.length)
}

/** Returns the row that a key moves to, or null if the key does not navigate. */
function moveActiveRow(key: string, from: number, count: number): number | null {
  const steps: { readonly [key: string]: () => number } = {
    ArrowDown: () => 1,
    ArrowUp: () => -1,
    PageDown: () => countVisibleRows(from),
    PageUp: () => -countVisibleRows(from),
    Home: () => -count,
    End: () => count,
  }
  const step = steps[key]
  return step === undefined ? null : Math.max(0, Math.min(count - 1, from + step()))
}

/** Rows without a warning have the same height. */
function countVisibleRows(active: number): number {
  const row = document.getElementById(optionId(active))
  const listHeight = row?.closest('.token-scroll')?.clientHeight ?? 0
  const rowHeight = row?.offsetHeight ?? 0
  return rowHeight === 0 ? 1 : Math.max(1, Math.floor(listHeight / rowHeight) - 1)
}
