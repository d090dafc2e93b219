import type { Pause } from '../base/concurrency.ts'
import { type ChainAddressFormats, isAddress } from '../base/hex.ts'
import { badShape, decodeEachInSlices, type Entry, entriesOf, lenient } from '../base/shapes.ts'
import { type Holding, type Token, tokenKey } from './token.ts'
import { holdingShape, tokenShapeOn } from './token-shape.ts'
import { type CallOptions, call, type Send, type ServiceResponse } from './transport.ts'

export interface TokenListParams {
  readonly chainIds?: readonly number[]
  /** `full` is large. Without this parameter the service returns `trending`. */
  readonly list?: 'trending' | 'full'
}

/**
 * Twice the longest published list of one chain would fit: Ethereum's 5,118 tokens take 1.8 MB in the service's JSON.
 */
const maxBytes = 5_000_000

/**
 * Reads the token list (interface 4.2), by chain or flat. Each token appears once, and the native asset has one
 * address. Malformed entries are left out. Rejects with `serviceAnswerInvalid` above 5 MB; then request fewer chains.
 */
export function tokenList(send: Send, pause: Pause) {
  return (
    params: TokenListParams = {},
    forms?: ChainAddressFormats,
  ): Promise<ServiceResponse<readonly Token[]>> =>
    call(
      send,
      {
        priority: 'list',
        path: '/api/v1/tokens/list',
        query: {
          chainIds: params.chainIds?.join(',') ?? null,
          list: params.list ?? null,
        },
        timeoutMs: 15_000,
        maxBytes,
      },
      (result) => decodeTokens(result, 'tokens', pause, forms),
    )
}

/**
 * Searches tokens by address, name or symbol (interface 4.3) on all chains, including unverified ones. The response has
 * its lists in `tokens` by chain, at the top by chain, or flat.
 */
export function tokenSearch(send: Send, pause: Pause) {
  return (text: string, forms?: ChainAddressFormats): Promise<ServiceResponse<readonly Token[]>> => {
    const plain = text.trim().slice(0, 200)
    return call(
      send,
      {
        priority: 'list',
        path: '/api/v1/tokens/search',
        query: { q: isAddress(plain) ? plain.toLowerCase() : plain },
        timeoutMs: 15_000,
        maxBytes,
      },
      (result) => decodeTokens(result, 'tokens', pause, forms),
    )
  }
}

/**
 * Returns an account's holdings with the list's valuation (interface 4.2, `userAddress`). Has a short time limit, because
 * a review waits for it.
 */
export function holdings(send: Send, pause: Pause) {
  return (
    params: { readonly chainIds: readonly number[]; readonly userAddress: string },
    options: CallOptions = { priority: 'quote' },
  ): Promise<ServiceResponse<readonly Holding[]>> =>
    call(
      send,
      {
        ...options,
        path: '/api/v1/tokens/list',
        query: { chainIds: params.chainIds.join(','), userAddress: params.userAddress.toLowerCase() },
        timeoutMs: 5_000,
        maxBytes,
      },
      async (result) => {
        const rows = listTokenEntries(result, 'holdings')
        return (await decodeEachInSlices(lenient(holdingShape), rows, 'holdings', pause)).filter(
          (one) => one !== null,
        )
      },
    )
}

/**
 * Returns the tokens of a list in any shape that deployments use: by chain id, in `tokens`, or flat (wire shapes 2).
 * Each appears once, and malformed entries are left out.
 *
 * @internal
 */
export async function decodeTokens(
  result: unknown,
  what: string,
  pause: Pause,
  forms: ChainAddressFormats = {},
): Promise<readonly Token[]> {
  return mergeTokens(
    await decodeEachInSlices(tokenShapeOn(forms), listTokenEntries(result, what), what, pause),
  )
}

/** In the order of first occurrence. Later occurrences fill in missing fields. */
function mergeTokens(tokens: readonly Token[]): readonly Token[] {
  const byKey = new Map<string, Token>()
  for (const token of tokens) {
    const key = tokenKey(token)
    const known = byKey.get(key)
    byKey.set(key, known === undefined ? token : mergeToken(known, token))
  }
  return [...byKey.values()]
}

function mergeToken(known: Token, other: Token): Token {
  return {
    ...known,
    logoURI: known.logoURI ?? other.logoURI,
    isVerified: known.isVerified || other.isVerified,
  }
}

/** Maximum depth of nested lists: `tokens`, by chain, by address. */
const maxDepth = 3

/** Throws `serviceAnswerInvalid` without any list. */
function listTokenEntries(result: unknown, what: string): readonly Entry[] {
  const entries = result === null ? null : collectEntries(result, { path: '$', chainKey: null, depth: 0 })
  if (entries === null) throw badShape(what, '$', 'lists of tokens')
  return entries
}

interface ListPosition {
  readonly path: string
  readonly chainKey: string | null
  readonly depth: number
}

/** Null for a value that holds no list and is no token. */
function collectEntries(value: unknown, { path, chainKey, depth }: ListPosition): readonly Entry[] | null {
  if (value === null) return []
  if (Array.isArray(value)) return entriesOf(value, path).filter(({ entry }) => isOfChain(entry, chainKey))
  if (typeof value !== 'object') return null
  if ('address' in value && 'decimals' in value)
    return isOfChain(value, chainKey) ? [{ entry: value, path }] : []
  if (depth === maxDepth) return null
  const inside = ([key, inner]: readonly [string, unknown]) => {
    const isChain = /^[0-9]+$/.test(key)
    const place = `${path}[${JSON.stringify(key.slice(0, 60))}]`
    return collectEntries(inner, { path: place, chainKey: isChain ? key : chainKey, depth: depth + 1 })
  }
  if ('tokens' in value) return inside(['tokens', value.tokens])
  const parts = Object.entries(value).map(inside)
  const lists = parts.filter((part) => part !== null)
  return parts.length > 0 && lists.length === 0 ? null : lists.flat()
}

/** A token under another chain's key is left out. */
function isOfChain(entry: unknown, chainKey: string | null): boolean {
  if (chainKey === null || typeof entry !== 'object' || entry === null || !('chainId' in entry)) return true
  return String(entry.chainId) === chainKey
}
