import type { Token } from '../service/token.ts'
import { type ChainTokenIndex, indexTokens } from './chain-token-index.ts'

/** Tokens of many chains, made ready for a search (`search-tokens.ts`). */
export interface TokenIndex {
  /** Takes the place of what the chain had. */
  put(chainId: number, tokens: readonly Token[]): void
  remove(chainId: number): void
  chainIds(): readonly number[]
  of(chainId: number): readonly Token[]
  /** By the address as the list writes it: lower case for EVM chains. */
  token(chainId: number, address: string): Token | null
  /** Null for a chain whose tokens are not there. */
  shelf(chainId: number): ChainTokenIndex | null
}

/** Creates an empty index. */
export function createTokenIndex(): TokenIndex {
  const shelves = new Map<number, ChainTokenIndex>()
  return {
    put(chainId, tokens) {
      shelves.set(chainId, indexTokens(tokens))
    },
    remove(chainId) {
      shelves.delete(chainId)
    },
    chainIds: () => [...shelves.keys()],
    of: (chainId) => shelves.get(chainId)?.tokens ?? [],
    token(chainId, address) {
      const shelf = shelves.get(chainId)
      return shelf?.tokens[shelf.byAddress.get(address) ?? -1] ?? null
    },
    shelf: (chainId) => shelves.get(chainId) ?? null,
  }
}
