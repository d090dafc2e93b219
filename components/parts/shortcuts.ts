import { effect } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { AppModel } from '../../lib/models/app-model.ts'
import { areKeysOn, type ShortcutKey } from './KeyTip.tsx'

/** Single keys, with the text of each in the list of keys. A key presses the control that has it as `aria-keyshortcuts`. */
export const shortcuts = [
  { key: '/', text: 'pickToken' },
  { key: 'F', text: 'flip' },
  { key: 'M', text: 'shareAll' },
  { key: 'R', text: 'refreshQuote' },
  { key: '?', text: 'shortcuts' },
] as const satisfies readonly { readonly key: ShortcutKey; readonly text: string }[]

const storedKey = 'ferry.keys.1'

/** Whether single keys act. The person can turn them off: a speech input or a tremor may press them by mistake. */
export const areShortcutsOn = ({ storage }: Pick<AppModel, 'storage'>): boolean =>
  storage.read(storedKey) !== 'off'

export function turnShortcuts(app: Pick<AppModel, 'storage' | 'screen'>, isOn: boolean): void {
  app.storage.write(storedKey, isOn ? 'on' : 'off')
  setKeys(app)
}

/** On the screen of a proposal, which a site can open while the person types elsewhere, no key does anything. */
function setKeys(app: Pick<AppModel, 'storage' | 'screen'>): void {
  areKeysOn.value = app.screen.value.name !== 'proposal' && areShortcutsOn(app)
}

/**
 * Listens to single keys. Ignores keys that are typed into a field, have a modifier, or are pressed over a sheet.
 */
export function useShortcuts(app: AppModel): void {
  useEffect(() => effect(() => setKeys(app)), [])
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const key = shortcutOf(event)
      if (key === null || !areKeysOn.peek()) return
      if (document.querySelector('dialog[open]') !== null || isField(event.target)) return
      event.preventDefault()
      if (key === '?') app.openSheet({ name: 'shortcuts' })
      else document.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`)?.click()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

function shortcutOf(event: KeyboardEvent): ShortcutKey | null {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event
  if (event.defaultPrevented || event.isComposing || event.repeat || ctrlKey || metaKey || altKey) return null
  // Many keyboards need Shift for `/` and `?`.
  const isLetter = /^[a-z]$/i.test(key)
  if (isLetter && shiftKey) return null
  return shortcuts.find((one) => one.key === key.toUpperCase())?.key ?? null
}

function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null
}
