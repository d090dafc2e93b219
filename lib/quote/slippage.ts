import { compareDecimal } from '../base/decimal.ts'

const leastPercent = '0.01'
const mostPercent = '50'

/** Tells whether a text is a slippage in percent that a user may allow. */
export function isSlippage(text: string): boolean {
  if (!/^\d{1,2}(\.\d{1,4})?$/.test(text)) return false
  return compareDecimal(text, leastPercent) >= 0 && compareDecimal(text, mostPercent) <= 0
}

/** Tells whether a slippage is so high that it deserves a word. */
export function isHighSlippage(percent: string): boolean {
  return compareDecimal(percent, '5') > 0
}

/**
 * Returns what the service suggests, where that is more than the user's own; null where it is not, or is left to the
 * service.
 */
export function suggestedAbove(own: string | null, suggested: string | undefined): string | null {
  if (own === null || suggested === undefined) return null
  return compareDecimal(suggested, own) > 0 ? suggested : null
}
