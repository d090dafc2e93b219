import type { Wait } from './time.ts'

/** Lets all queued tasks run, then resolves. Injected like the clock, so that tests control it. */
export type Pause = () => Promise<void>

/** A slice of this many items takes a few milliseconds, also on a slow machine. */
const sliceSize = 250

/** Calls `work` for each item and pauses after each slice. A long list then does not block other tasks. */
export async function forEachInSlices<T>(
  items: readonly T[],
  pause: Pause,
  work: (item: T) => void,
): Promise<void> {
  for (let from = 0; from < items.length; from += sliceSize) {
    if (from > 0) await pause()
    for (const item of items.slice(from, from + sliceSize)) work(item)
  }
}

/** Returns the result of the work; null if it fails or takes longer. The work itself continues. */
export function resultInTime<T>(work: Promise<T>, waitMs: number, wait: Wait): Promise<T | null> {
  return Promise.race([work.catch(() => null), wait(waitMs).then(() => null)])
}

/** Runs at most `count` pieces of work at a time. The others start in the order they were queued. */
export function createConcurrencyLimit(count: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = count
  const queue: (() => void)[] = []

  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => queue.push(resolve))
    try {
      return await work()
    } finally {
      // Hand the slot to the next queued work. The slot is free only if the queue is empty.
      const next = queue.shift()
      if (next === undefined) free += 1
      else next()
    }
  }
}

/**
 * Coalesces calls of work that processes everything that changed before it started. Calls made during a run share the
 * next run, which starts when the current one ends. Each call rejects if its own run rejects.
 */
export function coalesce(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null

  function start(): Promise<void> {
    next = null
    const mine = work().finally(() => {
      if (running === mine) running = null
    })
    running = mine
    return mine
  }

  return () => {
    if (running === null) return start()
    next ??= running.then(start, start)
    return next
  }
}
