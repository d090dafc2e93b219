import type { Token } from '../service/token.ts'
import {
  type ChainTokenIndex,
  type Fit,
  indexTokens,
  isAddressLike,
  isFoundBy,
  plain,
  searchAddresses,
  searchNames,
} from './chain-token-index.ts'

/** What a text found, best first. */
export interface FoundTokens {
  readonly total: number
  /** Those from `offset` on, at most `limit`. */
  page(offset: number, limit: number): readonly Token[]
}

interface FindOptions {
  /** Chains whose tokens come after all others. */
  readonly later?: readonly number[]
  /** Keys of tokens that are left out. */
  readonly except?: readonly string[]
}

/** Tokens of many chains that are found by what somebody types. */
export interface TokenIndex {
  /** Takes the place of what the chain had. */
  put(chainId: number, tokens: readonly Token[]): void
  remove(chainId: number): void
  chainIds(): readonly number[]
  of(chainId: number): readonly Token[]
  /** By the address as the list writes it: lower case for EVM chains. */
  token(chainId: number, address: string): Token | null
  /**
   * What a text may mean on these chains, in their order: exact symbol or address first, then symbols that begin so, then
   * names, then what holds it; verified tokens first among equals. An empty text finds everything, as listed.
   */
  find(query: string, chainIds: readonly number[], options?: FindOptions): FoundTokens
  /** Whether `find` gives this token for that text. */
  finds(query: string, token: Pick<Token, 'chainId' | 'address'>): boolean
}

/** A shelf in a search: its tokens are numbered from `base` on, and fit in classes after `after`. */
interface Part {
  readonly shelf: ChainTokenIndex
  readonly base: number
  readonly after: number
}

/** Four fits, each with the verified tokens before the others. */
const classes = 8

/** Creates an empty index. 100,000 tokens are looked through in a few milliseconds. */
export function createTokenIndex(): TokenIndex {
  const shelves = new Map<number, ChainTokenIndex>()

  function token(chainId: number, address: string): Token | null {
    const shelf = shelves.get(chainId)
    return shelf?.tokens[shelf.byAddress.get(address) ?? -1] ?? null
  }

  return {
    put(chainId, tokens) {
      shelves.set(chainId, indexTokens(tokens))
    },
    remove(chainId) {
      shelves.delete(chainId)
    },
    chainIds: () => [...shelves.keys()],
    of: (chainId) => shelves.get(chainId)?.tokens ?? [],
    token,
    find(query, chainIds, { later = [], except = [] } = {}) {
      const parts = new Map<number, Part>()
      let base = 0
      for (const chainId of [...chainIds, ...later]) {
        const shelf = shelves.get(chainId)
        if (shelf === undefined || parts.has(chainId)) continue
        parts.set(chainId, { shelf, base, after: chainIds.includes(chainId) ? 0 : classes })
        base += shelf.tokens.length
      }
      const found = search([...parts.values()], base, query.trim())
      for (const key of except) {
        const chainEnd = key.indexOf(':')
        const part = parts.get(Number(key.slice(0, chainEnd)))
        const index = part?.shelf.byAddress.get(key.slice(chainEnd + 1))
        if (part !== undefined && index !== undefined) found.leaveOut(part.base + index)
      }
      return found
    },
    finds(query, { chainId, address }) {
      const known = token(chainId, address)
      return known !== null && isFoundBy(known, query)
    },
  }
}

/** Each token has the class it fits in, from 1, or 0. No object is made until a page is read. */
function search(
  parts: readonly Part[],
  size: number,
  typed: string,
): FoundTokens & { leaveOut(id: number): void } {
  const classOf = new Uint8Array(size)
  const counts = new Uint32Array(2 * classes + 1)
  const wanted = plain(typed)
  const leaveOut = (id: number): void => {
    const known = classOf[id] ?? 0
    if (known !== 0) counts[known] = (counts[known] ?? 0) - 1
    classOf[id] = 0
  }
  for (const { shelf, base, after } of parts) {
    const { length } = shelf.tokens
    if (wanted === '') {
      classOf.fill(after + 1, base, base + length)
      counts[after + 1] = (counts[after + 1] ?? 0) + length
      continue
    }
    const keep = (index: number, fit: Fit): void => {
      const own = after + 2 * fit + (shelf.tokens[index]?.isVerified === true ? 1 : 2)
      const known = classOf[base + index] ?? 0
      if (known !== 0) {
        // An address may stand in a name too: it counts where it fits best.
        if (known <= own) return
        leaveOut(base + index)
      }
      classOf[base + index] = own
      counts[own] = (counts[own] ?? 0) + 1
    }
    searchNames(shelf, wanted, keep)
    if (isAddressLike(wanted)) searchAddresses(shelf, typed, keep)
  }
  return {
    get total() {
      return counts.reduce((sum, count) => sum + count, 0)
    },
    leaveOut,
    page(offset, limit) {
      const page: Token[] = []
      let before = offset
      for (const [own, count] of counts.entries()) {
        if (before >= count) before -= count
        else {
          for (let id = 0; id < size && page.length < limit; id += 1) {
            if (classOf[id] !== own) continue
            if (before > 0) before -= 1
            else page.push(tokenAt(parts, id))
          }
        }
      }
      return page
    },
  }
}

function tokenAt(parts: readonly Part[], id: number): Token {
  const part = parts.findLast(({ base, shelf }) => base <= id && id < base + shelf.tokens.length)
  const token = part?.shelf.tokens[id - part.base]
  if (token === undefined) throw new Error(`no token ${id}`)
  return token
}
