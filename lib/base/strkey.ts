const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const accountVersion = 6 << 3

/** The 32 key bytes of a Stellar account address (`G…`, SEP-23); null where form, version or checksum is wrong. */
export function strkeyBytes(text: string): Uint8Array | null {
  if (!/^G[A-Z2-7]{55}$/.test(text)) return null
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = Uint8Array.from(bits.match(/.{8}/g) ?? [], (one) => Number.parseInt(one, 2))
  const sum = (bytes[33] ?? 0) | ((bytes[34] ?? 0) << 8)
  if (bytes[0] !== accountVersion || crc16(bytes.subarray(0, 33)) !== sum) return null
  return bytes.slice(1, 33)
}

/** CRC-16/XMODEM. */
function crc16(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  return crc
}
