import { nativeAddress } from '../base/hex.ts'
import { foldText } from '../base/outside-text.ts'
import { withoutUnseen } from '../base/unseen.ts'

/** What somebody typed to find a token, as both searches take it: ours and the service's. */
export interface TokenQuery {
  /** What the service is asked for. */
  readonly serviceText: string
  /** An address, or its beginning, as lists write it; null where nothing typed can be one. */
  readonly address: string | null
  /** What names and symbols are searched for: the whole text, and the rest of it on the chains that its words name. */
  readonly names: readonly NameQuery[]
}

/** A folded text to find in symbols and names. An empty one finds every token. */
interface NameQuery {
  readonly text: string
  /** Null for every chain. */
  readonly chainIds: ReadonlySet<number> | null
}

interface NamedChain {
  readonly chainId: number
  readonly name: string
}

/** Reads what was typed or pasted. Words that name one of these chains narrow the search to it: `usdc base`. */
export function readTokenQuery(typed: string, chains: readonly NamedChain[]): TokenQuery {
  const plain = withoutUnseen(typed).replace(/\s+/g, ' ').trim()
  const whole = addressIn(plain)
  if (whole !== null) return { serviceText: whole, address: whole, names: [] }
  const text = plain.replace(/^\$+\s*(?=\S)/, '')
  const folded = foldText(text)
  const onChains = splitsByChain(folded, chains)
  // A look-alike is looked for as the letter that it was taken for. Plain text goes out as it was typed.
  const rest = onChains[0]?.text ?? (folded === text.toLowerCase() ? text : folded)
  return {
    serviceText: rest,
    address: isAddressLike(text) ? addressText(text) : null,
    names: [{ text: folded, chainIds: null }, ...onChains],
  }
}

/** Tells whether a token that the service found is on a chain that the query names, where it names one. */
export function isOnNamedChain({ chainId }: { readonly chainId: number }, { names }: TokenQuery): boolean {
  const named = names.filter(({ chainIds }) => chainIds !== null)
  return named.length === 0 || named.some(({ chainIds }) => chainIds?.has(chainId))
}

/** A whole EVM address that no other letters or digits run into. */
const evmAddress = /(?<![0-9a-z])0x[0-9a-f]{40}(?![0-9a-f])/i
/** An address of Solana or Tron. In a text without spaces only: it is part of a link. */
const base58Address = /(?<![0-9A-Za-z])[1-9A-HJ-NP-Za-km-z]{32,44}(?![0-9A-Za-z])/

/** Returns the first whole address in a link, a URI or any other text. */
function addressIn(text: string): string | null {
  const evm = evmAddress.exec(text)?.[0].toLowerCase()
  if (evm !== undefined) return isNativeAlias(evm) ? nativeAddress : evm
  return /\s/.test(text) ? null : (base58Address.exec(text)?.[0] ?? null)
}

/**
 * Tells whether an EVM address in lower case stands for a chain's own coin: the interface's constant, zero, or made of
 * `dead` and zeros as some lists have it.
 */
function isNativeAlias(address: string): boolean {
  return address === nativeAddress || /^0x(?:dead|0)+$/.test(address)
}

/**
 * Tells whether a text may be an address, or the beginning of one: hex from its first digits on, other forms once they
 * are long.
 */
function isAddressLike(text: string): boolean {
  return /^(0x[0-9a-f]{4,}|[0-9a-z]{20,})/i.test(text)
}

/** In lower case where it is hex alone; in other forms case says something. */
function addressText(text: string): string {
  return /^0x[0-9a-f]+$/i.test(text) ? text.toLowerCase() : text
}

/** Words that people use for the same chain. */
const sameWords: readonly (readonly string[])[] = [
  ['ethereum', 'eth'],
  ['bnb', 'bsc', 'binance'],
  ['arbitrum', 'arb'],
  ['optimism', 'op'],
  ['polygon', 'matic', 'pol'],
  ['avalanche', 'avax'],
  ['solana', 'sol'],
]
/** Words that say nothing of which chain is meant. */
const commonWords = new Set(['on', 'chain', 'c-chain', 'smart', 'network', 'mainnet', 'one', 'pos'])

/** Returns what is left of a text without the words that name chains, with those chains. */
function splitsByChain(text: string, chains: readonly NamedChain[]): readonly NameQuery[] {
  const words = text.split(' ')
  if (words.length < 2) return []
  const idsOf = words.map((word) => chainsNamed(word, chains))
  const named = words.flatMap((word, at) => (idsOf[at]?.size === 0 ? [] : [{ word, at }]))
  if (named.length === 0) return []
  const rest = words.filter((word, at) => idsOf[at]?.size === 0 && !commonWords.has(word))
  if (rest.length > 0) {
    const sets = named.map(({ at }) => idsOf[at] ?? new Set<number>())
    return [{ text: rest.join(' '), chainIds: intersectionOrUnion(sets) }]
  }
  // Each word names a chain, and a coin too perhaps: `eth base`, `base eth`.
  return named.toReversed().map(({ at }) => ({
    text: named
      .filter((other) => other.at !== at)
      .map(({ word }) => word)
      .join(' '),
    chainIds: idsOf[at] ?? new Set(),
  }))
}

function chainsNamed(word: string, chains: readonly NamedChain[]): ReadonlySet<number> {
  if (commonWords.has(word)) return new Set()
  const forms = sameWords.find((same) => same.includes(word)) ?? [word]
  const isNamed = ({ name }: NamedChain) =>
    foldText(name)
      .split(' ')
      .some((part) => forms.includes(part))
  return new Set(chains.filter(isNamed).map(({ chainId }) => chainId))
}

/** `polygon zkevm` is one chain of two that are called Polygon; `base arbitrum` is two. */
function intersectionOrUnion(sets: readonly ReadonlySet<number>[]): ReadonlySet<number> {
  const all = sets.flatMap((one) => [...one])
  const common = all.filter((chainId) => sets.every((one) => one.has(chainId)))
  return new Set(common.length > 0 ? common : all)
}
