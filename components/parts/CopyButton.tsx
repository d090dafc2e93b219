import { useSignal } from '@preact/signals'
import { Icon } from './Icon.tsx'
import { t } from './text.ts'

/** Copies a text and confirms it. `read` may load the text first. */
export function CopyButton({
  read,
  label,
  testid,
  isWide = false,
  showsLabel = isWide,
}: {
  read: () => string | Promise<string>
  label: string
  testid?: string
  /** Takes the full width: for the main text of a screen. */
  isWide?: boolean
  showsLabel?: boolean
}) {
  const state = useSignal<'idle' | 'done' | 'failed'>('idle')
  async function copy() {
    try {
      await navigator.clipboard.writeText(await read())
      state.value = 'done'
    } catch {
      // Show the failure instead of throwing: the text can still be selected by hand.
      state.value = 'failed'
    }
  }
  const said = state.value === 'done' ? t('copied') : state.value === 'failed' ? t('copyFailed') : ''
  return (
    <span class={isWide ? 'copy wide' : 'copy'}>
      <button
        type="button"
        class={isWide ? 'primary' : showsLabel ? 'plain' : 'icon-button small'}
        aria-label={showsLabel ? undefined : label}
        title={label}
        data-testid={testid}
        onClick={copy}
      >
        {showsLabel ? said || label : <Icon name={state.value === 'done' ? 'check' : 'copy'} />}
      </button>
      <span class="unseen" role="status">
        {said}
      </span>
    </span>
  )
}
