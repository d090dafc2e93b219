import type { Address, Hex } from '../../base/hex.ts'

/**
 * Permit2's `invalidateUnorderedNonces(wordPos, mask)` for one nonce, as Ferry builds it itself: once it is mined, a
 * signature over that nonce can take nothing any more.
 */
export function cancelCall(
  permit2: Address,
  nonce: bigint,
): { readonly to: Address; readonly data: Hex; readonly value: 0n } {
  const words = [nonce >> 8n, 1n << (nonce & 0xffn)].map((word) => word.toString(16).padStart(64, '0'))
  return { to: permit2, data: `0x3ff9dcb1${words.join('')}` as Hex, value: 0n }
}
