import type { TextStorage } from '../../lib/models/view-ports.ts'

export const storage: TextStorage = {
  read: (key) => localStorage.getItem(key),
  write(key, text) {
    try {
      localStorage.setItem(key, text)
    } catch (cause) {
      // Storage is full: the draft lives as long as this view, as `write` promises.
      if (!(cause instanceof DOMException)) throw cause
    }
  },
}

/** From this width on: a rail and two columns. 960 pixels, more with a larger font size. */
export const wide = matchMedia('(min-width: 60em)')
