import type { Timers } from '../base/time.ts'

/** A page that nobody sees paints nothing; what waits for its picture goes on all the same. */
const longestMs = 100

/**
 * Resolves when the browser has painted what the page's script draws in this turn; `onNextFrame` is
 * `requestAnimationFrame`, whose callbacks run just before the painting.
 */
export function firstPicture(onNextFrame: (work: () => void) => void, { after }: Timers): Promise<void> {
  return new Promise((resolve) => {
    onNextFrame(() => after(0, resolve))
    after(longestMs, resolve)
  })
}
