import { effect, untracked } from '@preact/signals'
import { createContext } from 'preact'
import { useContext, useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { ScreenModel } from '../../lib/models/screen-model.ts'
import { t } from './text.ts'

/** The hook (`data-testid`) of the control that opened the screen the user left, until it has the focus again. */
interface Opener {
  current: string | null
}

/** Where a screen that is come back to finds what opened the one before. */
export const LastOpener = createContext<Opener>({ current: null })

/** Remembers what opened each screen, by its hook: the screen itself is drawn anew when the user comes back. */
export function useOpeners({ behind, isReturn }: Pick<ScreenModel, 'behind' | 'isReturn'>): Opener {
  const last = useRef<string | null>(null)
  useEffect(() => {
    let openers: readonly (string | null)[] = untracked(() => behind.value.map(() => null))
    // Runs before the next screen is drawn: the control that was pressed still has the focus.
    return effect(() => {
      const depth = behind.value.length
      const isBack = isReturn.value
      last.current = isBack ? (openers[depth] ?? null) : null
      openers = depth > openers.length ? [...openers, focusedHook()] : openers.slice(0, depth)
    })
  }, [])
  return last
}

/**
 * Names the document after a screen that is there, and gives the focus to what opened the screen before it, where the
 * user comes back, else to `target`. Without a title the document is called Ferry.
 */
export function useScreenFocus(title: string | null, target: () => HTMLElement | null): void {
  const last = useContext(LastOpener)
  useLayoutEffect(() => {
    const opener = last.current
    last.current = null
    const found =
      opener === null ? null : document.querySelector<HTMLElement>(`[data-testid="${CSS.escape(opener)}"]`)
    found?.focus()
    // What opened the screen before may be there no more, or be disabled.
    if (found === null || document.activeElement !== found) target()?.focus()
  }, [])
  useLayoutEffect(() => {
    document.title = title === null ? t('name') : t('titleOf', { title })
  }, [title])
}

/** Calls back on Escape, unless it closes a dialog, ends a composition or is meant for a field with text in it. */
export function useEscape(onEscape: (() => void) | null): void {
  useEffect(() => {
    if (onEscape === null) return
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
      if (document.querySelector('dialog[open]') !== null || holdsText(event.target)) return
      event.preventDefault()
      onEscape()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [onEscape])
}

function focusedHook(): string | null {
  return document.activeElement?.getAttribute('data-testid') ?? null
}

function holdsText(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === 'text' && target.value !== ''
}
