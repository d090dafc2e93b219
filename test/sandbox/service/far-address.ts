import { createHash } from 'node:crypto'
import { isAddress } from 'viem'

export type AddressForm = 'evm' | 'solana' | 'tron' | 'stellar' | 'ton'

const base58Letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const base32Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const strkeyVersions = { account: 6 << 3, token: 2 << 3 }
const tronPrefix = 0x41

/** A valid address of that format. The same seed gives the same address. */
export function farAddress(form: AddressForm, seed: string, what: 'account' | 'token' = 'account'): string {
  const key = createHash('sha256').update(seed).digest()
  if (form === 'evm') return `0x${key.toString('hex').slice(0, 40)}`
  if (form === 'solana') return base58(key)
  if (form === 'tron') return tronText(key.subarray(0, 20))
  if (form === 'ton') return tonText(key)
  return strkeyText(strkeyVersions[what], key)
}

/** Whether a text is an address of that format, check digits included. */
export function isFarAddress(form: AddressForm, text: string): boolean {
  if (form === 'evm') return isAddress(text, { strict: false })
  if (form === 'stellar') {
    const bytes = base32Bytes(text)
    const version = bytes?.[0] ?? -1
    const known = Object.values(strkeyVersions).includes(version)
    return bytes?.length === 35 && known && strkeyText(version, bytes.subarray(1, 33)) === text
  }
  if (form === 'ton') {
    return (
      /^[A-Za-z0-9_-]{48}$/.test(text) && tonText(Buffer.from(text, 'base64url').subarray(2, 34)) === text
    )
  }
  const bytes = base58Bytes(text)
  if (form === 'solana') return bytes?.length === 32
  return bytes?.length === 25 && tronText(bytes.subarray(1, 21)) === text
}

export function farTransactionId(form: AddressForm, seed: string): string {
  const digest = createHash('sha512').update(seed).digest()
  if (form === 'ton') return digest.subarray(0, 32).toString('base64')
  return form === 'solana' ? base58(digest) : digest.toString('hex').slice(0, 64)
}

function base58(bytes: Uint8Array): string {
  let value = BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
  let text = ''
  for (; value > 0n; value /= 58n) text = base58Letters.charAt(Number(value % 58n)) + text
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return '1'.repeat(zeros === -1 ? bytes.length : zeros) + text
}

function base58Bytes(text: string): Buffer | null {
  if (!/^[1-9A-HJ-NP-Za-km-z]{20,64}$/.test(text)) return null
  let value = 0n
  for (const letter of text) value = value * 58n + BigInt(base58Letters.indexOf(letter))
  const hex = value.toString(16)
  const zeros = /^1*/.exec(text)?.[0].length ?? 0
  return Buffer.concat([
    Buffer.alloc(zeros),
    Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex'),
  ])
}

function tronText(key: Uint8Array): string {
  const body = Buffer.concat([Buffer.of(tronPrefix), key])
  const twice = createHash('sha256').update(createHash('sha256').update(body).digest()).digest()
  return base58(Buffer.concat([body, twice.subarray(0, 4)]))
}

/**
 * TON's user-friendly format: tag of a bounceable account, basechain, key, CRC-16, in base 64 whose bits are
 * all checked.
 */
function tonText(key: Uint8Array): string {
  const body = Buffer.concat([Buffer.of(0x11, 0), key])
  const crc = crc16(body)
  return Buffer.concat([body, Buffer.of(crc >> 8, crc & 0xff)]).toString('base64url')
}

/** CRC-16/XMODEM. */
function crc16(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff
  }
  return crc
}

/** Version, key, CRC-16 (SEP-23), in base 32. */
function strkeyText(version: number, key: Uint8Array): string {
  const body = Buffer.concat([Buffer.of(version), key])
  const crc = crc16(body)
  const bits = [...body, crc & 0xff, crc >> 8].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => base32Letters.charAt(Number.parseInt(five, 2))).join('')
}

function base32Bytes(text: string): Buffer | null {
  if (!/^[A-Z2-7]{56}$/.test(text)) return null
  const bits = [...text].map((letter) => base32Letters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
