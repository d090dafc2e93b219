import { nativeAddress } from '../../../lib/base/hex.ts'
import type { Holding } from '../../../lib/service/token.ts'
import { usdcHarbour, usdcIsland } from './fake-data.ts'

/** The account's holdings with their values; one is worth less than a dollar. */
export const holdings: readonly Holding[] = [
  { chainId: 31337, address: usdcHarbour.address, balance: '1240500000', balanceInUsd: '1240.12' },
  { chainId: 31337, address: nativeAddress, balance: '9998123456789012345678', balanceInUsd: '24995308.64' },
  { chainId: 31338, address: usdcIsland.address, balance: '25000000', balanceInUsd: '0.25' },
]
