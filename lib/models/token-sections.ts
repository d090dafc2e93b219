import { computed, signal } from '@preact/signals'
import { dayMs } from '../base/time.ts'
import { canUse, type Token, tokenKey } from '../service/token.ts'
import { beginsAs, isFoundBy } from '../tokens/chain-token-index.ts'
import { readTokenQuery, type TokenQuery } from '../tokens/token-query.ts'
import type { ValueModel } from './own-tokens.ts'
import { createFavourites, createRecents } from './recents.ts'
import type { StartModel } from './start-model.ts'
import type { TextStorage } from './view-ports.ts'

/** What a list is made of, by its place; what lies in between may not be read yet. */
export interface Rows<T> {
  readonly length: number
  /** Null while its page is not read, and after the last one. */
  at(index: number): T | null
}

export type TokenRows = Rows<Token>

/** The tokens of the picker: those one press away, then the list, what is held before the rest. */
export interface TokenSections extends KnownSections {
  readonly rest: TokenRows
}

/** What the background listed, by page; the rest of `total` is read when somebody looks there. */
export interface Listed {
  readonly pages: ReadonlyMap<number, readonly Token[]>
  readonly total: number
  readonly readMs: number | null
}

/** Older than this the list's age is said. */
const agedMs = 2 * dayMs

/** Returns when the list was read, where that is long ago: the service could not be reached since. */
export function agedSince({ readMs }: Listed, nowMs: number): number | null {
  return readMs !== null && nowMs - readMs > agedMs ? readMs : null
}

export const nothingListed: Listed = { pages: new Map(), total: 0, readMs: null }

const pageSize = 30
/** So many pages are kept; those read first go first. */
const mostPages = 40

/** Adds a page that was read; a list of another length is another list, of which the other pages are not known. */
export function withPage(
  listed: Listed | null,
  at: number,
  { tokens, total, readMs }: { tokens: readonly Token[]; total: number; readMs: number | null },
): Listed {
  const others = listed?.total === total ? [...listed.pages].filter(([page]) => page !== at) : []
  return { pages: new Map([...others.slice(1 - mostPages), [at, tokens]]), total, readMs }
}

/** Returns the first page that is not read among those of the tokens from `from` up to `until`; null where all are. */
export function missingPage({ pages, total }: Listed, from: number, until: number): number | null {
  const end = Math.min(until, total)
  for (let page = Math.floor(Math.max(0, from) / pageSize); page * pageSize < end; page += 1) {
    if (!pages.has(page)) return page
  }
  return null
}

/** Joins the tokens that are known, then what is listed, then what else was found. */
function rowsOf(near: readonly Token[], listed: Listed, found: readonly Token[]): TokenRows {
  const { pages, total } = listed
  return {
    length: near.length + total + found.length,
    at(index) {
      if (index < near.length) return near[index] ?? null
      const place = index - near.length
      if (place >= total) return found[place - total] ?? null
      return pages.get(Math.floor(place / pageSize))?.[place % pageSize] ?? null
    },
  }
}

/** What is wanted of the list: the background's part goes on where these groups end, without their tokens. */
export interface KnownSections {
  readonly query: string
  readonly chainId: number | null
  readonly favourites: readonly Token[]
  readonly recent: readonly Token[]
  /** By worth; what is held in small is with the others, unless the user wants it shown or looks for it. */
  readonly held: readonly Token[]
  /** Those of the held ones that are small, shown or not. */
  readonly small: readonly Token[]
  /** Tokens of the live chains: the service's list begins with whatever chain has the lowest id. */
  readonly near: readonly Token[]
  /** Tokens that are the same one on several networks. */
  readonly families: readonly (readonly Token[])[]
}

interface Known {
  readonly query: string
  /** To know the words that name a chain. */
  readonly chains: readonly { readonly chainId: number; readonly name: string }[]
  readonly chainId: number | null
  readonly favourites: readonly Token[]
  readonly recent: readonly Token[]
  /** Of the live chains. */
  readonly near: readonly Token[]
  /** The first answer to what is typed: what of it is held comes to the top. */
  readonly seen: readonly Token[]
  readonly isUsable: (chainId: number) => boolean
  readonly split: ValueModel['split']
}

interface KnownPorts {
  readonly storage: TextStorage
  readonly start: StartModel
  readonly side: 'input' | 'output'
}

/** Creates what is typed and chosen, and the groups as they should be by now; `seen` as in `knownSections`. */
export function createKnownTokens(
  { storage, start, side }: KnownPorts,
  split: ValueModel['split'],
  seen: () => readonly Token[],
) {
  const query = signal('')
  const chainId = signal<number | null>(null)
  const favourites = createFavourites(storage)
  const recent = createRecents(storage)
  const typed = computed(() => query.value.trim())

  function isUsable(id: number): boolean {
    const chain = start.chainOf(id)
    return chain !== undefined && canUse(chain, chain.isConfigured, side)
  }

  return {
    query,
    chainId,
    typed,
    canUse: isUsable,
    isFavourite: favourites.has,
    mark: (token: Token) => (favourites.has(token) ? favourites.remove(token) : favourites.put(token)),
    remember: recent.put,
    wish: computed(() =>
      knownSections({
        query: typed.value,
        chains: start.chains.value,
        chainId: chainId.value,
        favourites: favourites.values.value,
        recent: recent.values.value,
        near: start.tokens.value,
        seen: seen(),
        isUsable,
        split,
      }),
    ),
  }
}

/**
 * Returns the groups by what is known, of tokens that can be used and fit what is typed. What is one press away is in
 * the list too; there is no token twice in that.
 */
function knownSections({ query, chains, chainId, isUsable, split, ...known }: Known): KnownSections {
  const wanted = readTokenQuery(query, chains)
  const isTyped = query !== ''
  const usable = (tokens: readonly Token[]) =>
    tokens.filter((token) => isUsable(token.chainId) && (chainId === null || token.chainId === chainId))
  const fitting = (tokens: readonly Token[]) => usable(tokens).filter((token) => isFoundBy(token, wanted))
  const favourites = fitting(known.favourites)
  const recent = isTyped ? [] : without(usable(known.recent), favourites)
  const near = unique(fitting(known.near))
  // Who sends an imitation around wants it found: a search never shows it above what it imitates.
  const ownable = (token: Token) => !isTyped || token.imitates === undefined
  const { listed: held, small } = split(unique([...near, ...usable(known.seen)]).filter(ownable), isTyped)
  const families = chainId === null ? familiesOf(near, wanted) : []
  return { query, chainId, favourites, recent, held, small, near: without(near, held), families }
}

/**
 * Returns what is asked of the background: of what is typed its index knows best what fits, so nothing stands before
 * that but what is one token on several networks.
 */
export function listQuery(wish: KnownSections): KnownSections {
  if (wish.query === '') return wish
  const together = new Set(wish.families.flat())
  return { ...wish, near: wish.near.filter((token) => together.has(token)) }
}

/** Returns the keys of all tokens that are listed before the background's part. */
function keysOf({ held, near }: KnownSections): readonly string[] {
  return [...held, ...near].map(tokenKey)
}

/** Asks for one page of the background's list, without the tokens of the groups. */
export function pageQuery(asked: KnownSections, page: number) {
  const { chainId, query } = asked
  return { chainId, query, offset: page * pageSize, limit: pageSize, except: keysOf(asked) }
}

/** Returns what was wished for with what the background listed, and what the service found beside it. */
export function tokenSections(wish: KnownSections, listed: Listed, found: readonly Token[]): TokenSections {
  const known = new Set(keysOf(wish))
  const others = found.filter(
    (token) => (wish.chainId === null || token.chainId === wish.chainId) && !known.has(tokenKey(token)),
  )
  return { ...wish, rest: rowsOf(wish.near, listed, others) }
}

/** Tells whether two lists answer the same text on the same chain, in whatever order. */
export function isSameQuery(one: KnownSections, other: KnownSections): boolean {
  return one.query === other.query && one.chainId === other.chainId
}

/** Returns the same for two wishes whose groups look the same. */
export function sectionsKey({ held, near }: KnownSections): string {
  return [held, near].map((group) => group.map(tokenKey).join(' ')).join('\n')
}

/** Returns each token once. */
export function unique(tokens: readonly Token[]): readonly Token[] {
  return [...new Map(tokens.map((token) => [tokenKey(token), token])).values()]
}

/** Returns the tokens that are not among the others. */
export function without(tokens: readonly Token[], others: readonly Token[]): readonly Token[] {
  const keys = new Set(others.map(tokenKey))
  return tokens.filter((token) => !keys.has(tokenKey(token)))
}

/**
 * Returns the verified tokens whose symbol or name begins so, those that the package calls the same together; no two of
 * one network, which their names do not tell apart. A token that nobody vouches for may call itself anything: it stands
 * alone.
 */
function familiesOf(tokens: readonly Token[], wanted: TokenQuery): readonly (readonly Token[])[] {
  const known = tokens.filter((token) => token.isVerified && beginsAs(token, wanted))
  return [...Map.groupBy(known, ({ symbol, name }) => `${symbol}\n${name}`).values()].filter(
    (family) => family.length > 1 && new Set(family.map(({ chainId }) => chainId)).size === family.length,
  )
}
