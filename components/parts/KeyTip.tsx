import type { ShortcutKey } from './shortcuts.ts'
import { t } from './text.ts'

/**
 * The tooltip of a control with a key. It lies over the control, because a screen reader would read the control's own
 * tooltip in addition to its name and key.
 */
export function KeyTip({ name, shortcut }: { name: string; shortcut: ShortcutKey }) {
  return <span class="key-tip" aria-hidden="true" title={t('withKey', { name, key: shortcut })} />
}
