import {
  type Address,
  type ChainAddressFormats,
  isSameHex,
  knownNativeDecimals,
  nativeAddress,
  nativeDecimals,
} from '../base/hex.ts'
import type { JsonObject } from '../base/json.ts'
import { Problem } from '../base/problem.ts'
import { skeletonOf } from '../base/untrusted-text.ts'
import { chainConfig } from '../deployment/deployment.ts'
import type { Deployment } from '../deployment/schema.ts'
import type { Chain, Token } from '../service/token.ts'

type PinnedToken = Pick<Token, 'symbol' | 'name' | 'decimals'>

/**
 * Returns the token with its verified mark. If the deployment file has the token, its symbol, name and decimals replace
 * the service's. A token that is not in the file is not verified. It is compared with all names in the file, on every
 * chain, and marked if it imitates one.
 */
export function configureToken(deployment: Deployment, token: Token): Token {
  const { isOddlyNamed, imitates: _imitates, ...plain } = token
  const words = findPinnedToken(deployment, token)
  if (words !== null) return { ...plain, ...words, isVerified: true }
  const imitates = findImitatedSymbol(deployment, token.symbol) ?? findImitatedSymbol(deployment, token.name)
  return {
    ...plain,
    isVerified: false,
    ...(isOddlyNamed === undefined ? {} : { isOddlyNamed }),
    ...(imitates === null ? {} : { imitates }),
  }
}

export function findDeploymentToken(deployment: Deployment, chainId: number, address: string): Token | null {
  const words = findPinnedToken(deployment, { chainId, address })
  return words === null ? null : { chainId, address, ...words, logoURI: null, isVerified: true }
}

/** Returns the chain's native currency and verified tokens, with the addresses as the service's list writes them. */
export function listDeploymentTokens(deployment: Deployment, chainId: number): readonly Token[] {
  const verified = chainConfig(deployment, chainId)?.verifiedTokens ?? []
  return [nativeAddress, ...verified.map(({ address }) => address.toLowerCase())].flatMap(
    (address) => findDeploymentToken(deployment, chainId, address) ?? [],
  )
}

/** Returns the native currency of a chain, with the deployment's name if the file has it. */
export function nativeToken(deployment: Deployment, chainId: number): Token {
  return configureToken(deployment, {
    chainId,
    address: nativeAddress,
    name: '',
    symbol: '',
    decimals: nativeDecimals,
    logoURI: null,
    isVerified: false,
  })
}

/** Returns the chain with the deployment's name and currency. A chain that is not in the file is returned unchanged. */
export function configureChain(deployment: Deployment, chain: Chain): Chain {
  const config = chainConfig(deployment, chain.chainId)
  if (config === null) return chain
  const { addressFormat: _said, ...plain } = chain
  const currency = { ...chain.currency, ...config.currency, decimals: nativeDecimals }
  return { ...plain, name: config.name, currency }
}

/** EIP-747 allows at most 11 characters. */
const listedSymbol = /^[\x21-\x7e]{1,11}$/

/**
 * Returns the EIP-747 parameter with which a wallet lists a token. The decimals come from the chain. The symbol comes
 * from the deployment file, else from the contract, and is omitted if it imitates another token of the file. Nothing
 * that the service says about a token reaches the wallet. Throws `checkFailed` if the chain and the file contradict
 * each other.
 */
export async function addTokenParameter(
  deployment: Deployment,
  chain: {
    decimals(chainId: number, token: Address): Promise<number>
    symbol(chainId: number, token: Address): Promise<string | null>
  },
  { chainId, address }: { readonly chainId: number; readonly address: Address },
): Promise<JsonObject> {
  const words = findPinnedToken(deployment, { chainId, address })
  const decimals = await chain.decimals(chainId, address)
  if (words !== null && words.decimals !== decimals) throw new Problem('checkFailed')
  const symbol = words?.symbol ?? (await chain.symbol(chainId, address)) ?? ''
  const isImitation = words === null && findImitatedSymbol(deployment, symbol) !== null
  // Without a symbol, the wallet reads it itself or rejects the request.
  const named = listedSymbol.test(symbol) && !isImitation ? { symbol } : {}
  return { type: 'ERC20', options: { address, ...named, decimals } }
}

/**
 * Compares a token with the deployment and, if the deployment does not have it, with the service's own list. Returns
 * the contradicting field: the decimals, or a symbol that belongs to another token of the deployment; null without a
 * contradiction. A different spelling of the same symbol is no contradiction, since Ferry shows the deployment's
 * spelling.
 */
export function findTokenContradiction(
  deployment: Deployment,
  token: Token,
  forms: ChainAddressFormats = {},
  listed?: Pick<Token, 'decimals'>,
): { readonly field: 'decimals' | 'symbol'; readonly expected: string } | null {
  const words = findPinnedToken(deployment, token)
  const decimals =
    words?.decimals ?? knownNativeDecimals(token, forms[token.chainId]) ?? listed?.decimals ?? null
  if (decimals !== null && token.decimals !== decimals) {
    return { field: 'decimals', expected: `${decimals} decimals` }
  }
  if (words === null) return null
  const claimed = findImitatedSymbol(deployment, token.symbol)
  const isOther = claimed !== null && skeletonOf(claimed) !== skeletonOf(words.symbol)
  return isOther ? { field: 'symbol', expected: words.symbol } : null
}

function findPinnedToken(
  deployment: Deployment,
  token: Pick<Token, 'chainId' | 'address'>,
): PinnedToken | null {
  const config = chainConfig(deployment, token.chainId)
  if (config === null) return null
  if (isSameHex(token.address, nativeAddress)) {
    return config.currency === undefined ? null : { ...config.currency, decimals: nativeDecimals }
  }
  const known = config.verifiedTokens.find(({ address }) => isSameHex(address, token.address))
  if (known === undefined) return null
  return { symbol: known.symbol, name: known.name ?? known.symbol, decimals: known.decimals }
}

const symbolsBySkeleton = new WeakMap<Deployment, ReadonlyMap<string, string>>()

function findImitatedSymbol(deployment: Deployment, text: string): string | null {
  let known = symbolsBySkeleton.get(deployment)
  if (known === undefined) {
    const named = deployment.chains.flatMap(({ currency, verifiedTokens }) => [
      ...verifiedTokens,
      ...(currency === undefined ? [] : [currency]),
    ])
    const full = named.map(({ name, symbol }) => [skeletonOf(name ?? symbol), symbol] as const)
    known = new Map([...full, ...named.map(({ symbol }) => [skeletonOf(symbol), symbol] as const)])
    symbolsBySkeleton.set(deployment, known)
  }
  return known.get(skeletonOf(text)) ?? null
}
