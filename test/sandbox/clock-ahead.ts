import { vi } from 'vitest'

const realNowMs = Date.now

/**
 * Sets the clock of this process ahead, and so that of a sandbox started in it; its chains keep their own. Ends with
 * `vi.restoreAllMocks()`.
 */
export function setClockAhead(ms: number): void {
  vi.spyOn(Date, 'now').mockImplementation(() => realNowMs() + ms)
}
