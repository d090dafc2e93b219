/** Random choices that a seed repeats. */
export interface Random {
  integerBelow(below: number): number
  pick<T>(items: readonly T[]): T
}

/** Mulberry32: fast, and the same for a seed on every machine. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const under = (below: number): number => Math.floor(next() * below)
  return {
    integerBelow: under,
    pick(items) {
      const found = items[under(items.length)]
      if (found === undefined) throw new Error('nothing to pick from')
      return found
    },
  }
}
