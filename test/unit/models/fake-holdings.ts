import { nativeAddress } from '../../../lib/base/hex.ts'
import type { Holding } from '../../../lib/service/token.ts'
import { usdcHarbour, usdcIsland } from './fake-data.ts'

/** The account's holdings with their values. */
export const holdings: readonly Holding[] = [
  { chainId: 31337, address: usdcHarbour.address, balance: '1240500000', balanceInUsd: '1240.50' },
  {
    chainId: 31337,
    address: nativeAddress,
    balance: '9998123456789012345678',
    balanceInUsd: '14997185.185183518518517',
  },
  { chainId: 31338, address: usdcIsland.address, balance: '25000000', balanceInUsd: '25.00' },
]
