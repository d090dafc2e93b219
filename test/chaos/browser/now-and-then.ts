import type { Random } from './random.ts'

/** Does something by chance every few seconds until it is called off; the last thing done is to undo it. */
export function nowAndThen(
  random: Random,
  act: () => Promise<unknown>,
  undo: () => Promise<unknown>,
): () => Promise<void> {
  let isOver = false
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const pause = (ms: number) =>
    Promise.race([ended, new Promise<void>((done) => void setTimeout(done, ms).unref())])
  const acting = (async () => {
    while (!isOver) {
      await pause(random.between(800, 4_000))
      if (isOver) break
      await act()
      await pause(random.between(500, 3_000))
      await undo()
    }
    await undo()
  })()
  // Whoever calls it off hears of its failure.
  acting.catch(() => undefined)
  return async () => {
    isOver = true
    end()
    await acting
  }
}
