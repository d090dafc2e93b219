/**
 * Work that takes in everything done so far: whoever asks for it while it runs shares the next run, which begins when this
 * one is over. Each rejects as its own run does.
 */
export function joined(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null

  function begin(): Promise<void> {
    next = null
    const mine = work().finally(() => {
      if (running === mine) running = null
    })
    running = mine
    return mine
  }

  return () => {
    if (running === null) return begin()
    next ??= running.then(begin, begin)
    return next
  }
}
