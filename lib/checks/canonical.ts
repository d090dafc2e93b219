import { canonicalAddress } from '../base/checksum.ts'
import { type Hex, isHex } from '../base/hex.ts'
import type { Json, JsonObject } from '../base/json.ts'
import { type CheckLine, checkLine } from './check-report.ts'

/**
 * Returns the one meaning of a received unsigned integer: a canonical digit string or a safe JSON number, below 2^bits.
 * Null for anything that two readers could take differently (`01`, `0x10`, `1e18`, `1.0`, ` 1`, numbers past 2^53).
 *
 * @example canonicalUint('100') // 100n; canonicalUint('0100') // null
 */
export function canonicalUint(value: unknown, bits = 256): bigint | null {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
  if (typeof text !== 'string' || !/^(0|[1-9][0-9]{0,77})$/.test(text)) return null
  const units = BigInt(text)
  return units < 1n << BigInt(bits) ? units : null
}

/**
 * Returns the lower-case form of whole bytes, of exactly `size` where that is given; null for anything else.
 *
 * @example canonicalBytes('0xAB', 1) // '0xab'; canonicalBytes('0xAB', 2) // null
 */
export function canonicalBytes(value: unknown, size: number | null = null): Hex | null {
  if (!isHex(value) || (size !== null && value.length !== 2 + 2 * size)) return null
  return value.toLowerCase() as Hex
}

/**
 * Returns the value of one elementary EIP-712 type in the form that is hashed; null where it is not clearly one.
 *
 * @example canonicalValue('uint8', '256') // null: past its bits
 */
export function canonicalValue(type: string, value: unknown): bigint | string | null {
  if (type === 'address') return canonicalAddress(value)
  if (type === 'string') return typeof value === 'string' ? value : null
  if (type === 'bytes') return canonicalBytes(value)
  const [, kind, size] = /^(uint|bytes)([0-9]+)$/.exec(type) ?? []
  if (kind === 'uint') return canonicalUint(value, Number(size))
  return kind === 'bytes' ? canonicalBytes(value, Number(size)) : null
}

/**
 * Tells whether a JSON value is an object with members (not a list, not null).
 *
 * @example isJsonObject([]) // false
 */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Returns an own member of a JSON value; undefined where there is none.
 *
 * @example member({ nonce: '7' }, 'nonce') // '7'; member({}, 'toString') // undefined
 */
export function member(value: Json | undefined, name: string): Json | undefined {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

/**
 * Checks W-17: an object has no member but these; what it lacks is refused by the line that reads it.
 *
 * @example reportOf(unknownKeyLines('permitted', { token, amount, more: 1 }, ['token', 'amount'])) // W-17
 */
export function* unknownKeyLines(
  path: string,
  value: Json | undefined,
  known: readonly string[],
): Generator<CheckLine> {
  const keys = isJsonObject(value) ? Object.keys(value) : []
  const extra = keys.filter((key) => !known.includes(key))
  yield checkLine('W-17', path, extra.length === 0, extra, known.join())
}
