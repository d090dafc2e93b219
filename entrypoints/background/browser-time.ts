import type { Clock, Timers } from '../../lib/base/time.ts'

/** The machine's own clock. */
export const clock: Clock = { nowMs: () => Date.now() }

/** Timers of this worker; they die with it. */
export const timers: Timers = {
  after(waitMs, work) {
    const timer = setTimeout(work, waitMs)
    return () => clearTimeout(timer)
  },
}
