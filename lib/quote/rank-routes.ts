import { compareDecimal } from '../base/decimal.ts'

/** By what arrives net of gas and fees, or by time (R1). */
export type RouteSort = 'output' | 'time'

/** What routes are compared by; the views' form of a route has it too. */
export interface Ranked {
  /** Smallest unit of the output token; null where nothing is promised. */
  readonly promisedAmount: string | null
  /** Dollars of what arrives less gas and native fee; null where a price is missing. */
  readonly netValueInUsd: string | null
  readonly estimatedSeconds: number | null
  /** Why it cannot be executed now; such a route stands below those that can. */
  readonly blocked: object | null
}

/** Returns the routes best first. Ties keep the order they came in; what is not known stands below what is. */
export function rankRoutes<R extends Ranked>(routes: readonly R[], sort: RouteSort): readonly R[] {
  // Dollars compare only where every route that promises something has them.
  const byValue = routes.every((one) => one.promisedAmount === null || one.netValueInUsd !== null)
  const bySize = (a: R, b: R) => (byValue ? byNetValue(a, b) : byPromise(a, b))
  const compare = sort === 'output' ? bySize : (a: R, b: R): number => byTime(a, b) || bySize(a, b)
  return routes.toSorted((a, b) => isBlocked(a) - isBlocked(b) || compare(a, b))
}

function isBlocked({ blocked }: Ranked): number {
  return blocked === null ? 0 : 1
}

function byNetValue(a: Ranked, b: Ranked): number {
  if (a.netValueInUsd === null || b.netValueInUsd === null)
    return unknownLast(a.netValueInUsd, b.netValueInUsd)
  return compareDecimal(b.netValueInUsd, a.netValueInUsd)
}

function byPromise(a: Ranked, b: Ranked): number {
  if (a.promisedAmount === null || b.promisedAmount === null)
    return unknownLast(a.promisedAmount, b.promisedAmount)
  const [left, right] = [BigInt(a.promisedAmount), BigInt(b.promisedAmount)]
  return left === right ? 0 : left > right ? -1 : 1
}

function byTime(a: Ranked, b: Ranked): number {
  if (a.estimatedSeconds === null || b.estimatedSeconds === null)
    return unknownLast(a.estimatedSeconds, b.estimatedSeconds)
  return a.estimatedSeconds - b.estimatedSeconds
}

function unknownLast(a: unknown, b: unknown): number {
  return (a === null ? 1 : 0) - (b === null ? 1 : 0)
}
