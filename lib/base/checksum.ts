import { getAddress } from 'viem'
import { type Address, isAddress } from './hex.ts'

/**
 * Tells whether an EVM address is spelled so that it may be trusted: all digits in one case (no checksum given), or the
 * mixed case of EIP-55. Not for views: it hashes.
 */
export function hasRightChecksum(address: Address): boolean {
  const digits = address.slice(2)
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return true
  return address === checksummed(address)
}

/** Returns an EVM address as EIP-55 spells it. */
export function checksummed(address: Address): Address {
  return getAddress(address.toLowerCase())
}

/** Returns the lower-case form of an address whose spelling is right; null for anything else. */
export function canonicalAddress(value: unknown): Address | null {
  if (!isAddress(value) || !hasRightChecksum(value)) return null
  return value.toLowerCase() as Address
}
