import { signal } from '@preact/signals'
import { type Token, tokenKey } from '../service/token.ts'
import { readLocal, writeLocal } from './local-values.ts'
import type { ViewPorts } from './view-ports.ts'

/** Keeps the tokens a person marked. */
export function createFavourites(storage: ViewPorts['storage']) {
  return createKeptTokens(storage, 'ferry.favourites.1', 50)
}

/** Keeps the tokens a person chose last. */
export function createRecents(storage: ViewPorts['storage']) {
  return createKeptTokens(storage, 'ferry.recent.1', 5)
}

/** Tokens a person comes back to, kept across openings, the newest first and no more than `most`. */
function createKeptTokens(storage: ViewPorts['storage'], key: string, most: number) {
  const tokens = signal(readLocal<readonly Token[]>(storage, key) ?? [])
  const without = (token: Token) => tokens.value.filter((one) => tokenKey(one) !== tokenKey(token))

  function keep(next: readonly Token[]): void {
    tokens.value = next.slice(0, most)
    writeLocal(storage, key, tokens.value)
  }

  return {
    tokens,
    has: (token: Token) => tokens.value.some((one) => tokenKey(one) === tokenKey(token)),
    put: (token: Token) => keep([token, ...without(token)]),
    remove: (token: Token) => keep(without(token)),
  }
}
