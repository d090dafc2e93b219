import { signal } from '@preact/signals'
import { type Token, tokenKey } from '../service/token.ts'
import { readLocal, type TextStorage, writeLocal } from './view-ports.ts'

interface Pair {
  readonly input: Token
  readonly output: Token
}

export function createRecentPairs(storage: TextStorage) {
  const pairKey = ({ input, output }: Pair) => `${tokenKey(input)} ${tokenKey(output)}`
  const { values, put, clear } = createStoredList(storage, 'ferry.pairs.1', 3, pairKey)
  return {
    pairs: values,
    put(input: Token | null, output: Token | null): void {
      if (input !== null && output !== null) put({ input, output })
    },
    clear,
  }
}

export function createFavourites(storage: TextStorage) {
  return createStoredList<Token>(storage, 'ferry.favourites.1', 50, tokenKey)
}

export function createRecents(storage: TextStorage) {
  return createStoredList<Token>(storage, 'ferry.recent.1', 5, tokenKey)
}

/** Creates a stored list, newest first, without duplicates, with at most `most` values. */
function createStoredList<T>(storage: TextStorage, key: string, most: number, keyOf: (value: T) => string) {
  const values = signal(readLocal<readonly T[]>(storage, key) ?? [])
  const without = (value: T) => values.value.filter((one) => keyOf(one) !== keyOf(value))

  function keep(next: readonly T[]): void {
    values.value = next.slice(0, most)
    writeLocal(storage, key, values.value)
  }

  return {
    values,
    has: (value: T) => values.value.some((one) => keyOf(one) === keyOf(value)),
    put: (value: T) => keep([value, ...without(value)]),
    remove: (value: T) => keep(without(value)),
    clear: () => keep([]),
  }
}
