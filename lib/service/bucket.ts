import { type Clock, minuteMs } from '../base/time.ts'

/** Tokens that refill with time; each request takes one. */
export interface Bucket {
  /** Until a request may go; 0 is now. Only the urgent may take the last ones. */
  waitMs(isUrgent: boolean): number
  takeOne(): void
  /** Requests that may go now, a fraction included. */
  tokens(): number
}

/**
 * Creates a bucket that starts full, or with what an earlier one had left. A fifth of the minute's requests may go at
 * once and the rest refill over the minute, so that no minute ever sees more than `perMinute`.
 */
export function createBucket(
  clock: Clock,
  perMinute: number,
  left: { readonly tokens: number; readonly atMs: number } | null = null,
): Bucket {
  const capacity = Math.max(1, Math.floor(perMinute / 5))
  const reserve = Math.min(3, Math.floor(capacity / 4))
  const perMs = Math.max(perMinute - capacity, perMinute / 2) / minuteMs
  let tokens = left?.tokens ?? capacity
  let readMs = left?.atMs ?? clock.nowMs()

  function refill(): void {
    const nowMs = clock.nowMs()
    // A clock that was set back gives nothing and takes nothing.
    tokens = Math.min(capacity, tokens + Math.max(0, nowMs - readMs) * perMs)
    readMs = nowMs
  }

  return {
    waitMs(isUrgent) {
      refill()
      const needed = isUrgent ? 1 : 1 + reserve
      // The timer's whole milliseconds must be enough in spite of floating point.
      return tokens + 1e-6 >= needed ? 0 : (needed - tokens) / perMs
    },
    takeOne() {
      refill()
      tokens -= 1
    },
    tokens() {
      refill()
      return tokens
    },
  }
}
