import type { Clock, Timers } from '../../../lib/base/time.ts'

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
  let elapsedMs = 0
  let offsetMs = startMs
  let due: readonly { readonly atMs: number; readonly work: () => void }[] = []
  return {
    clock: { nowMs: () => offsetMs + elapsedMs },
    timers: {
      after(waitMs, work) {
        const entry = { atMs: elapsedMs + waitMs, work }
        due = [...due, entry]
        return () => {
          due = due.filter((other) => other !== entry)
        }
      },
    },
    async advance(ms) {
      const endMs = elapsedMs + ms
      await settle()
      for (;;) {
        const next = due.filter(({ atMs }) => atMs <= endMs).toSorted((a, b) => a.atMs - b.atMs)[0]
        if (next === undefined) break
        elapsedMs = Math.max(elapsedMs, next.atMs)
        due = due.filter((other) => other !== next)
        next.work()
        await settle()
      }
      elapsedMs = endMs
    },
    shift(ms) {
      offsetMs += ms
    },
    waiting: () => due.length,
  }
}

/** Lets all work that needs no time run. Streams need a turn of the event loop. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}
