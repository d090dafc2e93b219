import type { SandboxChain, SandboxToken } from '../chains/ledger.ts'
import type { AddressForm } from './far-address.ts'
import { type FarChain, farChains } from './far-chains.ts'
import { farRoutedTokens, farTokens, madeUpCount } from './far-tokens.ts'
import { type ListedToken, nativeAddress, type RoutedToken } from './listed-token.ts'

/** The chains and tokens of the lists: live chains, simulated far chains, and far chains without a route. */
export class Catalogue {
  readonly live: readonly SandboxChain[]
  readonly far: readonly FarChain[] = farChains
  readonly #tokens: ReadonlyMap<number, readonly ListedToken[]>
  /** Every token with its names in lower case, computed once. */
  readonly #named: readonly { readonly token: ListedToken; readonly names: string }[]
  readonly #played: readonly RoutedToken[] = farChains.flatMap(farRoutedTokens)

  /** `alsoListed` tokens are last in their chains' full lists. No route uses them. */
  constructor(live: readonly SandboxChain[], madeUps = madeUpCount, alsoListed: readonly ListedToken[] = []) {
    this.live = live
    const others = Map.groupBy(alsoListed, ({ chainId }) => chainId)
    this.#tokens = new Map(
      [
        ...live.map((chain) => [chain.chainId, liveTokens(chain)] as const),
        ...farChains.map((chain) => [chain.chainId, farTokens(chain, madeUps)] as const),
      ].map(([chainId, tokens]) => [chainId, [...tokens, ...(others.get(chainId) ?? [])]]),
    )
    this.#named = [...this.#tokens.values()]
      .flat()
      .map((token) => ({ token, names: `${token.name}\n${token.symbol}`.toLowerCase() }))
  }

  get chainIds(): number[] {
    return [...this.#tokens.keys()]
  }

  tokens(chainId: number): readonly ListedToken[] {
    return this.#tokens.get(chainId) ?? []
  }

  liveChain(chainId: number): SandboxChain | null {
    return this.live.find((chain) => chain.chainId === chainId) ?? null
  }

  /** A token with routes, or null. The zero address counts as the native one. */
  liveToken(chainId: number, address: string): SandboxToken | null {
    const wanted = /^0x0{40}$/.test(address) ? nativeAddress : address.toLowerCase()
    const tokens = this.liveChain(chainId)?.tokens ?? []
    return tokens.find((token) => token.address.toLowerCase() === wanted) ?? null
  }

  routedToken(chainId: number, address: string): RoutedToken | null {
    const far = this.#played.find((token) => token.chainId === chainId && token.address === address)
    return far ?? this.liveToken(chainId, address)
  }

  nativeToken(chainId: number): RoutedToken | null {
    return this.routedToken(chainId, nativeAddress)
  }

  formOf(chainId: number): AddressForm {
    return this.far.find((chain) => chain.chainId === chainId)?.form ?? 'evm'
  }

  /** Tokens whose address equals the text, or whose name or symbol contains it. */
  search(text: string): ListedToken[] {
    const wanted = text.trim().toLowerCase()
    return this.#named
      .filter(({ token, names }) => names.includes(wanted) || token.address.toLowerCase() === wanted)
      .map(({ token }) => token)
  }
}

function liveTokens(chain: SandboxChain): ListedToken[] {
  return chain.tokens.map(({ chainId, address, name, symbol, decimals, kind }) => ({
    chainId,
    address: address.toLowerCase(),
    name,
    symbol,
    decimals,
    verified: kind !== 'feeOnTransfer',
    shortListed: true,
  }))
}
