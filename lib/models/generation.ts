export type Generation = ReturnType<typeof createGeneration>

/**
 * Tells which answers are current. Each request belongs to a generation. A newer request starts the next generation, and so
 * does a change of the request's subject (`Lifetime.generation`). Drop an answer of an ended generation.
 *
 * @example
 * const isCurrent = generation.begin()
 * const answer = await client.send(…)
 * if (isCurrent()) shown.value = answer
 */
export function createGeneration() {
  let count = 0
  /** For parallel requests of one generation. Returns whether an answer is still current. */
  const join = (): (() => boolean) => {
    const mine = count
    return () => mine === count
  }
  return {
    join,
    /** For a request that replaces the earlier ones. Returns whether its answer is still current. */
    begin(): () => boolean {
      count += 1
      return join()
    },
    end(): void {
      count += 1
    },
  }
}
