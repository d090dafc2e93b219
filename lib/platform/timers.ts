import type { Pause } from '../base/concurrency.ts'
import type { Timers, Wait } from '../base/time.ts'

/** The longest wait that a browser's timer keeps: 2^31 - 1 ms, about 25 days. A longer one it does not wait at all. */
const longestTimerMs = 2_147_483_647

/** Timers of this context by the browser's own; they die with it. A longer wait is cut into pieces that the browser keeps. */
export const timers: Timers = {
  after(waitMs, work) {
    let restMs = Number.isNaN(waitMs) ? 0 : Math.max(0, waitMs)
    let timer: ReturnType<typeof setTimeout>
    const waitPiece = (): void => {
      const pieceMs = Math.min(restMs, longestTimerMs)
      restMs -= pieceMs
      timer = setTimeout(() => (restMs > 0 ? waitPiece() : work()), pieceMs)
    }
    waitPiece()
    return () => clearTimeout(timer)
  },
}

/** Waits by the browser's own timer. */
export const wait: Wait = (ms) => new Promise((resolve) => void timers.after(ms, resolve))

/**
 * Creates a pause that ends in the next task of the event loop. Browsers hold a timer of 0 ms back for 4 ms when it is set
 * from another one; a message of our own comes without that.
 */
export function createPause(): Pause {
  const { port1, port2 } = new MessageChannel()
  const waiting: (() => void)[] = []
  port1.onmessage = () => waiting.shift()?.()
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve)
      port2.postMessage(null)
    })
}

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
