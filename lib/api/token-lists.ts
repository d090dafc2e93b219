import * as v from 'valibot'
import type { Token } from '../swap/token.ts'
import { badShape, decode } from '../wire/decode.ts'
import { decodeEach, type Entry, entriesOf } from '../wire/decode-each.ts'
import { mergeTokens, tokenShape } from './token-shape.ts'

const perChainMax = 5_000

/**
 * The tokens of a list in any form deployments use: by chain id, in `tokens`, or flat (wire shapes 2). Bad entries are
 * left out, and at most 5,000 of a chain are taken.
 */
export function tokensOf(result: unknown, what: string): readonly Token[] {
  const taken = new Map<number, number>()
  const kept = decodeEach(tokenShape, tokenEntries(result, what), what).filter(({ chainId }) => {
    const count = (taken.get(chainId) ?? 0) + 1
    taken.set(chainId, count)
    return count <= perChainMax
  })
  return mergeTokens(kept)
}

/** The entries of a list in any of its forms. */
export function* tokenEntries(result: unknown, what: string): Generator<Entry> {
  if (Array.isArray(result)) {
    yield* entriesOf(result)
    return
  }
  const lists = decode(v.record(v.string(), v.unknown()), result, what)
  if (lists.tokens !== undefined) {
    yield* tokenEntries(lists.tokens, what)
    return
  }
  for (const [chainKey, list] of Object.entries(lists)) {
    const root = `$[${JSON.stringify(chainKey.slice(0, 20))}]`
    if (!Array.isArray(list)) throw badShape(what, root, 'list of tokens')
    for (const { entry, path } of entriesOf(list, root)) {
      if (isOfChain(entry, chainKey)) yield { entry, path }
    }
  }
}

/** A token under another chain's key is nobody's. */
function isOfChain(entry: unknown, chainKey: string): boolean {
  return (
    typeof entry !== 'object' || entry === null || !('chainId' in entry) || String(entry.chainId) === chainKey
  )
}
