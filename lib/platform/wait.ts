import type { Wait } from '../base/time.ts'

/** Waits by the browser's own timer. */
export const wait: Wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
