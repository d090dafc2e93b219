import type { Timers, Wait } from '../base/time.ts'

/** The longest wait that a browser's timer keeps: 2^31 - 1 ms, about 25 days. A longer one it does not wait at all. */
export const longestTimerMs = 2_147_483_647

/** Creates timers over a browser's own; what is longer than that can wait is waited for in pieces, so that nothing far away comes at once. */
export function timersOver<Timer>(
  set: (work: () => void, waitMs: number) => Timer,
  clear: (timer: Timer) => void,
): Timers {
  return {
    after(waitMs, work) {
      let restMs = Number.isNaN(waitMs) ? 0 : Math.max(0, waitMs)
      let timer: Timer
      const waitPiece = (): void => {
        const pieceMs = Math.min(restMs, longestTimerMs)
        restMs -= pieceMs
        timer = set(() => (restMs > 0 ? waitPiece() : work()), pieceMs)
      }
      waitPiece()
      return () => clear(timer)
    },
  }
}

/** Timers of this context by the browser's own; they die with it. */
export const timers: Timers = timersOver(
  (work, waitMs) => setTimeout(work, waitMs),
  (timer) => clearTimeout(timer),
)

/** Waits by the browser's own timer. */
export const wait: Wait = (ms) => new Promise((resolve) => void timers.after(ms, resolve))

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
