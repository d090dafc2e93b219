import type { Token } from '../service/token.ts'

/** Tokens by their place; those in between may not be read yet. */
export interface TokenRows {
  readonly length: number
  /** Null while its page is not read, and after the last one. */
  at(index: number): Token | null
}

/** The groups of the picker as they stand on screen, one after the other. */
export interface TokenGroups {
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

/** With a page that was read; a list of another length is another list, of which the other pages are not known. */
export function withPage(
  listed: Listed | null,
  at: number,
  { tokens, total, readMs }: { tokens: readonly Token[]; total: number; readMs: number | null },
): Listed {
  const others = listed?.total === total ? [...listed.pages].filter(([page]) => page !== at) : []
  return { pages: new Map([...others.slice(1 - mostPages), [at, tokens]]), total, readMs }
}

/** The first page that is not read among those of the tokens from `from` up to `until`; null where all are. */
export function missingPage({ pages, total }: Listed, from: number, until: number): number | null {
  const end = Math.min(until, total)
  for (let page = Math.floor(Math.max(0, from) / pageSize); page * pageSize < end; page += 1) {
    if (!pages.has(page)) return page
  }
  return null
}

/** Tokens that are known, then what is listed, then what else was found. */
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

/** The token at a place of all groups together. */
export function tokenAt({ favourites, recent, held, rest }: TokenGroups, index: number): Token | null {
  let place = index
  for (const group of [favourites, recent, held]) {
    if (place < group.length) return group[place] ?? null
    place -= group.length
  }
  return rest.at(place)
}

/** How many tokens there are in all groups. */
export function countOf({ favourites, recent, held, rest }: TokenGroups): number {
  return favourites.length + recent.length + held.length + rest.length
}
