import { badShape } from '../base/decode.ts'
import { decodeEach, type Entry, entriesOf } from '../base/decode-each.ts'
import type { Token } from './token.ts'
import { mergeTokens, tokenShape } from './token-shape.ts'

const perChainMax = 5_000

/**
 * Returns the tokens of a list in any form deployments use: by chain id, in `tokens`, or flat (wire shapes 2). Bad
 * entries are left out, and at most 5,000 of a chain are taken.
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

/** Lists stand in each other at most so deep: `tokens`, by chain, by address. */
const mostDeep = 3

/**
 * Returns the entries of a list in any of its forms; whatever stands beside the lists and is none is left out. Throws
 * `serviceBadShape` where there is no list at all.
 */
export function tokenEntries(result: unknown, what: string): readonly Entry[] {
  const entries = result === null ? null : entriesIn(result, { path: '$', chainKey: null, depth: 0 })
  if (entries === null) throw badShape(what, '$', 'lists of tokens')
  return entries
}

interface Place {
  readonly path: string
  /** The chain whose list this is; null where it has no key of one. */
  readonly chainKey: string | null
  readonly depth: number
}

/** Null for what holds no list and is no token. */
function entriesIn(value: unknown, { path, chainKey, depth }: Place): readonly Entry[] | null {
  if (value === null) return []
  if (Array.isArray(value)) return entriesOf(value, path).filter(({ entry }) => isOfChain(entry, chainKey))
  if (typeof value !== 'object') return null
  if ('address' in value && 'decimals' in value)
    return isOfChain(value, chainKey) ? [{ entry: value, path }] : []
  if (depth === mostDeep) return null
  const inside = ([key, inner]: readonly [string, unknown]) => {
    const isChain = /^[0-9]+$/.test(key)
    const place = `${path}[${JSON.stringify(key.slice(0, 60))}]`
    return entriesIn(inner, { path: place, chainKey: isChain ? key : chainKey, depth: depth + 1 })
  }
  if ('tokens' in value) return inside(['tokens', value.tokens])
  const parts = Object.entries(value).map(inside)
  const lists = parts.filter((part) => part !== null)
  return parts.length > 0 && lists.length === 0 ? null : lists.flat()
}

/** A token under another chain's key is nobody's. */
function isOfChain(entry: unknown, chainKey: string | null): boolean {
  if (chainKey === null || typeof entry !== 'object' || entry === null || !('chainId' in entry)) return true
  return String(entry.chainId) === chainKey
}
