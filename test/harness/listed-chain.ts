import { nativeAddress } from '../../lib/base/hex.ts'
import type { Chain } from '../../lib/service/token.ts'

/** A chain of the service's list that can do everything. */
export function listedChain(chainId: number, part: Partial<Chain> = {}): Chain {
  const currency = { address: nativeAddress, name: 'Ether', symbol: 'ETH', decimals: 18, iconUrl: null }
  return {
    chainId,
    name: `Chain ${chainId}`,
    iconUrl: null,
    currency: { ...currency, minNativeCurrencyForGas: '0' },
    explorers: [],
    sendingEnabled: true,
    receivingEnabled: true,
    isAutoEnabled: true,
    isManualEnabled: true,
    isDepositEnabled: true,
    dexes: [],
    bridges: [],
    ...part,
  }
}
