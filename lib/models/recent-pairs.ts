import { signal } from '@preact/signals'
import { type Token, tokenKey } from '../service/token.ts'
import { readLocal, type TextStorage, writeLocal } from './view-ports.ts'

const key = 'ferry.pairs.1'
const most = 3

interface Pair {
  readonly input: Token
  readonly output: Token
}

/** Keeps the pairs that were swapped last across openings, the newest first. */
export function createRecentPairs(storage: TextStorage) {
  const pairs = signal(readLocal<readonly Pair[]>(storage, key) ?? [])

  function store(next: readonly Pair[]): void {
    pairs.value = next
    writeLocal(storage, key, next)
  }

  return {
    pairs,
    /** Puts a pair first; each is there once. */
    put(input: Token | null, output: Token | null): void {
      if (input === null || output === null) return
      const others = pairs.value.filter((one) => nameOf(one) !== nameOf({ input, output }))
      store([{ input, output }, ...others].slice(0, most))
    },
    clear: () => store([]),
  }
}

function nameOf({ input, output }: Pair): string {
  return `${tokenKey(input)} ${tokenKey(output)}`
}
