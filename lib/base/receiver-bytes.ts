import { base32nopad, base58, hex } from '@scure/base'
import { isAddress, isHash, receiverForm } from './hex.ts'

/**
 * Returns the bytes of an address of a chain, by its form alone: enough for a view to say "not yet". EIP-55 and Tron's
 * checksum need hashes and are `checkReceiver`'s. Solana: the 32 key bytes; Tron: prefix, 20 bytes and 4 of the
 * checksum; Stellar: the 32 key bytes, its checksum being right; Sui: 32 bytes; else 20 bytes. Null where it is no such
 * address.
 */
export function receiverBytes(chainId: number, text: string): Uint8Array | null {
  const form = receiverForm(chainId)
  if (form === 'stellar') return stellarBytes(text)
  if (form === 'evm') return isAddress(text) ? hex.decode(text.slice(2)) : null
  // Sui's have no checksum, and one of Ethereum's there would be nobody's.
  if (form === 'sui') return isHash(text) ? hex.decode(text.slice(2)) : null
  const bytes = base58Bytes(text)
  if (form === 'solana') return bytes?.length === 32 ? bytes : null
  return bytes?.length === 25 && bytes[0] === 0x41 && text.length === 34 && text.startsWith('T')
    ? bytes
    : null
}

/** The bytes of a base58 text as in Bitcoin; null for another letter, or for more letters than an address has. */
function base58Bytes(text: string): Uint8Array | null {
  return /^[1-9A-HJ-NP-Za-km-z]{1,64}$/.test(text) ? base58.decode(text) : null
}

const stellarAccount = 6 << 3

/** The 32 key bytes of a Stellar account address (`G…`, SEP-23); null where form, version or checksum is wrong. */
function stellarBytes(text: string): Uint8Array | null {
  if (!/^G[A-Z2-7]{55}$/.test(text)) return null
  const bytes = base32nopad.decode(text)
  const sum = (bytes[33] ?? 0) | ((bytes[34] ?? 0) << 8)
  if (bytes[0] !== stellarAccount || crc16(bytes.subarray(0, 33)) !== sum) return null
  return bytes.slice(1, 33)
}

/** CRC-16/XMODEM, which no package here has. */
function crc16(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  return crc
}
