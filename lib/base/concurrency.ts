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
