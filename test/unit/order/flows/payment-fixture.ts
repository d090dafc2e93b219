import type { Hex } from '../../../../lib/base/hex.ts'
import type { PaymentView } from '../../../../lib/chain/chain-port.ts'
import type { Evidence } from '../../../../lib/chain/evidence.ts'
import type { Wanted } from '../../../../lib/order/flows/proven-payment.ts'
import { gateway, islandUsdc, nowSeconds, user } from '../../checks/fixtures.ts'

/** The chain that is paid on. */
export const island = 31_338
/** The transaction that pays. */
export const hash: Hex = `0x${'ab'.repeat(32)}`
export const otherHash: Hex = `0x${'cd'.repeat(32)}`
/** The least that has to arrive, smallest unit. */
export const least = 1_487_902n

/** A delivery, as it is looked for. */
export const wanted: Wanted = {
  kind: 'delivery',
  chainId: island,
  hash,
  token: islandUsdc,
  receiver: user,
  leastUnits: least,
  confirmations: 1,
  contracts: [gateway],
}

/** The payment of it, as the chain shows it. */
export const paid: PaymentView = {
  blockHash: hash,
  blockNumber: 101n,
  blockSeconds: nowSeconds,
  confirmations: 1,
  parts: [{ logIndexes: [3], units: least }],
  isByBlock: false,
  names: 'ours',
  touches: true,
}

/** What is kept of it as the evidence of an end. */
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
