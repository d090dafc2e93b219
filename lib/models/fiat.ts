import { parseUnits } from '../base/amount.ts'
import { dollarsText, multiplyUnits } from '../base/decimal.ts'

const dollarDecimals = 6
const priceDecimals = 18

/**
 * Returns the units an amount of dollars buys at a price per whole token, rounded down. Null where the price is zero.
 * Throws what `parseUnits` throws for the typed text.
 */
export function unitsFromDollars(dollars: string, decimals: number, priceText: string): bigint | null {
  // The price is rounded up, so that the units never come out above what the dollars are worth.
  const [whole = '0', fraction = ''] = priceText.split('.')
  const kept = fraction.slice(0, priceDecimals).padEnd(priceDecimals, '0')
  const price = BigInt(whole + kept) + (/[1-9]/.test(fraction.slice(priceDecimals)) ? 1n : 0n)
  if (price === 0n) return null
  const paid = parseUnits(dollars, dollarDecimals)
  return (paid * 10n ** BigInt(decimals + priceDecimals - dollarDecimals)) / price
}

/** Returns the worth of units as dollars with two places, rounded down. */
export function dollarsOf(units: bigint | string, decimals: number, priceText: string): string {
  return dollarsText(multiplyUnits(units, decimals, priceText))
}
