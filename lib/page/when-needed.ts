/** The bits of the page a start waits on. */
export interface WaitingWindow {
  addEventListener(type: string, listener: () => void, options: { readonly once: boolean }): void
}

/**
 * When the document is read; before that only where its page asks for us, or its person does something in it. Not
 * `pointerdown`: it makes the browser look after touches, which is dearer than all of these together.
 */
const signs = ['DOMContentLoaded', 'ferry:requestProvider', 'mousedown', 'keydown']

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
