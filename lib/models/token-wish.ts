import { type Token, tokenKey } from '../service/token.ts'
import { type Listed, rowsOf, type TokenGroups } from './token-rows.ts'
import type { WorthModel } from './worth-model.ts'

/** What is wanted of the list: the background's part goes on where these groups end, without their tokens. */
export interface TokenWish {
  readonly query: string
  readonly chainId: number | null
  readonly favourites: readonly Token[]
  readonly recent: readonly Token[]
  /** By worth; what is held in small is with the others, unless the person wants it shown or looks for it. */
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
  readonly split: WorthModel['split']
}

/** The groups by what is known, of tokens that can be used and fit what is typed; no token twice. */
export function wishOf({ query, chainId, isUsable, split, ...known }: Known): TokenWish {
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

/** What is asked of the background: of what is typed its index knows best what fits, so nothing stands before that. */
export function askedOf(wish: TokenWish): TokenWish {
  return wish.query === '' ? wish : { ...wish, near: [] }
}

/** The keys of all tokens in the groups. */
export function keysOf({ favourites, recent, held, near }: TokenWish): readonly string[] {
  return [...favourites, ...recent, ...held, ...near].map(tokenKey)
}

/** What was wished for with what the background listed, and what the service found beside it. */
export function groupsOf(wish: TokenWish, listed: Listed, found: readonly Token[]): TokenGroups {
  const { favourites, recent, held, smallCount, near } = wish
  const known = new Set(keysOf(wish))
  const others = found.filter(
    (token) => (wish.chainId === null || token.chainId === wish.chainId) && !known.has(tokenKey(token)),
  )
  return { favourites, recent, held, smallCount, rest: rowsOf(near, listed, others) }
}

/** Whether two lists answer the same text on the same chain, in whatever order. */
export function isSameQuestion(one: TokenWish, other: TokenWish): boolean {
  return one.query === other.query && one.chainId === other.chainId
}

/** The same for two wishes whose groups look the same. */
export function markOf({ favourites, recent, held, near }: TokenWish): string {
  return [favourites, recent, held, near].map((group) => group.map(tokenKey).join(' ')).join('\n')
}

function unique(tokens: readonly Token[]): readonly Token[] {
  return [...new Map(tokens.map((token) => [tokenKey(token), token])).values()]
}

function matches(token: Token, text: string): boolean {
  return `${token.symbol} ${token.name} ${token.address}`.toLowerCase().includes(text)
}
