import { type Address, isAddress, lowerHex } from '../base/hex.ts'
import type { AccountRow } from '../storage/database.ts'
import type { Order } from './order.ts'
import { isOwnPayment } from './order-facts.ts'

/**
 * Returns the proof that an order's account belongs to the person. Null if there is none.
 * - A signature that recovers to the account, or that its contract accepts according to two endpoints.
 * - A transaction of the swap that the account sent and that two endpoints show mined.
 *
 * An order restored from a copy proves nothing.
 */
export function accountProofOf(order: Order): AccountRow | null {
  const { userAddress } = order.reviewed.request
  if (order.restored === true || !isAddress(userAddress)) return null
  const address: Address = lowerHex(userAddress)
  const proof = { address, orderId: order.id, provenMs: order.updatedMs }
  // Ferry builds the body to submit only after it has verified the signature.
  const isSigned = order.kind === 'signed' && order.submitBody !== null && order.isSignerUnproven !== true
  if (isSigned) return { ...proof, by: 'signature', hash: null }
  const sent = order.transactions.find(
    (one) => isOwnPayment(one) && one.isDeep === true && one.isNonceSeen === true,
  )
  return sent === undefined ? null : { ...proof, by: 'transaction', hash: sent.hash }
}
