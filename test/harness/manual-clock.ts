import type { Clock, Timers } from '../../lib/base/time.ts'

interface PendingTimer {
  readonly atMs: number
  readonly order: number
  readonly work: () => void
}

/** A clock that stands until a test moves it, with its timers. */
export interface ManualClock extends Clock, Timers {
  /** Runs the earliest timer and moves the clock to it; false when there is none. */
  runNextTimer(): boolean
  nextMs(): number | null
  /** How many timers are set. */
  count(): number
  /** Moves the clock without running timers, as when the machine sleeps. */
  skip(ms: number): void
  /** How far the clock of the person's machine is off the true time. */
  skewMs: number
  readonly machine: Clock
}

/** Makes a manual clock. Timers of one moment run in the order in which they were set. */
export function createManualClock(startMs: number): ManualClock {
  const waiting = new Set<PendingTimer>()
  let nowMs = startMs
  let lastOrder = 0

  function earliest(): PendingTimer | null {
    let first: PendingTimer | null = null
    for (const one of waiting) {
      if (first === null || one.atMs < first.atMs || (one.atMs === first.atMs && one.order < first.order))
        first = one
    }
    return first
  }

  const manual: ManualClock = {
    nowMs: () => nowMs,
    skewMs: 0,
    machine: { nowMs: () => nowMs + manual.skewMs },
    after(waitMs, work) {
      lastOrder += 1
      const one = { atMs: nowMs + Math.max(0, waitMs), order: lastOrder, work }
      waiting.add(one)
      return () => {
        waiting.delete(one)
      }
    },
    runNextTimer() {
      const first = earliest()
      if (first === null) return false
      waiting.delete(first)
      nowMs = Math.max(nowMs, first.atMs)
      first.work()
      return true
    },
    nextMs: () => earliest()?.atMs ?? null,
    count: () => waiting.size,
    skip(ms) {
      nowMs += ms
    },
  }
  return manual
}
