import {
  alignScales,
  compareDecimal,
  floorDivide,
  formatFixed,
  formatScaled,
  formatUnits,
  parseScaled,
  productPlaces,
  rescale,
  splitUnits,
} from './decimal.ts'

/** Returns the shortest plain text of a JSON number, without an exponent. Null for NaN and infinities. */
export function decimalFromNumber(n: number): string | null {
  if (!Number.isFinite(n)) return null
  const [mantissa = '', exponentText] = String(n).split('e')
  if (exponentText === undefined) return mantissa
  const { value, scale } = parseScaled(mantissa)
  return formatScaled({ value, scale: scale - Number(exponentText) })
}

export function isDollarText(text: string): boolean {
  return /^\d{1,18}(\.\d{1,60})?$/.test(text)
}

/** Returns the exact value of an amount at a price per whole token. */
export function valueOfUnits(units: bigint | string, decimals: number, priceText: string): string {
  const price = parseScaled(priceText)
  return formatScaled({ value: BigInt(units) * price.value, scale: decimals + price.scale })
}

/** Returns the value of a part, given the value of the whole: decimal text, rounded up to 6 places. */
export function valueOfPart(wholeInUsd: string, part: string, whole: string): string {
  const [share, all] = alignScales(part, whole)
  const worth = parseScaled(wholeInUsd)
  const product = worth.value * share * 10n ** BigInt(productPlaces)
  const value = -floorDivide(-product, all * 10n ** BigInt(worth.scale))
  return formatScaled({ value, scale: productPlaces })
}

export function minDecimal(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other
  return compareDecimal(one, other) <= 0 ? one : other
}

export function maxDecimal(one: string, other: string): string {
  return compareDecimal(one, other) >= 0 ? one : other
}

/** Returns the exact sum, without trailing zeros. */
export function addDecimals(...texts: readonly string[]): string {
  const all = texts.map(parseScaled)
  const scale = Math.max(0, ...all.map((one) => one.scale))
  return formatScaled({ value: all.reduce((sum, one) => sum + rescale(one, scale), 0n), scale })
}

/**
 * Returns the loss of value in percent with two places; negative is a gain. It is rounded up, so that it never
 * understates a loss. Null if a price is missing or the value given is zero.
 */
export function lossPercent(inUsd: string | null, outUsd: string | null): string | null {
  if (inUsd === null || outUsd === null) return null
  const [given, got] = alignScales(inUsd, outUsd)
  if (given <= 0n) return null
  return formatFixed(-floorDivide(-(given - got) * 10_000n, given), 2)
}

/** Returns this percentage of the units, rounded down. `percentText` is decimal text: `0.5` means 0.5 %. */
export function percentOfUnits(units: bigint | string, percentText: string): bigint {
  const percent = parseScaled(percentText)
  return floorDivide(BigInt(units) * percent.value, 100n * 10n ** BigInt(percent.scale))
}

export function maxUnits(first: bigint, ...others: readonly bigint[]): bigint {
  let most = first
  for (const one of others) if (one > most) most = one
  return most
}

export function minUnits(first: bigint, ...others: readonly bigint[]): bigint {
  let least = first
  for (const one of others) if (one < least) least = one
  return least
}

/**
 * Returns the amount shortened for display: all digits of the integer part, then as many of the fraction as fit into
 * `significant` digits. It is rounded down, so never above the true value. Zeros right after the dot do not count.
 */
export function displayUnits(units: bigint | string, decimals: number, significant = 6): string {
  const step = displayStep(units, decimals, significant)
  return formatUnits((BigInt(units) / step) * step, decimals)
}

/** Like `displayUnits`, but rounded up: for fees, so never below the true value. */
export function displayUnitsRoundedUp(units: bigint | string, decimals: number, significant = 6): string {
  const step = displayStep(units, decimals, significant)
  return formatUnits(-floorDivide(-BigInt(units), step) * step, decimals)
}

/** The smallest unit of the last displayed digit. */
function displayStep(units: bigint | string, decimals: number, significant: number): bigint {
  const [whole, fraction] = splitUnits(units, decimals)
  const zeros = whole === '0' ? (/^0*/.exec(fraction)?.[0].length ?? 0) : 0
  const room = whole === '0' ? significant : Math.max(0, significant - whole.length)
  return 10n ** BigInt(Math.max(0, decimals - zeros - room))
}
