import { base58Bytes } from './base58.ts'
import { isAddress, isHash } from './hex.ts'
import { receiverForm } from './receiver-form.ts'
import { strkeyBytes } from './strkey.ts'

/**
 * The bytes of an address of a chain, by its form alone: enough for a view to say "not yet". EIP-55 and Tron's checksum
 * need hashes and are `checkReceiver`'s. Solana: the 32 key bytes; Tron: prefix, 20 bytes and 4 of the checksum; Stellar:
 * the 32 key bytes, its checksum being right; Sui: 32 bytes; else 20 bytes. Null where it is no such address.
 */
export function receiverBytes(chainId: number, text: string): Uint8Array | null {
  const form = receiverForm(chainId)
  if (form === 'stellar') return strkeyBytes(text)
  if (form === 'evm') return isAddress(text) ? hexBytes(text) : null
  // Sui's have no checksum, and one of Ethereum's there would be nobody's.
  if (form === 'sui') return isHash(text) ? hexBytes(text) : null
  const bytes = base58Bytes(text)
  if (form === 'solana') return bytes?.length === 32 ? bytes : null
  return bytes?.length === 25 && bytes[0] === 0x41 && text.length === 34 && text.startsWith('T')
    ? bytes
    : null
}

function hexBytes(text: string): Uint8Array {
  return Uint8Array.from(text.slice(2).match(/../g) ?? [], (one) => Number.parseInt(one, 16))
}
