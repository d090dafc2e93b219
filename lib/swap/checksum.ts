import { keccak256, stringToBytes } from 'viem'
import { type Address, isAddress } from '../base/hex.ts'

/**
 * Whether an EVM address is spelled so that it may be trusted: all digits in one case (no checksum given), or the mixed
 * case of EIP-55. Not for views: it hashes.
 */
export function hasRightChecksum(address: Address): boolean {
  const digits = address.slice(2)
  const lower = digits.toLowerCase()
  if (digits === lower || digits === digits.toUpperCase()) return true
  const hash = keccak256(stringToBytes(lower)).slice(2)
  return [...lower].every((digit, at) => {
    const isUpper = Number.parseInt(hash.charAt(at), 16) >= 8
    return digits.charAt(at) === (isUpper ? digit.toUpperCase() : digit)
  })
}

/** The lower-case form of an address whose spelling is right; null for anything else. */
export function canonicalAddress(value: unknown): Address | null {
  if (!isAddress(value) || !hasRightChecksum(value)) return null
  return value.toLowerCase() as Address
}
