import type { Signal } from '@preact/signals'
import { toProblemData } from '../base/problem.ts'
import type { ProblemData } from '../base/problem-shape.ts'

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
  /** For a request that replaces the earlier ones. Returns whether its answer is still current. */
  const begin = (): (() => boolean) => {
    count += 1
    return join()
  }
  return {
    join,
    begin,
    end(): void {
      count += 1
    },
    /**
     * Begins with a request that was just sent, and takes its answer, or shows its problem, if it is still current then.
     * Returns whether the answer was taken.
     */
    async take<T>(
      answer: Promise<T>,
      problem: Signal<ProblemData | null>,
      use: (value: T) => void,
    ): Promise<boolean> {
      const isCurrent = begin()
      try {
        const value = await answer
        if (!isCurrent()) return false
        use(value)
        return true
      } catch (thrown) {
        if (isCurrent()) problem.value = toProblemData(thrown)
        return false
      }
    },
  }
}
