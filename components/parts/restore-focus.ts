import { useLayoutEffect } from 'preact/hooks'

/** The focused element was removed or disabled. A screen reader would start at the top of the page. */
const isFocusLost = () => document.activeElement === null || document.activeElement === document.body

/** Moves the focus to `target` if the focused element of `area` disappeared and no nearer element took the focus. */
export function useRestoreFocus(
  area: () => Element | null | undefined,
  target: () => HTMLElement | null,
): void {
  useLayoutEffect(() => {
    const watched = area()
    if (watched == null) return
    let last: EventTarget | null = null
    const remember = ({ target: focused }: Event) => {
      last = focused
    }
    const observer = new MutationObserver(() => {
      if (last instanceof Element && !last.isConnected && isFocusLost()) target()?.focus()
    })
    observer.observe(watched, { childList: true, subtree: true })
    watched.addEventListener('focusin', remember)
    return () => {
      observer.disconnect()
      watched.removeEventListener('focusin', remember)
    }
  }, [])
}
