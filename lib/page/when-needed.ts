/** The bits of the page a start waits on. */
export interface WaitingWindow {
  addEventListener(type: string, listener: () => void, options: { readonly once: boolean }): void
}

/**
 * When the document is read, or at the latest loaded, where we came between the two; before that only where its page asks
 * for us, or its person does something in it. Not `pointerdown`: it makes the browser look after touches, which is dearer
 * than all of these together. A finger's `mousedown` comes with its click, so a link that is touched while the document
 * is still being read is followed as any other.
 */
const signs = ['DOMContentLoaded', 'load', 'ferry:requestProvider', 'mousedown', 'keydown']

/** Begins once, and not while the document starts: that time is the page's. */
export function whenNeeded(win: WaitingWindow, isStarting: boolean, begin: () => void): void {
  let isBegun = false
  const once = (): void => {
    if (isBegun) return
    isBegun = true
    begin()
  }
  // Put into a page that was there before us, we have missed all of it.
  if (!isStarting) once()
  for (const sign of signs) win.addEventListener(sign, once, { once: true })
}
