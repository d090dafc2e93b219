import { base32nopad, base58, hex } from '@scure/base'
import {
  type AddressFormat,
  getAddressFormat,
  isAddress,
  isAnyAddress,
  isHash,
  nativeAddress,
} from './hex.ts'

/**
 * Returns the bytes of an address of a known format. It verifies only what needs no hash, which is enough for a view
 * to show "not yet". EIP-55 and Tron's checksum need hashes, and `checkReceiver` verifies those.
 *
 * Solana: the 32 key bytes. Tron: prefix, 20 bytes and 4 of the checksum. Stellar: the 32 key bytes, with a valid
 * checksum. Sui: 32 bytes. EVM: 20 bytes. Null if it is no such address.
 */
export function decodeAddress(form: Exclude<AddressFormat, 'unknown'>, text: string): Uint8Array | null {
  if (form === 'stellar') return decodeStellarAddress(text)
  if (form === 'evm') return isAddress(text) ? hex.decode(text.slice(2)) : null
  // Sui addresses have no checksum. An EVM address sent there would belong to no account, so 20 bytes are refused.
  if (form === 'sui') return isHash(text) ? hex.decode(text.slice(2)) : null
  const bytes = decodeBase58(text)
  if (form === 'solana') return bytes?.length === 32 ? bytes : null
  return bytes?.length === 25 && bytes[0] === 0x41 && text.length === 34 && text.startsWith('T')
    ? bytes
    : null
}

/** For an unknown format Ferry verifies the letters only; the rest is for the chain to verify. */
export function canReceive(form: AddressFormat, text: string): boolean {
  if (form === 'unknown') return isAnyAddress(text)
  return decodeAddress(form, text) !== null
}

interface ChainRecord {
  readonly chainId: number
  /** `nativeAddress` if the record uses one of the names for any chain's native currency. */
  readonly currencyAddress: string
  readonly currencyDecimals: number | null
  readonly isAutoEnabled: boolean
}

/**
 * Returns a chain's address format by its record: the format of its native currency's address, else the one its id
 * suggests. A name that stands for any chain's native currency does not show the format. Such a chain is EVM if its
 * native currency has 18 decimals, or if it has automatic routes, whose requests hold 20-byte addresses.
 */
export function addressFormatOfRecord(record: ChainRecord): AddressFormat {
  const { chainId, currencyAddress, currencyDecimals, isAutoEnabled } = record
  const hinted = getAddressFormat(chainId)
  if (currencyAddress === nativeAddress) {
    const isWei = currencyDecimals === null || currencyDecimals === 18
    return hinted !== 'evm' || isWei || isAutoEnabled ? hinted : 'unknown'
  }
  if (isAddress(currencyAddress)) return hinted
  const known = (['solana', 'tron', 'stellar', 'sui'] as const).find((form) =>
    isNativeCurrencyOf(form, currencyAddress),
  )
  return known ?? (hinted === 'evm' ? 'unknown' : hinted)
}

/** Stellar contracts and Sui types count here, but not as receivers. */
function isNativeCurrencyOf(form: Exclude<AddressFormat, 'evm' | 'unknown'>, text: string): boolean {
  if (form === 'stellar' && /^C[A-Z2-7]{55}$/.test(text)) return true
  if (form === 'sui' && /^0x[0-9a-fA-F]{1,64}::/.test(text)) return true
  return decodeAddress(form, text) !== null
}

function decodeBase58(text: string): Uint8Array | null {
  return /^[1-9A-HJ-NP-Za-km-z]{1,64}$/.test(text) ? base58.decode(text) : null
}

const stellarAccount = 6 << 3

/** The 32 key bytes of a Stellar account address (`G…`, SEP-23). Null if format, version or checksum is wrong. */
function decodeStellarAddress(text: string): Uint8Array | null {
  if (!/^G[A-Z2-7]{55}$/.test(text)) return null
  const bytes = base32nopad.decode(text)
  const sum = (bytes[33] ?? 0) | ((bytes[34] ?? 0) << 8)
  if (bytes[0] !== stellarAccount || crc16(bytes.subarray(0, 33)) !== sum) return null
  return bytes.slice(1, 33)
}

/** CRC-16/XMODEM, which none of the packages has. */
function crc16(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  return crc
}
