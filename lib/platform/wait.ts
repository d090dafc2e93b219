import type { Wait } from '../base/time.ts'
import { timers } from './timers.ts'

/** Waits by the browser's own timer. */
export const wait: Wait = (ms) => new Promise((resolve) => void timers.after(ms, resolve))
