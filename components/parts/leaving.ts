import { useLayoutEffect } from 'preact/hooks'

/** Returns whether the person left the displayed screen and the next one waits for its frame. */
export const isLeavingScreen = () => document.documentElement.dataset.turn === 'leave'

/**
 * Calls back on Escape, except if it closes a dialog, ends a composition or clears a text field. Registers in a
 * layout effect: a passive effect runs a frame later and would miss an early press.
 */
export function useEscape(onEscape: (() => void) | null): void {
  useLayoutEffect(() => {
    if (onEscape === null) return
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
      if (document.querySelector('dialog[open]') !== null || hasText(event.target)) return
      event.preventDefault()
      onEscape()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [onEscape])
}

function hasText(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && ['text', 'search'].includes(target.type) && target.value !== ''
}
