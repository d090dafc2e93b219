import type { Pause } from '../base/concurrency.ts'
import type { Timers, Wait } from '../base/time.ts'

/** The longest delay of a browser timer: 2^31 - 1 ms, about 25 days. A timer with a longer delay fires immediately. */
const longestTimerMs = 2_147_483_647

/** They end with this context. A longer delay is split into several timers. */
export const timers: Timers = {
  after(waitMs, work) {
    let remainingMs = Number.isNaN(waitMs) ? 0 : Math.max(0, waitMs)
    let timer: ReturnType<typeof setTimeout>
    const waitPiece = (): void => {
      const pieceMs = Math.min(remainingMs, longestTimerMs)
      remainingMs -= pieceMs
      timer = setTimeout(() => (remainingMs > 0 ? waitPiece() : work()), pieceMs)
    }
    waitPiece()
    return () => clearTimeout(timer)
  },
}

export const wait: Wait = (ms) => new Promise((resolve) => void timers.after(ms, resolve))

/** Browsers delay nested timers of 0 ms by 4 ms. A message has no such delay. */
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

/** A hidden page paints nothing. Waiting work starts after this time all the same. */
const longestMs = 100

/**
 * Resolves when the browser has painted the content that the page's script draws in this turn. `onNextFrame` is
 * `requestAnimationFrame`, whose callbacks run just before painting.
 */
export function firstPaint(onNextFrame: (work: () => void) => void, { after }: Timers): Promise<void> {
  return new Promise((resolve) => {
    onNextFrame(() => after(0, resolve))
    after(longestMs, resolve)
  })
}
