import { type Address, isAddress, lowerHex } from '../base/hex.ts'
import type { AccountRow } from '../storage/database.ts'
import type { Order } from './order.ts'
import { isOwnPayment } from './order-parts.ts'

/**
 * Returns what proves that an order's account is the user's own: a signature that was recovered to it, or that two endpoints say
 * its contract takes, or a transaction of
 * the swap that two endpoints showed mined and that the account itself sent. Null while nothing does. What an order out of
 * a copy says proves nothing.
 */
export function accountProofOf(order: Order): AccountRow | null {
  const { userAddress } = order.reviewed.request
  if (order.restored === true || !isAddress(userAddress)) return null
  const address: Address = lowerHex(userAddress)
  const proof = { address, orderId: order.id, provenMs: order.updatedMs }
  // The body to submit is built once the signature was verified.
  const isSigned = order.kind === 'signed' && order.submitBody !== null && order.isSignerUnproven !== true
  if (isSigned) return { ...proof, by: 'signature', hash: null }
  const sent = order.transactions.find(
    (one) => isOwnPayment(one) && one.isDeep === true && one.isNonceSeen === true,
  )
  return sent === undefined ? null : { ...proof, by: 'transaction', hash: sent.hash }
}
