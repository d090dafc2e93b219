import type { Clock } from '../base/time.ts'

/** A change after a longer pause begins a new burst of typing. */
const burstMs = 1_000
const shortestMs = 150
const longestMs = 500

/**
 * Says how long to wait after each change before a request: not at all after the first change of a burst, then twice as long
 * as the user's keys are apart: a fast typist waits less. Keys that are half a second apart or more each cause a request.
 */
export function createTypingPause(clock: Clock): () => number {
  let lastMs: number | null = null
  let intervalMs = longestMs / 2
  return () => {
    const nowMs = clock.nowMs()
    const sinceMs = lastMs === null ? Number.POSITIVE_INFINITY : nowMs - lastMs
    lastMs = nowMs
    if (sinceMs > burstMs || sinceMs < 0) return 0
    // The newest keys count most.
    intervalMs = (intervalMs + sinceMs) / 2
    return Math.min(longestMs, Math.max(shortestMs, 2 * intervalMs))
  }
}
