export type Generation = ReturnType<typeof createGeneration>

/**
 * Tells which answers still count. Each request belongs to a generation: a newer request begins the next one, and so does
 * a change of what the request was for (`Lifetime.generation`). An answer of an ended generation is dropped.
 *
 * @example
 * const isCurrent = generation.begin()
 * const answer = await client.send(…)
 * if (isCurrent()) shown.value = answer
 */
export function createGeneration() {
  let count = 0
  /** For one of several requests that count together: gives whether its answer still counts. */
  const join = (): (() => boolean) => {
    const mine = count
    return () => mine === count
  }
  return {
    join,
    /** For a request that takes the place of those before: gives whether its answer still counts. */
    begin(): () => boolean {
      count += 1
      return join()
    },
    /** No answer that is under way counts any more. */
    end(): void {
      count += 1
    },
  }
}
