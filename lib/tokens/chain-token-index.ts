import { foldText } from '../base/untrusted-text.ts'
import type { Token } from '../service/token.ts'
import type { TokenQuery } from './token-query.ts'

export interface ChainTokenIndex {
  readonly tokens: readonly Token[]
  /** `\n`, symbol, `\t`, name of each token, folded: one text for a fast native search. */
  readonly text: string
  /** Position of each token's `\n`, and one more for the end of the text. */
  readonly starts: Uint32Array
  readonly nameStarts: Uint32Array
  readonly ranks: Uint8Array
  /** The first eight digits of each hex address. Addresses in other formats are in `others`. */
  readonly heads: Uint32Array
  /** Positions of tokens whose address is not hex. */
  readonly others: readonly number[]
  readonly byAddress: ReadonlyMap<string, number>
}

/**
 * How well a token matches: 0 exact symbol or address, 1 beginning of the symbol, 2 beginning of the name, 3 any other
 * match.
 */
export type MatchQuality = 0 | 1 | 2 | 3

/** Called for each matching token, in the order of the list. A token that matches twice is reported twice. */
type OnMatch = (index: number, fit: MatchQuality) => void

const headDigits = 8
const [tab, zero, letterA] = [9, 48, 97]

/** How far a token can be trusted: 0 verified by the deployment, 1 any other, 2 an imitation of a verified one. */
export function trustRank({ isVerified, imitates }: Token): 0 | 1 | 2 {
  if (imitates !== undefined) return 2
  return isVerified ? 0 : 1
}

export function indexTokens(tokens: readonly Token[]): ChainTokenIndex {
  const starts = new Uint32Array(tokens.length + 1)
  const nameStarts = new Uint32Array(tokens.length)
  const heads = new Uint32Array(tokens.length)
  const ranks = Uint8Array.from(tokens, trustRank)
  const parts: string[] = []
  const others: number[] = []
  let at = 0
  for (const [index, token] of tokens.entries()) {
    const symbol = symbolText(token)
    const part = `\n${symbol}\t${nameText(token, symbol)}`
    starts[index] = at
    nameStarts[index] = at + symbol.length + 2
    parts.push(part)
    at += part.length
    if (isHexAddress(token.address)) heads[index] = headOf(token.address)
    else others.push(index)
  }
  starts[tokens.length] = at
  const byAddress = new Map(tokens.map(({ address }, index) => [address, index]))
  return { tokens, text: parts.join(''), starts, nameStarts, ranks, heads, others, byAddress }
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
  fits: (text: string, wanted: string) => boolean,
): boolean {
  const symbol = symbolText(token)
  const texts = [symbol, nameText(token, symbol)]
  return names.some(
    ({ text, chainIds }) =>
      (chainIds === null || chainIds.has(token.chainId)) && texts.some((one) => fits(one, text)),
  )
}

/**
 * Finds a folded text in symbols and names. A frequent letter matches most tokens, so the loop does little work per
 * match.
 */
export function searchNames(
  { tokens, text, starts, nameStarts }: ChainTokenIndex,
  wanted: string,
  fits: OnMatch,
): void {
  const { length } = wanted
  const first = wanted.charCodeAt(0)
  let index = 0
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, starts[index])) {
    while ((starts[index + 1] ?? text.length) <= at) index += 1
    const nameStart = nameStarts[index] ?? 0
    if (at === (starts[index] ?? 0) + 1) fits(index, text.charCodeAt(at + length) === tab ? 0 : 1)
    else if (at === nameStart) fits(index, 2)
    // The match is in the symbol, but the name may begin with the text too.
    else if (at < nameStart && text.charCodeAt(nameStart) === first && text.startsWith(wanted, nameStart)) {
      fits(index, 2)
    } else fits(index, 3)
    index += 1
    if (index >= tokens.length) return
  }
}

export function searchAddresses(
  { tokens, heads, others }: ChainTokenIndex,
  wanted: string,
  fits: OnMatch,
): void {
  const checkToken = (index: number): void => {
    const address = tokens[index]?.address ?? ''
    if (address.startsWith(wanted)) fits(index, address.length === wanted.length ? 0 : 3)
  }
  for (const index of others) checkToken(index)
  if (!isHexAddress(wanted)) return
  const shift = 4 * Math.max(0, headDigits - (wanted.length - 2))
  const head = headOf(wanted) >>> shift
  for (let index = 0; index < heads.length; index += 1) {
    if ((heads[index] ?? 0) >>> shift === head) checkToken(index)
  }
}

/** Lower case only, as in the lists. */
function isHexAddress(text: string): boolean {
  return /^0x[0-9a-f]+$/.test(text)
}

/** The first eight digits of a hex text as a number. Missing digits count as zero. */
function headOf(text: string): number {
  let head = 0
  for (let at = 2; at < 2 + headDigits; at += 1) {
    const code = at < text.length ? text.charCodeAt(at) : zero
    head = (head << 4) | (code >= letterA ? code - letterA + 10 : code - zero)
  }
  return head >>> 0
}
