import { compareDecimal, multiplyUnits, subtractDecimal } from '../base/decimal.ts'
import { lossPercent, percentOfUnits } from '../base/decimal-math.ts'
import { withSymbol } from '../base/isolate.ts'
import type { Route, RouteOutput } from '../service/route.ts'

/** What the person does for a route: a signature, a transaction, or a transfer to a deposit address. */
export function userActionOf(route: Route): 'sign' | 'send' | 'deposit' {
  if (route.kind === 'deposit') return 'deposit'
  return route.kind === 'auto' && route.userOp === 'sign' ? 'sign' : 'send'
}

/**
 * Says whether Ferry can read all effects of a route before it is executed. Only the user may choose a route that fails
 * this.
 */
export function isProvable({ kind }: Route): boolean {
  return kind === 'auto'
}

/** By the value that arrives after gas and fees, weighed with the time; or by time alone. */
export type RouteSort = 'output' | 'time'

export interface RankedRoute {
  /** Smallest unit of the output token; null if nothing is promised. */
  readonly promisedAmount: string | null
  /** Dollars of the output less gas and native fee; null if a price is missing. */
  readonly netValueInUsd: string | null
  readonly estimatedSeconds: number | null
  /** The reason why the route cannot be executed now. Such routes are sorted last. */
  readonly blocked: object | null
  readonly kind: Route['kind']
  /** The service's tags. A manual route with the tag `SUGGESTED` is sorted first. */
  readonly routeTags: readonly string[]
}

/**
 * Dollars that a second of waiting costs in the ranking. At one cent a minute, a route of 20 seconds beats one of 19
 * minutes that brings ten cents more.
 */
const dollarsPerSecond = '0.00016667'

/** Returns the routes best first. Ties keep their order. Unknown figures are sorted last. */
export function rankRoutes<R extends RankedRoute>(routes: readonly R[], sort: RouteSort): readonly R[] {
  // Dollars are comparable only if every route with a promise has them.
  const byValue = routes.every((one) => one.promisedAmount === null || one.netValueInUsd !== null)
  // Time is weighed only if every route names it. Otherwise a missing time would count as the shortest.
  const isTimed = routes.every((one) => one.promisedAmount === null || one.estimatedSeconds !== null)
  const byDollars = isTimed ? byNetValueAndTime : byNetValue
  const bySize = (a: R, b: R) => (byValue ? byDollars(a, b) : byPromise(a, b))
  const compare = sort === 'output' ? bySize : (a: R, b: R): number => byTime(a, b) || bySize(a, b)
  return routes.toSorted(
    (a, b) => isBlocked(a) - isBlocked(b) || isNotSuggested(a) - isNotSuggested(b) || compare(a, b),
  )
}

function isNotSuggested({ kind, routeTags }: RankedRoute): number {
  return kind === 'manual' && routeTags.includes('SUGGESTED') ? 0 : 1
}

function isBlocked({ blocked }: RankedRoute): number {
  return blocked === null ? 0 : 1
}

function byNetValue(a: RankedRoute, b: RankedRoute): number {
  return unknownLast(a.netValueInUsd, b.netValueInUsd, (one, other) => compareDecimal(other, one))
}

function byNetValueAndTime(a: RankedRoute, b: RankedRoute): number {
  return byNetValue(subtractWaitingCost(a), subtractWaitingCost(b)) || byNetValue(a, b)
}

function subtractWaitingCost(route: RankedRoute): RankedRoute {
  const { netValueInUsd, estimatedSeconds } = route
  if (netValueInUsd === null || estimatedSeconds === null) return route
  const waiting = multiplyUnits(BigInt(Math.ceil(estimatedSeconds)), 0, dollarsPerSecond)
  return { ...route, netValueInUsd: subtractDecimal(netValueInUsd, waiting) }
}

function byPromise(a: RankedRoute, b: RankedRoute): number {
  return unknownLast(a.promisedAmount, b.promisedAmount, (one, other) => compareDecimal(other, one))
}

function byTime(a: RankedRoute, b: RankedRoute): number {
  return unknownLast(a.estimatedSeconds, b.estimatedSeconds, (one, other) => one - other)
}

function unknownLast<T>(a: T | null, b: T | null, compare: (a: T, b: T) => number): number {
  return a === null || b === null ? (a === null ? 1 : 0) - (b === null ? 1 : 0) : compare(a, b)
}

const minSlippagePercent = '0.01'
const maxSlippagePercent = '50'

/** Says whether a text is a slippage in percent that the user may set: 0.01 to 50. */
export function isSlippage(text: string): boolean {
  if (!/^\d{1,2}(\.\d{1,4})?$/.test(text)) return false
  return compareDecimal(text, minSlippagePercent) >= 0 && compareDecimal(text, maxSlippagePercent) <= 0
}

export function isHighSlippage(percent: string): boolean {
  return compareDecimal(percent, '5') > 0
}

/** Null if it is not higher than the user's own, or if the user leaves it to the service. */
export function higherSuggestion(own: string | null, suggested: string | null): string | null {
  if (own === null || suggested === null) return null
  return compareDecimal(suggested, own) > 0 ? suggested : null
}

/** Slippage in percent for users who set none. */
const defaultSlippagePercent = '1'

/**
 * Returns the slippage between promise and minimum if it exceeds the user's limit; null otherwise, or if nothing is
 * promised. Both are percent; `percent` has two places and is rounded up. Computed from the amounts alone: the slippage
 * that the service states has no effect on the swap.
 */
export function findExcessSlippage(
  promisedAmount: string,
  minAmountOut: string,
  allowedPercent: string | null,
) {
  const limit = allowedPercent ?? defaultSlippagePercent
  const promised = BigInt(promisedAmount)
  const percent = lossPercent(promisedAmount, minAmountOut)
  // One unit of tolerance, for a service that rounds the other way.
  const floor = promised - percentOfUnits(promised, limit) - 1n
  return percent === null || BigInt(minAmountOut) >= floor ? null : { percent, limit }
}

type Named = Pick<AmountLimit, 'limit' | 'tokens'>

interface AmountLimit {
  readonly kind: 'tooSmall' | 'tooLarge'
  /** The service's limit with its unit; null if it names none, or an ambiguous one. */
  readonly limit: string | null
  /** The limit in whole tokens, decimal text; null if it is in dollars or can be read in two ways. */
  readonly tokens: string | null
}

const tooSmallPattern = /\b(too (small|low)|below|less than|at least|min(imum)?)\b/i
const tooLargePattern = /\b(too (large|high|big)|above|more than|exceeds?|exceeding|at most|max(imum)?)\b/i
const figurePattern = /(?:\$\s?)?\d[\d,]*(?:\.\d+)?\s?([A-Za-z][A-Za-z0-9.]{0,11})?/g

/**
 * Reads the amount limit from a refusal; null if the refusal is about something else. A figure counts as the limit only
 * if it is the only one with a known unit: dollars or the given token. A bare number could be whole tokens or smallest
 * units.
 */
export function readAmountLimit(message: string, symbol: string): AmountLimit | null {
  if (!/amount/i.test(message)) return null
  const kinds = [
    tooSmallPattern.test(message) ? 'tooSmall' : null,
    tooLargePattern.test(message) ? 'tooLarge' : null,
  ] as const
  const [kind, other] = kinds.filter((one) => one !== null)
  if (kind === undefined || other !== undefined) return null
  const named = [...message.matchAll(figurePattern)].flatMap(([text, unit = '']): Named[] => {
    const isDollars = text.startsWith('$') || unit.toUpperCase() === 'USD'
    const [number = ''] = /\d[\d,]*(?:\.\d+)?/.exec(text) ?? []
    if (isDollars) return [{ limit: `$${number}`, tokens: null }]
    const isToken = unit !== '' && unit.toLowerCase() === symbol.toLowerCase()
    // A comma without a later point may be a decimal comma.
    const isClear = !number.includes(',') || number.includes('.')
    return isToken
      ? [{ limit: withSymbol(number, symbol), tokens: isClear ? number.replaceAll(',', '') : null }]
      : []
  })
  const [only] = named
  return { kind, ...(only === undefined || named.length > 1 ? { limit: null, tokens: null } : only) }
}

/** Says whether the amounts of an output are consistent: positive, and not below its own minimum. */
export function isConsistentOutput({
  amount,
  effectiveAmount,
  minAmountOut,
}: Pick<RouteOutput, 'amount' | 'effectiveAmount' | 'minAmountOut'>): boolean {
  const least = BigInt(minAmountOut)
  const promised = [BigInt(amount), BigInt(effectiveAmount ?? amount)]
  return promised.every((units) => units > 0n && units >= least)
}
