/** Lets everything that waits for its turn run, then resolves; passed in like the clock, so that tests own it. */
export type Pause = () => Promise<void>

/** So many items take a few milliseconds, also on a slow machine. */
const sliceSize = 250

/** Does work item by item and pauses after each slice, so that a long list holds up nothing else. */
export async function eachInSlices<T>(
  items: readonly T[],
  pause: Pause,
  work: (item: T) => void,
): Promise<void> {
  for (let from = 0; from < items.length; from += sliceSize) {
    if (from > 0) await pause()
    for (const item of items.slice(from, from + sliceSize)) work(item)
  }
}

/** Runs so many pieces of work at a time, the others in the order they came. */
export function createSlots(count: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = count
  const queue: (() => void)[] = []

  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => queue.push(resolve))
    try {
      return await work()
    } finally {
      // The place goes to the next one; it is free only where nobody waits.
      const next = queue.shift()
      if (next === undefined) free += 1
      else next()
    }
  }
}

/**
 * Joins those who ask for work that takes in everything done so far: whoever asks while it runs shares the next run, which
 * begins when this one is over. Each rejects as its own run does.
 */
export function joined(work: () => Promise<void>): () => Promise<void> {
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
