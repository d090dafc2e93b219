/** The bits of the page a start waits on. */
export interface WaitingWindow {
  addEventListener(type: string, listener: () => void, options: { readonly once: boolean }): void
  readonly document: { readonly readyState: string }
}

/** When the document is read; before that only where its page asks for us, or its person does something in it. */
const signs = ['DOMContentLoaded', 'ferry:requestProvider', 'pointerdown', 'keydown']

/** Begins once, and not while the document starts: that time is the page's. */
export function whenNeeded(win: WaitingWindow, begin: () => void): void {
  let isBegun = false
  const once = (): void => {
    if (isBegun) return
    isBegun = true
    begin()
  }
  // Put into a page that was there before us, we have missed all of it.
  if (win.document.readyState !== 'loading') once()
  for (const sign of signs) win.addEventListener(sign, once, { once: true })
}
