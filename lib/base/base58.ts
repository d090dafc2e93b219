const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** The bytes of a base58 text as in Bitcoin; null for another letter, or for more than 64 letters. */
export function base58Bytes(text: string): Uint8Array | null {
  if (text.length === 0 || text.length > 64) return null
  let value = 0n
  for (const letter of text) {
    const digit = alphabet.indexOf(letter)
    if (digit === -1) return null
    value = value * 58n + BigInt(digit)
  }
  const hex = value === 0n ? '' : value.toString(16)
  const bytes = (hex.length % 2 === 1 ? `0${hex}` : hex).match(/../g) ?? []
  // Each leading `1` is a zero byte that the number does not show.
  const zeros = /^1*/.exec(text)?.[0].length ?? 0
  return Uint8Array.from([...Array<number>(zeros).fill(0), ...bytes.map((one) => Number.parseInt(one, 16))])
}
