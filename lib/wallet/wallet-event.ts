import { isAddress } from '../base/hex.ts'
import type { WalletRef } from './account.ts'
import type { WalletEvent } from './port.ts'

const accountsLimit = 1_000

/** An EIP-1193 event in the port's terms; null for one with a malformed value. */
export function walletEvent(
  wallet: WalletRef,
  name: 'accountsChanged' | 'chainChanged' | 'disconnect',
  value: unknown,
): WalletEvent | null {
  if (name === 'disconnect') return { kind: 'disconnect', wallet }
  if (name === 'accountsChanged') {
    if (!Array.isArray(value) || value.length > accountsLimit || !value.every(isAddress)) return null
    return { kind: 'accounts', wallet, accounts: value.map((address) => address.toLowerCase()) }
  }
  const chainId = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN
  return Number.isSafeInteger(chainId) && chainId > 0 ? { kind: 'chain', wallet, chainId } : null
}
