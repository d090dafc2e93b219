import { type Token, tokenKey } from '../service/token.ts'
import type { ValueModel } from './own-tokens.ts'

/** Tokens by their place; those in between may not be read yet. */
export interface TokenRows {
  readonly length: number
  /** Null while its page is not read, and after the last one. */
  at(index: number): Token | null
}

/** The groups of the picker as they stand on screen, one after the other. */
export interface TokenSections {
  readonly favourites: readonly Token[]
  readonly recent: readonly Token[]
  readonly held: readonly Token[]
  /** How many of the held ones are small, shown or not. */
  readonly smallCount: number
  readonly rest: TokenRows
}

/** What the background listed, by page; the rest of `total` is read when somebody looks there. */
export interface Listed {
  readonly pages: ReadonlyMap<number, readonly Token[]>
  readonly total: number
  readonly readMs: number | null
}

export const nothingListed: Listed = { pages: new Map(), total: 0, readMs: null }

export const pageSize = 30
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
export function rowsOf(near: readonly Token[], listed: Listed, found: readonly Token[]): TokenRows {
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

/** Returns the token at a place of all groups together. */
export function tokenAt({ favourites, recent, held, rest }: TokenSections, index: number): Token | null {
  let place = index
  for (const group of [favourites, recent, held]) {
    if (place < group.length) return group[place] ?? null
    place -= group.length
  }
  return rest.at(place)
}

/** Returns how many tokens there are in all groups. */
export function countOf({ favourites, recent, held, rest }: TokenSections): number {
  return favourites.length + recent.length + held.length + rest.length
}

/** What is wanted of the list: the background's part goes on where these groups end, without their tokens. */
export interface KnownSections {
  readonly query: string
  readonly chainId: number | null
  readonly favourites: readonly Token[]
  readonly recent: readonly Token[]
  /** By worth; what is held in small is with the others, unless the user wants it shown or looks for it. */
  readonly held: readonly Token[]
  /** How many of the held ones are small, shown or not. */
  readonly smallCount: number
  /** Tokens of the live chains: the service's list begins with whatever chain has the lowest id. */
  readonly near: readonly Token[]
}

interface Known {
  readonly query: string
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

/** Returns the groups by what is known, of tokens that can be used and fit what is typed; no token twice. */
export function knownSections({ query, chainId, isUsable, split, ...known }: Known): KnownSections {
  const taken = new Set<string>()
  const once = (tokens: readonly Token[]) =>
    tokens.filter((token) => {
      const key = tokenKey(token)
      if (taken.has(key) || (chainId !== null && token.chainId !== chainId)) return false
      taken.add(key)
      return true
    })
  const usable = (tokens: readonly Token[]) => tokens.filter((token) => isUsable(token.chainId))
  const text = query.toLowerCase()
  const fitting = (tokens: readonly Token[]) => usable(tokens).filter((token) => matches(token, text))
  const near = fitting(known.near)
  const favourites = once(fitting(known.favourites))
  const recent = text === '' ? once(usable(known.recent)) : []
  const others = [...near, ...usable(known.seen)].filter((token) => !taken.has(tokenKey(token)))
  const { listed, smallCount } = split(unique(others), text !== '')
  return { query, chainId, favourites, recent, held: once(listed), smallCount, near: once(near) }
}

/**
 * Returns what is asked of the background: of what is typed its index knows best what fits, so nothing stands before
 * that.
 */
export function listQuery(wish: KnownSections): KnownSections {
  return wish.query === '' ? wish : { ...wish, near: [] }
}

/** Returns the keys of all tokens in the groups. */
export function keysOf({ favourites, recent, held, near }: KnownSections): readonly string[] {
  return [...favourites, ...recent, ...held, ...near].map(tokenKey)
}

/** Asks for one page of the background's list, without the tokens of the groups. */
export function pageQuery(asked: KnownSections, page: number) {
  const { chainId, query } = asked
  return { chainId, query, offset: page * pageSize, limit: pageSize, except: keysOf(asked) }
}

/** Returns what was wished for with what the background listed, and what the service found beside it. */
export function tokenSections(wish: KnownSections, listed: Listed, found: readonly Token[]): TokenSections {
  const { favourites, recent, held, smallCount, near } = wish
  const known = new Set(keysOf(wish))
  const others = found.filter(
    (token) => (wish.chainId === null || token.chainId === wish.chainId) && !known.has(tokenKey(token)),
  )
  return { favourites, recent, held, smallCount, rest: rowsOf(near, listed, others) }
}

/** Tells whether two lists answer the same text on the same chain, in whatever order. */
export function isSameQuery(one: KnownSections, other: KnownSections): boolean {
  return one.query === other.query && one.chainId === other.chainId
}

/** Returns the same for two wishes whose groups look the same. */
export function sectionsKey({ favourites, recent, held, near }: KnownSections): string {
  return [favourites, recent, held, near].map((group) => group.map(tokenKey).join(' ')).join('\n')
}

function unique(tokens: readonly Token[]): readonly Token[] {
  return [...new Map(tokens.map((token) => [tokenKey(token), token])).values()]
}

function matches(token: Token, text: string): boolean {
  return `${token.symbol} ${token.name} ${token.address}`.toLowerCase().includes(text)
}
