import { Problem } from './problem.ts'

const limitUnits = 1n << 256n

/** Longest text that is looked at; 2^256 with 36 decimals and every separator is far shorter. */
const textMax = 200

/** Tells whether a value is a canonical digit string: no sign, no leading zero, below 2^256. */
export function isDigitString(value: unknown): value is string {
  return typeof value === 'string' && /^(0|[1-9][0-9]{0,77})$/.test(value) && BigInt(value) < limitUnits
}

/** Returns the units a digit string stands for. Throws `amountNotNumber` for anything else. */
export function unitsOf(digitString: string): bigint {
  if (!isDigitString(digitString)) throw notNumber(digitString)
  return BigInt(digitString)
}

/**
 * Returns the smallest units a typed or pasted amount stands for; zero is allowed. Never rounds.
 *
 * A dot alone is the decimal sign, a comma too, except that `1,234` could be either and is refused. With both, or with
 * spaces or apostrophes as grouping, the last sign is the decimal one. Throws `amountNotNumber`,
 * `amountTooManyDecimals` (a digit other than zero would be lost) or `amountTooLarge` (2^256 and above).
 */
export function parseUnits(text: string, decimals: number): bigint {
  const [whole, fraction] = plainParts(text)
  const kept = fraction.replace(/0+$/, '')
  if (kept.length > decimals) {
    throw new Problem('amountTooManyDecimals', { facts: { text: short(text), decimals: String(decimals) } })
  }
  const units = BigInt(whole + kept.padEnd(decimals, '0'))
  if (units >= limitUnits) throw new Problem('amountTooLarge', { facts: { text: short(text) } })
  return units
}

/** Returns the exact amount as text: a dot, no grouping, no zeros at the end. */
export function formatUnits(units: bigint | string, decimals: number): string {
  const [whole, fraction] = splitUnits(units, decimals)
  const kept = fraction.replace(/0+$/, '')
  return kept === '' ? whole : `${whole}.${kept}`
}

/**
 * Returns the amount shortened for people: at most this many significant digits after the integer part is spelled out,
 * rounded down, so never above the true value. Zeros right after the dot do not count.
 */
export function displayUnits(units: bigint | string, decimals: number, significant = 6): string {
  const [whole, fraction] = splitUnits(units, decimals)
  const zeros = whole === '0' ? (/^0*/.exec(fraction)?.[0].length ?? 0) : 0
  const room = whole === '0' ? significant : Math.max(0, significant - whole.length)
  const kept = fraction.slice(0, zeros + room).replace(/0+$/, '')
  return kept === '' ? whole : `${whole}.${kept}`
}

function splitUnits(units: bigint | string, decimals: number): readonly [string, string] {
  const value = typeof units === 'string' ? unitsOf(units) : units
  if (value < 0n) throw notNumber(String(value))
  const digits = value.toString().padStart(decimals + 1, '0')
  const cut = digits.length - decimals
  return [digits.slice(0, cut), digits.slice(cut)]
}

/** Whole and fraction digits; either may be empty in the text, not both. */
function plainParts(text: string): readonly [string, string] {
  const trimmed = text.trim()
  if (trimmed.length > textMax) throw notNumber(text)
  const decimalAt = decimalPlace(trimmed)
  if (decimalAt === 'ambiguous') throw notNumber(text)
  const whole = decimalAt === -1 ? trimmed : trimmed.slice(0, decimalAt)
  const fraction = decimalAt === -1 ? '' : trimmed.slice(decimalAt + 1)
  const digits = ungrouped(whole)
  if (digits === null || !/^[0-9]*$/.test(fraction) || digits + fraction === '') throw notNumber(text)
  return [digits === '' ? '0' : digits, fraction]
}

/** Where the decimal sign is; -1 where there is none. */
function decimalPlace(text: string): number | 'ambiguous' {
  const dots = text.split('.').length - 1
  const commas = text.split(',').length - 1
  if (dots > 0 && commas > 0) return Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  if (dots === 1) return text.indexOf('.')
  if (commas !== 1) return -1
  return /^[1-9][0-9]{0,2},[0-9]{3}$/.test(text) ? 'ambiguous' : text.indexOf(',')
}

/** The digits of an integer part that is plain or grouped in threes by one kind of sign; else null. */
function ungrouped(whole: string): string | null {
  if (/^[0-9]*$/.test(whole)) return whole
  const sign = /[^0-9]/.exec(whole)?.[0] ?? ''
  if (!/^[.,'’\u0020\u00a0\u2009\u202f]$/.test(sign)) return null
  const [first = '', ...groups] = whole.split(sign)
  const isGrouped = /^[0-9]{1,3}$/.test(first) && groups.every((group) => /^[0-9]{3}$/.test(group))
  return isGrouped ? first + groups.join('') : null
}

function notNumber(text: string): Problem {
  return new Problem('amountNotNumber', { facts: { text: short(text) } })
}

function short(text: string): string {
  return text.slice(0, 80)
}
