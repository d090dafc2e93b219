import type { Timers } from '../base/time.ts'
import { timersOver } from '../base/timers.ts'

/** Timers of this context by the browser's own; they die with it. */
export const timers: Timers = timersOver(
  (work, waitMs) => setTimeout(work, waitMs),
  (timer) => clearTimeout(timer),
)
