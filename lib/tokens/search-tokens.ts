import type { Token } from '../service/token.ts'
import { type ChainTokenIndex, type MatchQuality, searchAddresses, searchNames } from './chain-token-index.ts'
import type { TokenIndex } from './token-index.ts'
import type { TokenQuery } from './token-query.ts'

/** The results of a query, best first. */
export interface FoundTokens {
  readonly total: number
  page(offset: number, limit: number): readonly Token[]
}

interface SearchScope {
  /** The chains to search, in the order of their tokens in the results. */
  readonly chainIds: readonly number[]
  /** Chains whose tokens come after all others. */
  readonly later?: readonly number[]
  readonly except?: readonly string[]
}

/** One chain's part of a search. Its tokens have the numbers from `base`, and their classes are shifted by `after`. */
interface ChainPart {
  readonly chainId: number
  readonly tokenIndex: ChainTokenIndex
  readonly base: number
  readonly after: number
}

const matchQualityCount = 4
/** Three ranks of trust, with four fits each. */
const classCount = 3 * matchQualityCount

/**
 * Searches these chains. Verified tokens come first, then unknown ones, then imitations. Within a rank: exact symbols
 * and addresses, then beginnings of symbols, then beginnings of names, then other matches. An empty text matches
 * everything. 100,000 tokens take a few milliseconds.
 */
export function searchTokens(
  index: Pick<TokenIndex, 'chainIndex'>,
  query: TokenQuery,
  { chainIds, later = [], except = [] }: SearchScope,
): FoundTokens {
  const parts = createParts(index, chainIds, later)
  const last = parts.at(-1)
  const size = last === undefined ? 0 : last.base + last.tokenIndex.tokens.length
  /** The class of each token, from 1; 0 for no match. Objects are only created when a page is read. */
  const classOf = new Uint8Array(size)
  for (const part of parts) classifyTokens(part, query, classOf)
  for (const key of except) {
    const chainEnd = key.indexOf(':')
    const part = parts.find(({ chainId }) => chainId === Number(key.slice(0, chainEnd)))
    const at = part?.tokenIndex.byAddress.get(key.slice(chainEnd + 1))
    if (part !== undefined && at !== undefined) classOf[part.base + at] = 0
  }
  const counts = new Uint32Array(2 * classCount + 1)
  for (const own of classOf) counts[own] = (counts[own] ?? 0) + 1
  return {
    total: size - (counts[0] ?? 0),
    page: (offset, limit) => readPage(parts, classOf, counts, { offset, limit }),
  }
}

function createParts(
  index: Pick<TokenIndex, 'chainIndex'>,
  chainIds: readonly number[],
  later: readonly number[],
): readonly ChainPart[] {
  const parts: ChainPart[] = []
  let base = 0
  for (const chainId of new Set([...chainIds, ...later])) {
    const shelf = index.chainIndex(chainId)
    if (shelf === null) continue
    parts.push({ chainId, tokenIndex: shelf, base, after: chainIds.includes(chainId) ? 0 : classCount })
    base += shelf.tokens.length
  }
  return parts
}

function classifyTokens(
  { chainId, tokenIndex, base, after }: ChainPart,
  query: TokenQuery,
  classOf: Uint8Array,
): void {
  const { tokens, ranks } = tokenIndex
  const recordMatch = (at: number, fit: MatchQuality): void => {
    const own = after + matchQualityCount * (ranks[at] ?? 0) + fit + 1
    const known = classOf[base + at] ?? 0
    // An address can also be part of a name. The best match counts.
    if (known === 0 || own < known) classOf[base + at] = own
  }
  for (const { text, chainIds } of query.names) {
    if (chainIds !== null && !chainIds.has(chainId)) continue
    if (text === '') for (let at = 0; at < tokens.length; at += 1) recordMatch(at, 0)
    else searchNames(tokenIndex, text, recordMatch)
  }
  if (query.address !== null) searchAddresses(tokenIndex, query.address, recordMatch)
}

function readPage(
  parts: readonly ChainPart[],
  classOf: Uint8Array,
  counts: Uint32Array,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): readonly Token[] {
  const page: Token[] = []
  let before = offset
  for (let own = 1; own < counts.length && page.length < limit; own += 1) {
    const count = counts[own] ?? 0
    if (before >= count) {
      before -= count
      continue
    }
    for (let id = classOf.indexOf(own); id !== -1 && page.length < limit; id = classOf.indexOf(own, id + 1)) {
      if (before > 0) before -= 1
      else page.push(tokenAt(parts, id))
    }
  }
  return page
}

function tokenAt(parts: readonly ChainPart[], id: number): Token {
  const part = parts.findLast(({ base }) => base <= id)
  const token = part?.tokenIndex.tokens[id - part.base]
  if (token === undefined) throw new Error(`no token ${id}`)
  return token
}
