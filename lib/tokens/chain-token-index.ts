import type { Token } from '../service/token.ts'

/** The tokens of one chain, made ready for a search. */
export interface ChainTokenIndex {
  readonly tokens: readonly Token[]
  /** `\n`, symbol, `\t`, name, token by token, in lower case: one text that a native search runs over. */
  readonly text: string
  /** Of the `\n` of each token; one more at the end. */
  readonly starts: Uint32Array
  readonly nameStarts: Uint32Array
  /** The first eight digits of each hex address; other forms are in `others`. */
  readonly heads: Uint32Array
  /** Where the tokens are whose address is not hex. */
  readonly others: readonly number[]
  /** Where the token of an address is. */
  readonly byAddress: ReadonlyMap<string, number>
}

/** How well a token fits, from 0: exact symbol or address, a symbol that begins so, a name that begins so, anything else. */
export type Fit = 0 | 1 | 2 | 3

/** Told of each token that fits, in the order of the list; of one that fits twice, twice. */
type Fits = (index: number, fit: Fit) => void

const headDigits = 8
const [tab, zero, letterA] = [9, 48, 97]

export function indexTokens(tokens: readonly Token[]): ChainTokenIndex {
  const starts = new Uint32Array(tokens.length + 1)
  const nameStarts = new Uint32Array(tokens.length)
  const heads = new Uint32Array(tokens.length)
  const parts: string[] = []
  const others: number[] = []
  let at = 0
  for (const [index, token] of tokens.entries()) {
    const symbol = plain(token.symbol)
    const part = `\n${symbol}\t${plain(token.name)}`
    starts[index] = at
    nameStarts[index] = at + symbol.length + 2
    parts.push(part)
    at += part.length
    if (isHexAddress(token.address)) heads[index] = headOf(token.address)
    else others.push(index)
  }
  starts[tokens.length] = at
  const byAddress = new Map(tokens.map(({ address }, index) => [address, index]))
  return { tokens, text: parts.join(''), starts, nameStarts, heads, others, byAddress }
}

/** Returns what somebody typed, as names are compared: lower case, words with one space between them. */
export function plain(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ')
}

/**
 * Tells whether a text may be an address, or the beginning of one: hex from its first digits on, other forms once they
 * are long.
 */
export function isAddressLike(text: string): boolean {
  return /^(0x[0-9a-f]{4,}|[0-9a-z]{20,})/i.test(text)
}

/** Tells whether a search for what was typed finds this token. */
export function isFoundBy(token: Token, typed: string): boolean {
  const wanted = plain(typed.trim())
  if (plain(token.symbol).includes(wanted) || plain(token.name).includes(wanted)) return true
  return isAddressLike(wanted) && token.address.startsWith(addressText(typed.trim()))
}

/** Looks for a plain text in symbols and names. A frequent letter fits most tokens, so each costs next to nothing. */
export function searchNames(
  { tokens, text, starts, nameStarts }: ChainTokenIndex,
  wanted: string,
  fits: Fits,
): void {
  const { length } = wanted
  const first = wanted.charCodeAt(0)
  let index = 0
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, starts[index])) {
    while ((starts[index + 1] ?? text.length) <= at) index += 1
    const nameStart = nameStarts[index] ?? 0
    if (at === (starts[index] ?? 0) + 1) fits(index, text.charCodeAt(at + length) === tab ? 0 : 1)
    else if (at === nameStart) fits(index, 2)
    // In the symbol: the name may begin so nevertheless.
    else if (at < nameStart && text.charCodeAt(nameStart) === first && text.startsWith(wanted, nameStart)) {
      fits(index, 2)
    } else fits(index, 3)
    index += 1
    if (index >= tokens.length) return
  }
}

/** Looks for an address or its beginning. */
export function searchAddresses({ tokens, heads, others }: ChainTokenIndex, typed: string, fits: Fits): void {
  const wanted = addressText(typed)
  const look = (index: number): void => {
    const address = tokens[index]?.address ?? ''
    if (address.startsWith(wanted)) fits(index, address.length === wanted.length ? 0 : 3)
  }
  for (const index of others) look(index)
  if (!isHexAddress(wanted)) return
  const shift = 4 * Math.max(0, headDigits - (wanted.length - 2))
  const head = headOf(wanted) >>> shift
  for (let index = 0; index < heads.length; index += 1) {
    if ((heads[index] ?? 0) >>> shift === head) look(index)
  }
}

/** As typed where case says something, in lower case where it does not. */
function addressText(typed: string): string {
  return /^0x/i.test(typed) ? typed.toLowerCase() : typed
}

/** In lower case, as lists keep them. */
function isHexAddress(text: string): boolean {
  return /^0x[0-9a-f]+$/.test(text)
}

/** The first eight digits of a hex text as a number; what is missing counts as zeros. */
function headOf(text: string): number {
  let head = 0
  for (let at = 2; at < 2 + headDigits; at += 1) {
    const code = at < text.length ? text.charCodeAt(at) : zero
    head = (head << 4) | (code >= letterA ? code - letterA + 10 : code - zero)
  }
  return head >>> 0
}
