export interface Random {
  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number
  one<T>(of: readonly T[]): T
  shuffled<T>(all: readonly T[]): T[]
}

/** Returns the random choices of a seed: the same ones in the same order. */
export function randomOf(seed: number): Random {
  // MINSTD. A state of 0 would never change.
  let state = (Math.abs(Math.trunc(seed)) % 2_147_483_646) + 1
  const next = (): number => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1))
  return {
    between,
    one(of) {
      const found = of[between(0, of.length - 1)]
      if (found === undefined) throw new Error('nothing to choose from')
      return found
    },
    shuffled(all) {
      const left = [...all]
      return all.flatMap(() => left.splice(between(0, left.length - 1), 1))
    },
  }
}
