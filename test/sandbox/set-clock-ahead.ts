import { vi } from 'vitest'

const realNowMs = Date.now

/** The chains keep their own clocks. `vi.restoreAllMocks()` undoes it. */
export function setClockAhead(ms: number): void {
  vi.spyOn(Date, 'now').mockImplementation(() => realNowMs() + ms)
}
