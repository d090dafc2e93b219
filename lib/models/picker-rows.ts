import { type Token, tokenKey } from '../service/token.ts'
import { parseTokenQuery, type TokenQuery } from '../tokens/token-query.ts'
import { matchesQuery, maxListedTokens, startsWithQuery } from '../tokens/token-search.ts'
import { type HeldToken, sortByValue } from './own-tokens.ts'

/** The background's answer to a query. */
export interface Answer {
  readonly query: string
  readonly chainId: number | null
  /** Best first. */
  readonly tokens: readonly Token[]
  /** Number of all matches. */
  readonly total: number
  readonly readMs: number | null
}

/** The tokens of the list, in their order: held ones, then the rest. */
export type TokenList = Readonly<ReturnType<typeof listTokens>>

interface ListInput {
  readonly answer: Answer
  readonly chains: readonly { readonly chainId: number; readonly name: string }[]
  /** The first tokens of the configured chains. The service's own list begins with the chain of the lowest id. */
  readonly near: readonly Token[]
  readonly canUse: (chainId: number) => boolean
  /** Null for a token that the account does not hold. */
  readonly heldOf: (token: Token) => HeldToken | null
  readonly isSmallShown: boolean
}

/**
 * Puts held tokens first, sorted by value. Without a text, the tokens of the configured chains come next. With one, the
 * background ranks best, so only tokens on several networks come before its answer.
 */
export function listTokens({ answer, chains, canUse, heldOf, isSmallShown, ...known }: ListInput) {
  const { query, chainId } = answer
  const isTyped = query !== ''
  const wanted = parseTokenQuery(query, chains)
  const usable = (tokens: readonly Token[]) =>
    tokens.filter((token) => canUse(token.chainId) && (chainId === null || token.chainId === chainId))
  const near = usable(known.near).filter((token) => matchesQuery(token, wanted))
  const families = chainId === null ? familiesOf(near, wanted) : []
  const holdings = unique([...near, ...usable(answer.tokens)])
    // The sender of an imitation wants it to be found: a search never lists it above the token that it imitates.
    .filter((token) => !isTyped || token.imitates === undefined)
    .flatMap((token) => heldOf(token) ?? [])
  const { large, small } = sortByValue(holdings)
  const held = (isTyped || isSmallShown ? [...large, ...small] : large).map(({ token }) => token)
  const others = isTyped ? [...families.flat(), ...answer.tokens, ...near] : [...near, ...answer.tokens]
  const all = unique([...held, ...others])
  return {
    answer,
    /** Sorted by value. Small holdings are in `rest`, unless the user shows them or searches for them. */
    held,
    rest: all.slice(held.length, Math.max(held.length, maxListedTokens)),
    /** All small held tokens, in `held` or not. */
    small: small.map(({ token }) => token),
    /** Groups of one token on several networks. */
    families,
    hasMore: all.length > maxListedTokens || answer.total > answer.tokens.length,
  }
}

/**
 * Returns groups of verified tokens that match the query at the start and have the same symbol and name in the deployment
 * file. A group has at most one token per network, because their names would not tell them apart. An unverified token could
 * have any name, so it has no group.
 */
function familiesOf(tokens: readonly Token[], wanted: TokenQuery): readonly (readonly Token[])[] {
  const known = unique(tokens).filter((token) => token.isVerified && startsWithQuery(token, wanted))
  return [...Map.groupBy(known, ({ symbol, name }) => `${symbol}\n${name}`).values()].filter(
    (family) => family.length > 1 && new Set(family.map(({ chainId }) => chainId)).size === family.length,
  )
}

/** One row of the list: a token, a token on several networks, or one of those networks. */
export type PickerRow =
  | { readonly kind: 'token' | 'network'; readonly token: Token }
  | {
      readonly kind: 'family'
      /** Stays the same while the row is on screen. */
      readonly key: string
      readonly token: Token
      /** The same token on each network, held ones first. */
      readonly networks: readonly Token[]
      readonly isOpen: boolean
    }

/** A token on several networks is one row, at the place of its first network. Its networks open in place. */
export function createRows(
  { answer, held, rest, families }: TokenList,
  found: readonly Token[],
  opened: readonly string[],
) {
  const familyOf = new Map(families.flatMap((family) => family.map((token) => [tokenKey(token), family])))
  const shown = new Set<readonly Token[]>()
  const rowsOf = (tokens: readonly Token[]): readonly PickerRow[] =>
    tokens.flatMap((token): readonly PickerRow[] => {
      const family = familyOf.get(tokenKey(token))
      if (family === undefined) return [{ kind: 'token', token }]
      if (shown.has(family)) return []
      shown.add(family)
      const networks = unique([...held.filter((one) => familyOf.get(tokenKey(one)) === family), ...family])
      const key = family.map(tokenKey).join(' ')
      const isOpen = opened.includes(key)
      const below = networks.map((one) => ({ kind: 'network', token: one }) as const)
      return [{ kind: 'family', key, token, networks, isOpen }, ...(isOpen ? below : [])]
    })
  const onChain = found.filter(({ chainId }) => answer.chainId === null || chainId === answer.chainId)
  const free = Math.max(0, maxListedTokens - held.length - rest.length)
  const others = without(onChain, [...held, ...rest]).slice(0, free)
  return { held: rowsOf(held), rest: rowsOf([...rest, ...others]) }
}

/** Says whether there are small balances that no row shows. */
export function hasHiddenSmall({ held, small, families }: TokenList): boolean {
  const large = without(held, small)
  const shown = families.filter((family) => without(family, large).length < family.length)
  return without(small, shown.flat()).length > 0
}

function unique(tokens: readonly Token[]): readonly Token[] {
  return [...new Map(tokens.map((token) => [tokenKey(token), token])).values()]
}

export function without(tokens: readonly Token[], others: readonly Token[]): readonly Token[] {
  const keys = new Set(others.map(tokenKey))
  return tokens.filter((token) => !keys.has(tokenKey(token)))
}
