import { invalidateNonceData } from '../../base/contract-calls.ts'
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
