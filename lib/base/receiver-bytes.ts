import { base32nopad, base58, hex } from '@scure/base'
import { isAddress, isAnyAddress, isHash, nativeAddress, type ReceiverForm, receiverForm } from './hex.ts'

/**
 * Returns the bytes of an address of a known form, by its letters alone: enough for a view to say "not yet". EIP-55 and Tron's
 * checksum need hashes and are `checkReceiver`'s. Solana: the 32 key bytes; Tron: prefix, 20 bytes and 4 of the
 * checksum; Stellar: the 32 key bytes, its checksum being right; Sui: 32 bytes; else 20 bytes. Null where it is no such
 * address.
 */
export function receiverBytes(form: Exclude<ReceiverForm, 'unknown'>, text: string): Uint8Array | null {
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

/**
 * Tells whether a text can be an address of a form. Of an unknown form nothing but the letters can be looked at: it is the
 * chain's own to check.
 */
export function canReceive(form: ReceiverForm, text: string): boolean {
  if (form === 'unknown') return isAnyAddress(text)
  return receiverBytes(form, text) !== null
}

/** What a record of the service's list of chains says that tells its kind. */
interface ChainRecord {
  readonly chainId: number
  /** `nativeAddress` where it is one of the names that stand for any chain's coin. */
  readonly currencyAddress: string
  /** Null where they are not said. */
  readonly currencyDecimals: number | null
  readonly isAutoEnabled: boolean
}

/**
 * Returns how addresses of a chain look by its record: as its coin's address does, else as its id hints. A coin under a name
 * that stands for any chain's coin tells nothing by itself: then the chain is Ethereum's kind where it counts its coin in
 * wei, or has automatic routes, whose requests hold addresses of 20 bytes.
 *
 * @example formOfRecord({ chainId: 5, currencyAddress: 'EQAA…', currencyDecimals: 9, isAutoEnabled: false }) // 'unknown'
 */
export function formOfRecord(record: ChainRecord): ReceiverForm {
  const { chainId, currencyAddress, currencyDecimals, isAutoEnabled } = record
  const hinted = receiverForm(chainId)
  if (currencyAddress === nativeAddress) {
    const isWei = currencyDecimals === null || currencyDecimals === 18
    return hinted !== 'evm' || isWei || isAutoEnabled ? hinted : 'unknown'
  }
  if (isAddress(currencyAddress)) return hinted
  const known = (['solana', 'tron', 'stellar', 'sui'] as const).find((form) =>
    isCoinOf(form, currencyAddress),
  )
  return known ?? (hinted === 'evm' ? 'unknown' : hinted)
}

/** Tells whether a coin's address is certainly one of a form; Stellar's contracts and Sui's types are no receivers. */
function isCoinOf(form: Exclude<ReceiverForm, 'evm' | 'unknown'>, text: string): boolean {
  if (form === 'stellar' && /^C[A-Z2-7]{55}$/.test(text)) return true
  if (form === 'sui' && /^0x[0-9a-fA-F]{1,64}::/.test(text)) return true
  return receiverBytes(form, text) !== null
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
