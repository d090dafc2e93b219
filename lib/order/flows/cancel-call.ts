import { approveData, invalidateNonceData } from '../../base/contract-calls.ts'
import type { Address, Hex } from '../../base/hex.ts'

/**
 * Permit2's `invalidateUnorderedNonces(wordPos, mask)` for one nonce, as Ferry builds it itself: once it is mined, a
 * signature over that nonce can take nothing any more.
 */
export function cancelCall(
  permit2: Address,
  nonce: bigint,
): { readonly to: Address; readonly data: Hex; readonly value: 0n } {
  return { to: permit2, data: invalidateNonceData(nonce), value: 0n }
}

/** `approve(address,uint256)` as a transaction; spender from the pin, never from the service (API5). */
export function approveCall(
  token: Address,
  spender: Address,
  amountUnits: bigint,
): { readonly to: Address; readonly data: Hex; readonly value: 0n } {
  return { to: token, data: approveData(spender, amountUnits), value: 0n }
}
