import type { TextStorage } from '../../lib/models/view-ports.ts'

export const storage: TextStorage = {
  read: (key) => localStorage.getItem(key),
  write(key, text) {
    try {
      localStorage.setItem(key, text)
    } catch (cause) {
      // Full: the draft lives as long as this view, which is all `write` promises.
      if (!(cause instanceof DOMException)) throw cause
    }
  },
}

/** A rail and two columns from here on: 960 pixels, more for whoever has larger letters. */
export const wide = matchMedia('(min-width: 60em)')
