import { nativeAddress } from '../base/hex.ts'
import { removeInvisibleCharacters } from '../base/invisible-characters.ts'
import { foldText } from '../base/untrusted-text.ts'

export interface TokenQuery {
  readonly serviceText: string
  /** An address or its beginning, as lists write it; null if the text cannot be one. */
  readonly address: string | null
  /**
   * The texts to find in names and symbols: the whole text, and the text without chain names on the chains that it
   * names.
   */
  readonly names: readonly NameQuery[]
}

/** A folded text to find in symbols and names. An empty text finds every token. */
interface NameQuery {
  readonly text: string
  /** Null for all chains. */
  readonly chainIds: ReadonlySet<number> | null
}

interface NamedChain {
  readonly chainId: number
  readonly name: string
}

/** Parses typed or pasted text. Words that name one of these chains restrict the search to it: `usdc base`. */
export function parseTokenQuery(typed: string, chains: readonly NamedChain[]): TokenQuery {
  const plain = removeInvisibleCharacters(typed).replace(/\s+/g, ' ').trim()
  const whole = findAddress(plain)
  if (whole !== null) return { serviceText: whole, address: whole, names: [] }
  const text = plain.replace(/^\$+\s*(?=\S)/, '')
  const folded = foldText(text)
  const onChains = splitByChains(folded, chains)
  // Look-alike letters are replaced for the service. Plain text is sent as typed.
  const rest = onChains[0]?.text ?? (folded === text.toLowerCase() ? text : folded)
  return {
    serviceText: rest,
    address: isAddressLike(text) ? addressText(text) : null,
    names: [{ text: folded, chainIds: null }, ...onChains],
  }
}

/** Says whether a token from the service's search is on a chain that the query names. True if the query names none. */
export function isOnNamedChain({ chainId }: { readonly chainId: number }, { names }: TokenQuery): boolean {
  const named = names.filter(({ chainIds }) => chainIds !== null)
  return named.length === 0 || named.some(({ chainIds }) => chainIds?.has(chainId))
}

/** A whole EVM address, not part of a longer word. */
const evmAddress = /(?<![0-9a-z])0x[0-9a-f]{40}(?![0-9a-f])/i
/** A Solana or Tron address. Only accepted in a text without spaces, where it can be part of a link. */
const base58Address = /(?<![0-9A-Za-z])[1-9A-HJ-NP-Za-km-z]{32,44}(?![0-9A-Za-z])/

function findAddress(text: string): string | null {
  const evm = evmAddress.exec(text)?.[0].toLowerCase()
  if (evm !== undefined) return isNativeAlias(evm) ? nativeAddress : evm
  return /\s/.test(text) ? null : (base58Address.exec(text)?.[0] ?? null)
}

/**
 * Says whether a lower-case EVM address means the native currency: the interface's constant, the zero address, or an
 * address of `dead` and zeros, as in some lists.
 */
function isNativeAlias(address: string): boolean {
  return address === nativeAddress || /^0x(?:dead|0)+$/.test(address)
}

/** Hex counts from 4 digits, other formats from 20 characters. */
function isAddressLike(text: string): boolean {
  return /^(0x[0-9a-f]{4,}|[0-9a-z]{20,})/i.test(text)
}

/** Lower case for hex. In other formats the case matters. */
function addressText(text: string): string {
  return /^0x[0-9a-f]+$/i.test(text) ? text.toLowerCase() : text
}

const chainSynonyms: readonly (readonly string[])[] = [
  ['ethereum', 'eth'],
  ['bnb', 'bsc', 'binance'],
  ['arbitrum', 'arb'],
  ['optimism', 'op'],
  ['polygon', 'matic', 'pol'],
  ['avalanche', 'avax'],
  ['solana', 'sol'],
]
/** Words that do not identify a chain. */
const commonWords = new Set(['on', 'chain', 'c-chain', 'smart', 'network', 'mainnet', 'one', 'pos'])

function splitByChains(text: string, chains: readonly NamedChain[]): readonly NameQuery[] {
  const words = text.split(' ')
  if (words.length < 2) return []
  const idsOf = words.map((word) => findNamedChains(word, chains))
  const named = words.flatMap((word, at) => (idsOf[at]?.size === 0 ? [] : [{ word, at }]))
  if (named.length === 0) return []
  const rest = words.filter((word, at) => idsOf[at]?.size === 0 && !commonWords.has(word))
  if (rest.length > 0) {
    const sets = named.map(({ at }) => idsOf[at] ?? new Set<number>())
    return [{ text: rest.join(' '), chainIds: intersectionOrUnion(sets) }]
  }
  // Each word names a chain, and perhaps a coin too: `eth base`, `base eth`.
  return named.toReversed().map(({ at }) => ({
    text: named
      .filter((other) => other.at !== at)
      .map(({ word }) => word)
      .join(' '),
    chainIds: idsOf[at] ?? new Set(),
  }))
}

function findNamedChains(word: string, chains: readonly NamedChain[]): ReadonlySet<number> {
  if (commonWords.has(word)) return new Set()
  const forms = chainSynonyms.find((same) => same.includes(word)) ?? [word]
  const isNamed = ({ name }: NamedChain) =>
    foldText(name)
      .split(' ')
      .some((part) => forms.includes(part))
  return new Set(chains.filter(isNamed).map(({ chainId }) => chainId))
}

/** `polygon zkevm` means one of two chains named Polygon; `base arbitrum` means two chains. */
function intersectionOrUnion(sets: readonly ReadonlySet<number>[]): ReadonlySet<number> {
  const all = sets.flatMap((one) => [...one])
  const common = all.filter((chainId) => sets.every((one) => one.has(chainId)))
  return new Set(common.length > 0 ? common : all)
}
