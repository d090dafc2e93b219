import { unitsLimit } from './decimal.ts'
import { removeInvisibleCharacters } from './invisible-characters.ts'
import { Problem } from './problem.ts'

/** The longest text that is read. 2^256 with 77 decimals and every separator is far shorter. */
const textMax = 200

/** Without invisible characters. Otherwise the field would display something else than Ferry reads. */
export function toDisplayedText(text: string): string {
  return removeInvisibleCharacters(text.replace(/[\t\r\n]+/g, ' '))
}

export function readDollarAmount(text: string): string | null {
  const shown = toDisplayedText(text).trim()
  return shown.startsWith('$') ? shown.slice(1).trimStart() : null
}

/**
 * Returns a typed or pasted amount in smallest units. Zero is allowed. It never rounds.
 *
 * A dot alone is the decimal sign, a comma too. But `1,234` is ambiguous and refused. If both occur, or spaces or
 * apostrophes group the digits, the last sign is the decimal one. Throws `amountInvalid`, also where a digit other than
 * zero would be lost, and for 2^256 and above.
 */
export function parseAmount(text: string, decimals: number): bigint {
  const [whole, fraction] = splitDecimal(text) ?? []
  const kept = fraction?.replace(/0+$/, '')
  const units =
    kept === undefined || kept.length > decimals ? unitsLimit : BigInt(whole + kept.padEnd(decimals, '0'))
  if (units < unitsLimit) return units
  throw new Problem('amountInvalid', { facts: { text: text.slice(0, 80), decimals: String(decimals) } })
}

/** Without needless zeros: `,5` is `0.5`. Null if it is no number, or ambiguous. */
export function parseDecimal(text: string): string | null {
  const [whole, fraction] = splitDecimal(text) ?? []
  if (whole === undefined || fraction === undefined) return null
  const digits = whole.replace(/^0+(?=\d)/, '')
  const kept = fraction.replace(/0+$/, '')
  return kept === '' ? digits : `${digits}.${kept}`
}

function splitDecimal(text: string): readonly [string, string] | null {
  const trimmed = text.trim()
  if (trimmed.length > textMax || /[\t\r\n]/.test(trimmed)) return null
  const shown = removeInvisibleCharacters(trimmed).trim()
  const decimalAt = findDecimalSign(shown)
  if (decimalAt === 'ambiguous') return null
  const whole = decimalAt === -1 ? shown : shown.slice(0, decimalAt)
  const fraction = decimalAt === -1 ? '' : shown.slice(decimalAt + 1)
  const digits = removeGrouping(whole)
  if (digits === null || !/^[0-9]*$/.test(fraction) || digits + fraction === '') return null
  return [digits === '' ? '0' : digits, fraction]
}

function findDecimalSign(text: string): number | 'ambiguous' {
  const dots = text.split('.').length - 1
  const commas = text.split(',').length - 1
  if (dots > 0 && commas > 0) return Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  if (dots === 1) return text.indexOf('.')
  if (commas !== 1) return -1
  return /^[1-9][0-9]{0,2},[0-9]{3}$/.test(text) ? 'ambiguous' : text.indexOf(',')
}

function removeGrouping(whole: string): string | null {
  if (/^[0-9]*$/.test(whole)) return whole
  const sign = /[^0-9]/.exec(whole)?.[0] ?? ''
  if (!/^[.,'’\u0020\u00a0\u2009\u202f]$/.test(sign)) return null
  const [first = '', ...groups] = whole.split(sign)
  const isGrouped = /^[0-9]{1,3}$/.test(first) && groups.every((group) => /^[0-9]{3}$/.test(group))
  return isGrouped ? first + groups.join('') : null
}
