import { compareDecimal, lossPercent, percentOfUnits } from '../base/decimal.ts'

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

/** What a user allows who has set nothing, in percent. */
export const defaultSlippagePercent = '1'

interface ImpliedSlippage {
  /** From what is promised down to the least, two places, rounded up. */
  readonly percent: string
  /** What the user allows. */
  readonly limit: string
}

/**
 * Returns how far below its promise a deal may end, where that is further than the user allows; null where it is not,
 * or where nothing is promised. It is reckoned from the amounts alone: what the service calls its slippage binds
 * nobody.
 */
export function slippageAbove(
  promisedAmount: string,
  minAmountOut: string,
  allowedPercent: string | null,
): ImpliedSlippage | null {
  const limit = allowedPercent ?? defaultSlippagePercent
  const promised = BigInt(promisedAmount)
  const percent = lossPercent(promisedAmount, minAmountOut)
  // One unit for a service that rounds the other way.
  const floor = promised - percentOfUnits(promised, limit) - 1n
  return percent === null || BigInt(minAmountOut) >= floor ? null : { percent, limit }
}

/** What a service says of an amount that it refused. */
interface AmountLimit {
  readonly kind: 'tooSmall' | 'tooLarge'
  /** Its limit in its own figure, with the unit it named; null where it names none, or none that can be told. */
  readonly limit: string | null
}

const small = /\b(too (small|low)|below|less than|at least|min(imum)?)\b/i
const large = /\b(too (large|high|big)|above|more than|exceeds?|exceeding|at most|max(imum)?)\b/i
const figure = /(?:\$\s?)?\d[\d,]*(?:\.\d+)?\s?([A-Za-z][A-Za-z0-9.]{0,11})?/g

/**
 * Reads a refusal that is about the amount; null for any other. A figure is a limit only where it is the only one of its unit,
 * dollars or the token that is given: a bare number may be whole tokens, or the smallest units, or anything.
 */
export function amountLimitIn(message: string, symbol: string): AmountLimit | null {
  if (!/amount/i.test(message)) return null
  const kinds = [small.test(message) ? 'tooSmall' : null, large.test(message) ? 'tooLarge' : null] as const
  const [kind, other] = kinds.filter((one) => one !== null)
  if (kind === undefined || other !== undefined) return null
  const named = [...message.matchAll(figure)].flatMap(([text, unit = '']) => {
    const isDollars = text.startsWith('$') || unit.toUpperCase() === 'USD'
    const [number = ''] = /\d[\d,]*(?:\.\d+)?/.exec(text) ?? []
    if (isDollars) return [`$${number}`]
    return unit !== '' && unit.toLowerCase() === symbol.toLowerCase() ? [`${number} ${symbol}`] : []
  })
  return { kind, limit: named.length === 1 ? (named[0] ?? null) : null }
}
