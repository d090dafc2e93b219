import { computed, signal } from '@preact/signals'
import { dayMs } from '../base/time.ts'
import { canUseChain, type Token, tokenKey } from '../service/token.ts'
import { matchesQuery, startsWithQuery } from '../tokens/chain-token-index.ts'
import { parseTokenQuery, type TokenQuery } from '../tokens/token-query.ts'
import type { ValueModel } from './own-tokens.ts'
import { createFavourites, createRecents } from './recents.ts'
import type { StartModel } from './start-model.ts'
import type { TextStorage } from './view-ports.ts'

/** Rows by index; rows between may not be read yet. */
export interface Rows<T> {
  readonly length: number
  /** Null while its page is unread, and after the last row. */
  at(index: number): T | null
}

export type TokenRows = Rows<Token>

/** The tokens of the picker: favourites and recent ones, then the list, held tokens before the rest. */
export interface TokenSections extends KnownSections {
  readonly rest: TokenRows
}

/** The list of the background, by page; other pages of `total` are read when they come into view. */
export interface Listed {
  readonly pages: ReadonlyMap<number, readonly Token[]>
  readonly total: number
  readonly readMs: number | null
}

const agedMs = 2 * dayMs

/** Returns the read time of an old list, which the service has not renewed since; else null. */
export function oldReadMs({ readMs }: Listed, nowMs: number): number | null {
  return readMs !== null && nowMs - readMs > agedMs ? readMs : null
}

export const nothingListed: Listed = { pages: new Map(), total: 0, readMs: null }

const pageSize = 30
/** Most pages in memory; the oldest reads are dropped first. */
const maxPages = 40

/** Adds a read page. A list of another length is a new list, so its other pages are dropped. */
export function withPage(
  listed: Listed | null,
  at: number,
  { tokens, total, readMs }: { tokens: readonly Token[]; total: number; readMs: number | null },
): Listed {
  const others = listed?.total === total ? [...listed.pages].filter(([page]) => page !== at) : []
  return { pages: new Map([...others.slice(1 - maxPages), [at, tokens]]), total, readMs }
}

export function missingPage({ pages, total }: Listed, from: number, until: number): number | null {
  const end = Math.min(until, total)
  for (let page = Math.floor(Math.max(0, from) / pageSize); page * pageSize < end; page += 1) {
    if (!pages.has(page)) return page
  }
  return null
}

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

/** The known groups and the query. The background's list continues after these groups, without their tokens. */
export interface KnownSections {
  readonly query: string
  readonly chainId: number | null
  readonly favourites: readonly Token[]
  readonly recent: readonly Token[]
  /** Sorted by value. Small holdings are with the other tokens, unless the user shows them or searches for them. */
  readonly held: readonly Token[]
  /** All small held tokens, displayed or not. */
  readonly small: readonly Token[]
  /** Tokens of configured chains. The service's own list begins with the chain of the lowest id. */
  readonly near: readonly Token[]
  /** Groups of one token on several networks. */
  readonly families: readonly (readonly Token[])[]
}

interface SectionInput {
  readonly query: string
  readonly chains: readonly { readonly chainId: number; readonly name: string }[]
  readonly chainId: number | null
  readonly favourites: readonly Token[]
  readonly recent: readonly Token[]
  readonly near: readonly Token[]
  readonly seen: readonly Token[]
  readonly isUsable: (chainId: number) => boolean
  readonly split: ValueModel['split']
}

interface KnownPorts {
  readonly storage: TextStorage
  readonly start: StartModel
  readonly side: 'input' | 'output'
}

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
    return chain !== undefined && canUseChain(chain, chain.isConfigured, side)
  }

  return {
    query,
    chainId,
    typed,
    canUse: isUsable,
    isFavourite: favourites.has,
    mark: (token: Token) => (favourites.has(token) ? favourites.remove(token) : favourites.put(token)),
    remember: recent.put,
    wantedSections: computed(() =>
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

/** Favourites and recent tokens are in the list too; the list itself has no duplicates. */
function knownSections({ query, chains, chainId, isUsable, split, ...known }: SectionInput): KnownSections {
  const wanted = parseTokenQuery(query, chains)
  const isTyped = query !== ''
  const usable = (tokens: readonly Token[]) =>
    tokens.filter((token) => isUsable(token.chainId) && (chainId === null || token.chainId === chainId))
  const fitting = (tokens: readonly Token[]) => usable(tokens).filter((token) => matchesQuery(token, wanted))
  const favourites = fitting(known.favourites)
  const recent = isTyped ? [] : without(usable(known.recent), favourites)
  const near = unique(fitting(known.near))
  // The sender of an imitation wants it to be found: a search never lists it above the token that it imitates.
  const ownable = (token: Token) => !isTyped || token.imitates === undefined
  const { listed: held, small } = split(unique([...near, ...usable(known.seen)]).filter(ownable), isTyped)
  const families = chainId === null ? familiesOf(near, wanted) : []
  return { query, chainId, favourites, recent, held, small, near: without(near, held), families }
}

/**
 * Returns the query for the background. Its index ranks typed text best, so before its list come only tokens that are on
 * several networks.
 */
export function listQuery(sections: KnownSections): KnownSections {
  if (sections.query === '') return sections
  const together = new Set(sections.families.flat())
  return { ...sections, near: sections.near.filter((token) => together.has(token)) }
}

function keysOf({ held, near }: KnownSections): readonly string[] {
  return [...held, ...near].map(tokenKey)
}

export function pageQuery(requested: KnownSections, page: number) {
  const { chainId, query } = requested
  return { chainId, query, offset: page * pageSize, limit: pageSize, except: keysOf(requested) }
}

export function tokenSections(query: KnownSections, listed: Listed, found: readonly Token[]): TokenSections {
  const known = new Set(keysOf(query))
  const others = found.filter(
    (token) => (query.chainId === null || token.chainId === query.chainId) && !known.has(tokenKey(token)),
  )
  return { ...query, rest: rowsOf(query.near, listed, others) }
}

export function isSameQuery(one: KnownSections, other: KnownSections): boolean {
  return one.query === other.query && one.chainId === other.chainId
}

export function sectionsKey({ held, near }: KnownSections): string {
  return [held, near].map((group) => group.map(tokenKey).join(' ')).join('\n')
}

export function unique(tokens: readonly Token[]): readonly Token[] {
  return [...new Map(tokens.map((token) => [tokenKey(token), token])).values()]
}

export function without(tokens: readonly Token[], others: readonly Token[]): readonly Token[] {
  const keys = new Set(others.map(tokenKey))
  return tokens.filter((token) => !keys.has(tokenKey(token)))
}

/**
 * Returns groups of verified tokens that match the query at the start and have the same symbol and name in the deployment
 * file. A group has at most one token per network, because their names would not tell them apart. An unverified token could
 * have any name, so it has no group.
 */
function familiesOf(tokens: readonly Token[], wanted: TokenQuery): readonly (readonly Token[])[] {
  const known = tokens.filter((token) => token.isVerified && startsWithQuery(token, wanted))
  return [...Map.groupBy(known, ({ symbol, name }) => `${symbol}\n${name}`).values()].filter(
    (family) => family.length > 1 && new Set(family.map(({ chainId }) => chainId)).size === family.length,
  )
}
