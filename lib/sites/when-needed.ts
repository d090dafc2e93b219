/** The bits of the page a start waits on. */
export interface WaitingWindow {
  addEventListener(type: string, listener: () => void, isCapturing?: boolean): void
  removeEventListener(type: string, listener: () => void, isCapturing?: boolean): void
}

/**
 * When the document is read; before that only where its page asks for us, or its user does something in it. Not
 * `pointerdown`: it makes the browser look after touches, which is dearer than all of these together. A finger's
 * `mousedown` comes with its click, so a link that is touched while the document is still being read is followed as any other.
 */
const signs = ['DOMContentLoaded', 'ferry:requestProvider', 'mousedown', 'keydown'] as const

/**
 * Begins once, and not while the document starts: that time is the page's. Hears each sign before anything in the page can
 * stop it. Without an object of options, which is dearer to read than a listener is to put in.
 */
export function whenNeeded(win: WaitingWindow, begin: () => void): void {
  let isBegun = false
  // An own copy, and no iterator below: from a world that it has patched the page learns nothing of us where we are silent.
  const stop = win.removeEventListener.bind(win)
  const once = (): void => {
    if (isBegun) return
    isBegun = true
    for (let at = 0; at < signs.length; at += 1) stop(signs[at] as string, once, true)
    begin()
  }
  for (const sign of signs) win.addEventListener(sign, once, true)
}
