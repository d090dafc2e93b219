import type { Token } from '../service/token.ts'
import { type ChainTokenIndex, indexTokens } from './chain-token-index.ts'

export interface TokenIndex {
  put(chainId: number, tokens: readonly Token[]): void
  remove(chainId: number): void
  chainIds(): readonly number[]
  of(chainId: number): readonly Token[]
  /** By the address as the list writes it: lower case on EVM chains. */
  token(chainId: number, address: string): Token | null
  chainIndex(chainId: number): ChainTokenIndex | null
}

export function createTokenIndex(): TokenIndex {
  const chainIndexes = new Map<number, ChainTokenIndex>()
  return {
    put(chainId, tokens) {
      chainIndexes.set(chainId, indexTokens(tokens))
    },
    remove(chainId) {
      chainIndexes.delete(chainId)
    },
    chainIds: () => [...chainIndexes.keys()],
    of: (chainId) => chainIndexes.get(chainId)?.tokens ?? [],
    token(chainId, address) {
      const shelf = chainIndexes.get(chainId)
      return shelf?.tokens[shelf.byAddress.get(address) ?? -1] ?? null
    },
    chainIndex: (chainId) => chainIndexes.get(chainId) ?? null,
  }
}
