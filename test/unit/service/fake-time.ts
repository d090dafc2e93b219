import type { Clock, Timers } from '../../../lib/base/time.ts'
import { createManualClock } from '../../harness/manual-clock.ts'

/** A clock with timers that only moves on request. */
export interface FakeTime {
  readonly clock: Clock
  readonly timers: Timers
  /** Moves the clock forward, runs due timers in order, and awaits pending promises. */
  advance(ms: number): Promise<void>
  /** Sets the wall clock alone, like a user or a time server. */
  shift(ms: number): void
  readonly waiting: () => number
}

export function createFakeTime(startMs = 1_760_000_000_000): FakeTime {
  const manual = createManualClock(0)
  let offsetMs = startMs
  return {
    clock: { nowMs: () => offsetMs + manual.nowMs() },
    timers: manual,
    async advance(ms) {
      const endMs = manual.nowMs() + ms
      await settle()
      while ((manual.nextMs() ?? Number.POSITIVE_INFINITY) <= endMs) {
        manual.runNextTimer()
        await settle()
      }
      manual.skip(endMs - manual.nowMs())
    },
    shift(ms) {
      offsetMs += ms
    },
    waiting: manual.count,
  }
}

/** Lets all work that needs no time run. Streams need a turn of the event loop. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}
