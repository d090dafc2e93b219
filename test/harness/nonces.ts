import type { Address, Hex } from '../../lib/base/hex.ts'
import type { NonceEnd } from '../../lib/chain/chain-views.ts'
import { chainById } from './chains.ts'
import type { Entry } from './contracts.ts'
import type { Ledger } from './ledger.ts'

/** Applies a mined `invalidateUnorderedNonces` of one Permit2 nonce. Ignores any other call. */
export function applyNonceCancellation(ledger: Ledger, { chainId, from, to, data }: Entry, hash: Hex): void {
  if (to !== chainById(chainId).permit2 || !data.startsWith('0x3ff9dcb1')) return
  const mask = BigInt(`0x${data.slice(74)}`)
  const nonce = BigInt(`0x${data.slice(10, 74)}`) * 256n + BigInt(mask.toString(2).length - 1)
  ledger.invalidate(chainId, from, nonce, hash)
}

export function nonceEndOf(ledger: Ledger, chainId: number, owner: Address, nonce: bigint): NonceEnd {
  const hash = ledger.invalidatedBy(chainId, owner, nonce)
  if (hash !== null) return { end: 'cancelled', hash, confirmations: 2 }
  const end = ledger.nonceUsed(chainId, owner, nonce) ? 'taken' : 'unused'
  return { end, hash, confirmations: 0 }
}
