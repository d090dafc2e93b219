import type { Chain } from '../../../lib/service/token.ts'
import { deployment } from '../../harness/chains.ts'

/** The chains of the service's list: all pinned chains, a closed one, and Tron. */
export const chains: readonly Chain[] = [
  ...deployment.chains.map(({ chainId, name }) => ({
    chainId,
    name,
    sendingEnabled: true,
    receivingEnabled: true,
  })),
  { chainId: 999, name: 'Closed', sendingEnabled: false, receivingEnabled: false },
  { chainId: 728_126_428, name: 'Tron', sendingEnabled: true, receivingEnabled: true },
].map((chain) => ({
  ...chain,
  iconUrl: null,
  currency: { address: '', name: '', symbol: '', decimals: 18, iconUrl: null, minNativeCurrencyForGas: '0' },
  explorers: [],
  isAutoEnabled: true,
  isManualEnabled: true,
  isDepositEnabled: true,
  dexes: [],
  bridges: [],
}))
