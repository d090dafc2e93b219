import { foldText } from '../base/untrusted-text.ts'
import type { Token } from '../service/token.ts'
import type { TokenQuery } from './token-query.ts'

/** The longest list of tokens on screen, and in an answer. For any other token, the person types more. */
export const maxListedTokens = 200

/** The lists of all chains, prepared for searches. */
export type TokenIndex = ReadonlyMap<number, ChainTokens>

export type ChainTokens = Readonly<ReturnType<typeof indexTokens>>

/** How far a token can be trusted: 0 verified by the deployment, 1 any other, 2 an imitation of a verified one. */
export function trustRank({ isVerified, imitates }: Token): 0 | 1 | 2 {
  if (imitates !== undefined) return 2
  return isVerified ? 0 : 1
}

export function indexTokens(tokens: readonly Token[]) {
  const starts = new Uint32Array(tokens.length + 1)
  const nameStarts = new Uint32Array(tokens.length)
  const parts: string[] = []
  let at = 0
  for (const [index, token] of tokens.entries()) {
    const symbol = symbolText(token)
    const part = `\n${symbol}\t${nameText(token, symbol)}`
    starts[index] = at
    nameStarts[index] = at + symbol.length + 2
    parts.push(part)
    at += part.length
  }
  starts[tokens.length] = at
  const byAddress: ReadonlyMap<string, Token> = new Map(tokens.map((token) => [token.address, token]))
  return {
    tokens,
    byAddress,
    /** `\n`, symbol, `\t`, name of each token, folded: one text for a fast native search. */
    text: parts.join(''),
    /** Position of each token's `\n`, and one more for the end of the text. */
    starts,
    nameStarts,
    ranks: Uint8Array.from(tokens, trustRank),
  }
}

/** Other words for verified coins, by their folded symbols. */
const aliases: { readonly [symbol: string]: string } = {
  eth: 'ethereum',
  btc: 'bitcoin',
  wbtc: 'bitcoin',
  cbbtc: 'bitcoin',
  tbtc: 'bitcoin',
  btcb: 'bitcoin',
  sol: 'solana',
  wsol: 'solana',
  bnb: 'binance',
  wbnb: 'binance',
  pol: 'polygon matic',
  wpol: 'polygon matic',
  matic: 'polygon',
  wmatic: 'polygon',
  avax: 'avalanche',
  wavax: 'avalanche',
  usdt: 'tether',
  usdt0: 'tether',
}

function symbolText({ symbol }: Token): string {
  return foldText(symbol).replace(/^\$/, '')
}

/** Adds other words to the name of a verified token only: an unverified token has only its own name. */
function nameText({ name, isVerified }: Token, symbol: string): string {
  const alias = isVerified && Object.hasOwn(aliases, symbol) ? ` ${aliases[symbol]}` : ''
  return `${foldText(name)}${alias}`
}

export function matchesQuery(token: Token, query: TokenQuery): boolean {
  if (query.address !== null && token.address.startsWith(query.address)) return true
  return matchesName(token, query, (text, wanted) => text.includes(wanted))
}

export function startsWithQuery(token: Token, query: TokenQuery): boolean {
  return matchesName(token, query, (text, wanted) => text.startsWith(wanted))
}

function matchesName(
  token: Token,
  { names }: TokenQuery,
  matches: (text: string, wanted: string) => boolean,
): boolean {
  const symbol = symbolText(token)
  const texts = [symbol, nameText(token, symbol)]
  return names.some(
    ({ text, chainIds }) =>
      (chainIds === null || chainIds.has(token.chainId)) && texts.some((one) => matches(one, text)),
  )
}

/** How well a token matches. The best match of a token counts. */
const match = { none: 0, exact: 1, symbolStart: 2, nameStart: 3, other: 4 } as const
const matchKinds = 4
const trustRanks = 3

/**
 * Returns the best matches, and how many there are in total. Verified tokens come first, then unknown ones, then
 * imitations. Within a rank: exact symbols and addresses, then beginnings of symbols, then beginnings of names, then other
 * matches. Tokens of the `later` chains come after all others. An empty text matches everything. 100,000 tokens take a
 * few milliseconds.
 */
export function searchTokens(
  index: TokenIndex,
  query: TokenQuery,
  { chainIds, later = [], limit }: SearchScope,
): { readonly tokens: readonly Token[]; readonly total: number } {
  const ranked: Token[][] = Array.from({ length: 2 * trustRanks * matchKinds }, () => [])
  let total = 0
  for (const [ids, firstRank] of [
    [chainIds, 0],
    [later, trustRanks],
  ] as const) {
    for (const chainId of ids) {
      const chain = index.get(chainId)
      if (chain === undefined) continue
      const matches = matchChain(chain, chainId, query)
      for (let at = 0; at < matches.length; at += 1) {
        const kind = matches[at] ?? match.none
        if (kind === match.none) continue
        total += 1
        const best = ranked[(firstRank + (chain.ranks[at] ?? 0)) * matchKinds + kind - 1]
        const token = chain.tokens[at]
        if (best !== undefined && token !== undefined && best.length < limit) best.push(token)
      }
    }
  }
  return { tokens: ranked.flat().slice(0, limit), total }
}

interface SearchScope {
  /** The chains to search, in the order of their tokens in the results. */
  readonly chainIds: readonly number[]
  readonly later?: readonly number[]
  readonly limit: number
}

/** Returns how well each token of a chain matches. */
function matchChain(chain: ChainTokens, chainId: number, { address, names }: TokenQuery): Uint8Array {
  const matches = new Uint8Array(chain.tokens.length)
  for (const { text, chainIds } of names) {
    if (chainIds !== null && !chainIds.has(chainId)) continue
    if (text === '') matches.fill(match.exact)
    else matchNames(chain, text, matches)
  }
  if (address !== null) {
    for (const [at, token] of chain.tokens.entries()) {
      if (!token.address.startsWith(address)) continue
      improveMatch(matches, at, token.address.length === address.length ? match.exact : match.other)
    }
  }
  return matches
}

/** Finds a folded text in symbols and names. One letter may match most tokens, so a match must cost little. */
function matchNames({ tokens, text, starts, nameStarts }: ChainTokens, wanted: string, matches: Uint8Array) {
  const first = wanted.charCodeAt(0)
  let index = 0
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, starts[index])) {
    while ((starts[index + 1] ?? text.length) <= at) index += 1
    const nameStart = nameStarts[index] ?? 0
    if (at === (starts[index] ?? 0) + 1) {
      improveMatch(matches, index, text[at + wanted.length] === '\t' ? match.exact : match.symbolStart)
    } else if (at === nameStart) improveMatch(matches, index, match.nameStart)
    // The match is in the symbol, but the name may begin with the text too.
    else if (at < nameStart && text.charCodeAt(nameStart) === first && text.startsWith(wanted, nameStart)) {
      improveMatch(matches, index, match.nameStart)
    } else improveMatch(matches, index, match.other)
    index += 1
    if (index >= tokens.length) return
  }
}

function improveMatch(matches: Uint8Array, at: number, kind: number): void {
  const known = matches[at] ?? match.none
  if (known === match.none || kind < known) matches[at] = kind
}
