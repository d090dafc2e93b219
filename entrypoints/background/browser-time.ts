import type { Clock } from '../../lib/base/time.ts'

/** The machine's own clock. */
export const clock: Clock = { nowMs: () => Date.now() }
