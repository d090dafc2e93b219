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
