/** What a service says of an amount that it refused. */
export interface AmountLimit {
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
