import type { Pause } from '../base/concurrency.ts'
import { type ChainAddressFormats, isAddress } from '../base/hex.ts'
import { isObject } from '../base/object.ts'
import { badShape, decodeEach, type Entry, entriesOf, lenient } from '../base/shapes.ts'
import { type Holding, type Token, tokenKey } from './token.ts'
import { holdingShape, tokenShapeOn } from './token-shape.ts'
import { type CallOptions, call, type Send, type ServiceResponse } from './transport.ts'

export interface TokenListParams {
  readonly chainIds?: readonly number[]
  /** The full list is large. Otherwise the service returns its trending one, without the parameter `list`. */
  readonly isFull?: boolean
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
          list: params.isFull === true ? 'full' : null,
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
        return (await decodeEach(lenient(holdingShape), rows, 'holdings', pause)).filter(
          (one) => one !== null,
        )
      },
    )
}

/**
 * Returns the tokens of a list in any shape that deployments use: by chain id or flat, perhaps in `tokens` (wire shapes 2).
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
  return mergeTokens(await decodeEach(tokenShapeOn(forms), listTokenEntries(result, what), what, pause))
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

/** Throws `serviceAnswerInvalid` without any list. */
function listTokenEntries(result: unknown, what: string): readonly Entry[] {
  const isNested = isObject(result) && 'tokens' in result
  const [lists, path] = isNested ? [result.tokens, '$.tokens'] : [result, '$']
  if (Array.isArray(lists)) return entriesOf(lists, path)
  if (isNested && lists === null) return []
  const members = isObject(lists) ? Object.entries(lists) : null
  const hasList = members?.some(([, list]) => list === null || Array.isArray(list))
  if (members === null || (members.length > 0 && !hasList)) throw badShape(what, path, 'lists of tokens')
  return members.flatMap(([key, list]) => {
    const entries = Array.isArray(list) ? entriesOf(list, `${path}[${JSON.stringify(key.slice(0, 60))}]`) : []
    return entries.filter(({ entry }) => !isOfOtherChain(entry, key))
  })
}

/** Says whether a token is under another chain's key. */
function isOfOtherChain(entry: unknown, key: string): boolean {
  return /^[0-9]+$/.test(key) && isObject(entry) && 'chainId' in entry && String(entry.chainId) !== key
}
