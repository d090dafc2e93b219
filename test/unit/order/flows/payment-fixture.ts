import type { Hex } from '../../../../lib/base/hex.ts'
import type { PaymentView } from '../../../../lib/chain/chain-views.ts'
import type { Evidence } from '../../../../lib/chain/evidence.ts'
import type { ExpectedPayment } from '../../../../lib/order/flows/proven-payment.ts'
import { gateway, islandUsdc, nowSeconds, user } from '../../checks/fixtures.ts'

/** The destination chain. */
export const island = 31_338
/** The transaction that pays. */
export const hash: Hex = `0x${'ab'.repeat(32)}`
export const otherHash: Hex = `0x${'cd'.repeat(32)}`
/** The minimum output, in the smallest unit. */
export const least = 1_487_902n

/** The delivery to look for. */
export const wanted: ExpectedPayment = {
  kind: 'delivery',
  chainId: island,
  hash,
  token: islandUsdc,
  receiver: user,
  leastUnits: least,
  confirmations: 1,
  contracts: [gateway],
}

/** Its payment as the chain shows it. */
export const paid: PaymentView = {
  blockHash: hash,
  blockNumber: 101n,
  blockSeconds: nowSeconds,
  confirmations: 1,
  parts: [{ logIndexes: [3], units: least }],
  isBalanceGrowth: false,
  names: 'ours',
  touches: true,
}

/** The evidence of an end that is stored for it. */
export const evidence: Evidence = {
  kind: 'delivery',
  chainId: island,
  hash,
  token: islandUsdc,
  units: String(least),
  logIndexes: [3],
  blockNumber: '101',
  blockSeconds: nowSeconds,
  sources: 2,
}
