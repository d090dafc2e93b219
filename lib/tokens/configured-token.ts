import { type Address, type ChainForms, nativeAddress, sameHex } from '../base/hex.ts'
import type { JsonObject } from '../base/json.ts'
import { skeletonOf } from '../base/outside-text.ts'
import { Problem } from '../base/problem.ts'
import { chainConfig, type Deployment } from '../deployment/deployment.ts'
import { type Chain, certainDecimals, nativeDecimals, type Token } from '../service/token.ts'

/** What the package itself says of a token. */
interface PinnedWords {
  readonly symbol: string
  readonly name: string
  readonly decimals: number
}

/**
 * Returns the token in the package's words, and with its mark: where the deployment file names the token, nothing that
 * the service calls it is shown. One that the file does not name has no mark, and is held against everything that is
 * named there, on whatever chain.
 */
export function configuredToken(deployment: Deployment, token: Token): Token {
  const { isOddlyNamed, imitates: _imitates, ...plain } = token
  const words = pinnedWords(deployment, token)
  if (words !== null) return { ...plain, ...words, isVerified: true }
  const imitates = knownSymbol(deployment, token.symbol) ?? knownSymbol(deployment, token.name)
  return {
    ...plain,
    isVerified: false,
    ...(isOddlyNamed === undefined ? {} : { isOddlyNamed }),
    ...(imitates === null ? {} : { imitates }),
  }
}

/** Returns a token as the package alone knows it; null where it names none of that address. */
export function packedToken(deployment: Deployment, chainId: number, address: string): Token | null {
  const words = pinnedWords(deployment, { chainId, address })
  return words === null ? null : { chainId, address, ...words, logoURI: null, isVerified: true }
}

/**
 * Returns the chain with its name and its coin as the package says; one that is not in the file is as the service says.
 */
export function configuredChain(deployment: Deployment, chain: Chain): Chain {
  const config = chainConfig(deployment, chain.chainId)
  if (config === null) return chain
  const { addressForm: _said, ...plain } = chain
  const currency = { ...chain.currency, ...config.currency, decimals: nativeDecimals }
  return { ...plain, name: config.name, currency }
}

/** EIP-747 takes no longer ones. */
const listedSymbol = /^[\x21-\x7e]{1,11}$/

/**
 * Returns EIP-747's parameter of a token, by which a wallet lists it: its decimals as the chain says them, its symbol as the
 * deployment file has it, else as the contract has it. One that borrows the name of another token of the file is given
 * none, and nothing that the service says of a token gets into a wallet. Throws `checkFailed` where chain and file
 * contradict each other.
 */
export async function addTokenParameter(
  deployment: Deployment,
  chain: {
    decimals(chainId: number, token: Address): Promise<number>
    symbol(chainId: number, token: Address): Promise<string | null>
  },
  { chainId, address }: { readonly chainId: number; readonly address: Address },
): Promise<JsonObject> {
  const words = pinnedWords(deployment, { chainId, address })
  const decimals = await chain.decimals(chainId, address)
  if (words !== null && words.decimals !== decimals) throw new Problem('checkFailed')
  const symbol = words?.symbol ?? (await ownSymbol(deployment, chain.symbol(chainId, address)))
  // Without one the wallet reads it by itself, or says no.
  const named = listedSymbol.test(symbol) ? { symbol } : {}
  return { type: 'ERC20', options: { address, ...named, decimals } }
}

/** What the contract of a token calls it; an empty text where that could be taken for a token that the file names. */
async function ownSymbol(deployment: Deployment, said: Promise<string | null>): Promise<string> {
  const symbol = (await said) ?? ''
  return knownSymbol(deployment, symbol) === null ? symbol : ''
}

/**
 * Compares a token with the package and, where the package does not name it, with the service's own list. Returns the
 * field that contradicts them: its decimals, or a symbol that belongs to another token of the package. Null where nothing
 * does. Another spelling of the symbol is no contradiction, since Ferry shows the package's spelling instead.
 */
export function contradictionOf(
  deployment: Deployment,
  token: Token,
  forms: ChainForms = {},
  listed?: Pick<Token, 'decimals'>,
): { readonly field: 'decimals' | 'symbol'; readonly expected: string } | null {
  const words = pinnedWords(deployment, token)
  const decimals = words?.decimals ?? certainDecimals(token, forms[token.chainId]) ?? listed?.decimals ?? null
  if (decimals !== null && token.decimals !== decimals) {
    return { field: 'decimals', expected: `${decimals} decimals` }
  }
  if (words === null) return null
  const claimed = knownSymbol(deployment, token.symbol)
  const isOther = claimed !== null && skeletonOf(claimed) !== skeletonOf(words.symbol)
  return isOther ? { field: 'symbol', expected: words.symbol } : null
}

function pinnedWords(deployment: Deployment, token: Pick<Token, 'chainId' | 'address'>): PinnedWords | null {
  const config = chainConfig(deployment, token.chainId)
  if (config === null) return null
  if (sameHex(token.address, nativeAddress)) {
    return config.currency === undefined ? null : { ...config.currency, decimals: nativeDecimals }
  }
  const known = config.verifiedTokens.find(({ address }) => sameHex(address, token.address))
  if (known === undefined) return null
  return { symbol: known.symbol, name: known.name ?? known.symbol, decimals: known.decimals }
}

const knownNames = new WeakMap<Deployment, ReadonlyMap<string, string>>()

/** The symbol in the file that a text could be taken for, by its own letters or by the token's full name. */
function knownSymbol(deployment: Deployment, text: string): string | null {
  let known = knownNames.get(deployment)
  if (known === undefined) {
    const named = deployment.chains.flatMap(({ currency, verifiedTokens }) => [
      ...verifiedTokens,
      ...(currency === undefined ? [] : [currency]),
    ])
    const full = named.map(({ name, symbol }) => [skeletonOf(name ?? symbol), symbol] as const)
    known = new Map([...full, ...named.map(({ symbol }) => [skeletonOf(symbol), symbol] as const)])
    knownNames.set(deployment, known)
  }
  return known.get(skeletonOf(text)) ?? null
}
