import { vi } from 'vitest'

const realNowMs = Date.now

/**
 * Sets the clock of this process ahead, and so of a sandbox in it; the chains keep their own clocks.
 * `vi.restoreAllMocks()` undoes it.
 */
export function setClockAhead(ms: number): void {
  vi.spyOn(Date, 'now').mockImplementation(() => realNowMs() + ms)
}
