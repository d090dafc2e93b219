import type { AddressForm } from './far-address.ts'

/**
 * A chain that does not run here. The EVM ones exist only in the lists. On the others, deposits are simulated
 * (`/_sandbox/deposit`) and unsigned routes pay.
 */
export interface FarChain {
  readonly chainId: number
  readonly name: string
  readonly currency: string
  readonly symbol: string
  readonly decimals: number
  readonly form: AddressForm
  /** The native currency's address in the lists; absent: the native constant. */
  readonly coin?: string
  /** Decimal text; null: no route uses the chain. */
  readonly priceInUsd: string | null
  /** False if a chain can only receive. */
  readonly sending: boolean
}

const rows: readonly (readonly [number, string, string, string])[] = [
  [1, 'Ethereum', 'Ether', 'ETH'],
  [10, 'Optimism', 'Ether', 'ETH'],
  [56, 'BNB Chain', 'BNB', 'BNB'],
  [100, 'Gnosis', 'xDAI', 'xDAI'],
  [130, 'Unichain', 'Ether', 'ETH'],
  [137, 'Polygon', 'POL', 'POL'],
  [143, 'Monad', 'Monad', 'MON'],
  [146, 'Sonic', 'Sonic', 'S'],
  [324, 'zkSync Era', 'Ether', 'ETH'],
  [480, 'World Chain', 'Ether', 'ETH'],
  [999, 'HyperEVM', 'Hype', 'HYPE'],
  [1329, 'Sei', 'Sei', 'SEI'],
  [1868, 'Soneium', 'Ether', 'ETH'],
  [5000, 'Mantle', 'Mantle', 'MNT'],
  [8453, 'Base', 'Ether', 'ETH'],
  [9745, 'Plasma', 'Plasma', 'XPL'],
  [34443, 'Mode', 'Ether', 'ETH'],
  [42161, 'Arbitrum One', 'Ether', 'ETH'],
  [43114, 'Avalanche', 'Avalanche', 'AVAX'],
  [57073, 'Ink', 'Ether', 'ETH'],
  [59144, 'Linea', 'Ether', 'ETH'],
  [80094, 'Berachain', 'Bera', 'BERA'],
  [81457, 'Blast', 'Ether', 'ETH'],
  [534352, 'Scroll', 'Ether', 'ETH'],
]

/** Far chains with a price, so that routes use them. */
const routed: readonly (readonly [number, string, string, string, number, AddressForm, string])[] = [
  [89999, 'Solana', 'Solana', 'SOL', 9, 'solana', '150'],
  [728126428, 'Tron', 'Tronix', 'TRX', 6, 'tron', '0.3'],
  [1110002, 'Stellar', 'Lumen', 'XLM', 7, 'stellar', '0.25'],
  [1110099, 'Ton', 'Toncoin', 'TON', 9, 'ton', '3'],
]
const tonCoin = 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c'

/**
 * The far chains: 24 EVM ones, three with their own address formats, and one with an id and a format that
 * Ferry does not know.
 */
export const farChains: readonly FarChain[] = [
  ...rows.map(([chainId, name, currency, symbol]) => ({
    chainId,
    name,
    currency,
    symbol,
    decimals: 18,
    form: 'evm' as const,
    priceInUsd: null,
    sending: chainId !== 34443,
  })),
  ...routed.map(([chainId, name, currency, symbol, decimals, form, priceInUsd]) => ({
    ...{ chainId, name, currency, symbol, decimals, form, priceInUsd },
    ...(form === 'ton' ? { coin: tonCoin } : {}),
    sending: true,
  })),
]
