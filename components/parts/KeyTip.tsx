import { signal } from '@preact/signals'
import { t } from './text.ts'

/** `shortcuts` lists them with their texts. */
export type ShortcutKey = '/' | 'F' | 'M' | 'R' | '?'

/** Whether single keys act on this screen. `useShortcuts`, whose code loads after the form's first picture, sets it. */
export const areKeysOn = signal(true)

/** The key of a control, for its `aria-keyshortcuts`. */
export const keyOf = (key: ShortcutKey) => (areKeysOn.value ? key : undefined)

/**
 * The tooltip of a control with a key. It lies over the control, because a screen reader would read the control's own
 * tooltip in addition to its name and key.
 */
export function KeyTip({ name, shortcut }: { name: string; shortcut: ShortcutKey }) {
  return (
    <span
      class="key-tip"
      aria-hidden="true"
      title={areKeysOn.value ? t('withKey', { name, key: shortcut }) : name}
    />
  )
}
