import { Problem } from './problem.ts'

/** A decimal as `value / 10^scale`. */
interface Scaled {
  readonly value: bigint
  readonly scale: number
}

export const productPlaces = 6

export function isDecimalText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 400 && /^-?[0-9]+(\.[0-9]+)?$/.test(value)
}

/** Returns the value of an amount at a price per whole token: decimal text, rounded down to 6 places. */
export function multiplyUnits(units: bigint | string, decimals: number, priceText: string): string {
  const price = parseScaled(priceText)
  const product = { value: BigInt(units) * price.value, scale: decimals + price.scale }
  return formatScaled({ value: rescale(product, productPlaces), scale: productPlaces })
}

/** Returns the text with exactly `places` decimal places, rounded down. */
export function formatDecimal(decimalText: string, places = 2): string {
  return formatFixed(rescale(parseScaled(decimalText), places), places)
}

export function compareDecimal(a: string, b: string): number {
  const [left, right] = alignScales(a, b)
  return left < right ? -1 : left > right ? 1 : 0
}

export function isNegative(text: string | null): boolean {
  return text !== null && compareDecimal(text, '0') < 0
}

/** Returns null for a zero value: a service that sends zero dollars does not know the price. */
export function knownValue(valueInUsd: string | null): string | null {
  return valueInUsd === null || /^-?[0.]*$/.test(valueInUsd) ? null : valueInUsd
}

/** Returns the exact difference, without trailing zeros. It may be negative. */
export function subtractDecimal(from: string, taken: string): string {
  const [left, right] = alignScales(from, taken)
  const scale = Math.max(parseScaled(from).scale, parseScaled(taken).scale)
  return formatScaled({ value: left - right, scale })
}

export function parseScaled(text: string): Scaled {
  if (!isDecimalText(text)) throw new Problem('internal', { facts: { decimal: String(text).slice(0, 40) } })
  const [whole = '', fraction = ''] = text.split('.')
  return { value: BigInt(whole + fraction), scale: fraction.length }
}

export function alignScales(a: string, b: string): readonly [bigint, bigint] {
  const left = parseScaled(a)
  const right = parseScaled(b)
  const scale = Math.max(left.scale, right.scale)
  return [rescale(left, scale), rescale(right, scale)]
}

export function rescale({ value, scale }: Scaled, wanted: number): bigint {
  if (wanted >= scale) return value * 10n ** BigInt(wanted - scale)
  return floorDivide(value, 10n ** BigInt(scale - wanted))
}

/** BigInt division rounds towards zero, but money rounds down. */
export function floorDivide(value: bigint, divisor: bigint): bigint {
  const quotient = value / divisor
  return value < 0n && quotient * divisor !== value ? quotient - 1n : quotient
}

export function formatFixed(value: bigint, places: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(places + 1, '0')
  const cut = digits.length - places
  const fraction = places === 0 ? '' : `.${digits.slice(cut)}`
  return `${value < 0n ? '-' : ''}${digits.slice(0, cut)}${fraction}`
}

export function formatScaled({ value, scale }: Scaled): string {
  if (scale <= 0) return (value * 10n ** BigInt(-scale)).toString()
  return formatFixed(value, scale).replace(/\.?0+$/, '')
}

/** Amounts are below 2^256, as in contracts. */
export const unitsLimit = 1n << 256n

/** True for a canonical digit string: no sign, no leading zero, below 2^256. */
export function isDigitString(value: unknown): value is string {
  return typeof value === 'string' && /^(0|[1-9][0-9]{0,77})$/.test(value) && BigInt(value) < unitsLimit
}

/** Parses a digit string. Throws `amountInvalid` for anything else. */
export function parseDigitString(digitString: string): bigint {
  if (!isDigitString(digitString)) throw createNotNumber(digitString)
  return BigInt(digitString)
}

/** Returns the exact amount as text: a dot, no grouping, no trailing zeros. */
export function formatUnits(units: bigint | string, decimals: number): string {
  const [whole, fraction] = splitUnits(units, decimals)
  const kept = fraction.replace(/0+$/, '')
  return kept === '' ? whole : `${whole}.${kept}`
}

export function splitUnits(units: bigint | string, decimals: number): readonly [string, string] {
  const value = typeof units === 'string' ? parseDigitString(units) : units
  if (value < 0n) throw createNotNumber(String(value))
  const digits = value.toString().padStart(decimals + 1, '0')
  const cut = digits.length - decimals
  return [digits.slice(0, cut), digits.slice(cut)]
}

function createNotNumber(text: string): Problem {
  return new Problem('amountInvalid', { facts: { text: text.slice(0, 80) } })
}

/** The highest fee in basis points that services accept. The deployment file allows no higher one. */
export const maxFeeBps = '500'

export const feeBpsPattern = /^[0-9]{1,4}(\.[0-9]{1,18})?$/
