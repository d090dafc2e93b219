import * as v from 'valibot'
import { isDigitString } from './amount.ts'
import { decimalFromNumber, isDecimalText } from './decimal.ts'
import { type Address, type Hex, isAddress, isHash, isHex, lowerHex } from './hex.ts'

/** Longest calldata that is taken, in hex digits: 256 kB. */
const hexMax = 2 + 2 * 262_144

/** An EVM address of any case, lower-cased; checksums are left alone. */
export const addressShape = v.pipe(
  v.custom<Address>(isAddress, 'address (0x and 40 hex digits)'),
  v.transform(lowerHex),
)

/** 32 bytes, lower-cased. */
export const hashShape = v.pipe(v.custom<Hex>(isHash, 'hash (0x and 64 hex digits)'), v.transform(lowerHex))

/** Whole bytes of any length up to 256 kB, case kept. */
export const hexShape = v.pipe(
  v.custom<Hex>((value) => typeof value === 'string' && value.length <= hexMax && isHex(value), 'hex bytes'),
)

/** Canonical digit string below 2^256; a JSON number is refused, since it may have lost digits. */
export const digitsShape = v.custom<string>(isDigitString, 'digit string below 2^256')

const chainIdForm = 'chain id (positive integer)'

/** An EVM or pseudo chain id. */
export const chainIdShape = v.pipe(
  v.number('chain id'),
  v.integer(chainIdForm),
  v.minValue(1, chainIdForm),
  v.maxValue(Number.MAX_SAFE_INTEGER, chainIdForm),
)

/** Decimal text from a JSON number or from text; for prices and percents, never for amounts. */
export const decimalShape = v.pipe(
  v.union([v.number(), v.string()], 'decimal number'),
  v.transform((value) => (typeof value === 'number' ? decimalFromNumber(value) : value)),
  v.custom<string>((value) => isDecimalText(value), 'decimal number'),
)

/** Unix seconds between 2020 and 2100; milliseconds are refused. */
export const unixSecondsShape = v.pipe(
  v.number('Unix seconds'),
  v.check((n) => Number.isInteger(n) && n >= 1_577_836_800 && n <= 4_102_444_800, 'Unix seconds'),
)

/** A share of a hundred below it, as the user sets one: decimal text with at most four places. */
export const percentShape = v.pipe(v.string(), v.regex(/^(0|[1-9][0-9]?)(\.[0-9]{1,4})?$/))

/**
 * Creates the shape of an object with these entries and any others, and no array: where all entries may be missing, an
 * array would pass.
 */
export function objectShape<const Entries extends v.ObjectEntries>(entries: Entries) {
  const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
  return v.pipe(v.unknown(), v.check(isObject, 'object'), v.object(entries))
}

/** Returns an object with some of its members under other names, and anything else as it is. */
export function renamed(value: unknown, names: { readonly [old: string]: string }): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [Object.hasOwn(names, name) ? names[name] : name, member]),
  )
}

/** Creates the shape of one of these names; all of a type's have to be written down, or it does not compile. */
export function namesShape<Name extends string>(names: { readonly [name in Name]: true }) {
  return v.custom<Name>((value) => typeof value === 'string' && Object.hasOwn(names, value))
}

/** Creates the shape of a text of bounded length, as received. */
export function textShape(maxLength: number, minLength = 0) {
  const length = `text of ${minLength} to ${maxLength} characters`
  return v.pipe(v.string('text'), v.minLength(minLength, length), v.maxLength(maxLength, length))
}

/** Accepts the value, or null where it is null, absent or an empty text. */
export function orNull<Output>(shape: v.GenericSchema<unknown, Output>) {
  const given = v.pipe(
    v.unknown(),
    v.transform((value) => (value === '' ? null : value)),
    v.nullable(shape),
  )
  return v.optional(given, null)
}

/** Returns the value where it fits, else null: for what is only shown. */
export function lenient<Output>(shape: v.GenericSchema<unknown, Output>) {
  return v.optional(v.fallback(v.nullable(shape), null), null)
}
