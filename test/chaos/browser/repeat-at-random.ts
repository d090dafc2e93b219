import type { Random } from './random.ts'

/** Every few seconds until the returned function is called. The last call is `undo`. */
export function repeatAtRandom(
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
  // The caller of the returned function receives the failure.
  acting.catch(() => undefined)
  return async () => {
    isOver = true
    end()
    await acting
  }
}
