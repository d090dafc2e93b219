import { compareDecimal, subtractDecimal } from '../base/decimal.ts'
import type { RouteView } from './route-view.ts'

type Compared = Pick<RouteView, 'key' | 'cost' | 'blocked'>

/** How the cost of a route compares with that of the others. */
export interface RouteRank {
  /** Dollars that the route costs more than the best one, which has '0'. */
  readonly moreInUsd: string
  /** The number of routes that were compared. */
  readonly count: number
}

const smallestInUsd = '0.01'

/**
 * Compares routes by their total cost, by route key. Leaves out routes whose cost is incomplete, routes that cannot be
 * executed, and differences below a cent. Empty if there are not two routes to compare.
 */
export function compareRoutes(routes: readonly Compared[]): ReadonlyMap<string, RouteRank> {
  const compared = routes.flatMap(({ key, cost, blocked }) =>
    cost === null || cost.isLowerBound || blocked !== null ? [] : [{ key, inUsd: cost.inUsd }],
  )
  const [first, ...others] = compared
  if (first === undefined || others.length === 0) return new Map()
  const best = others.reduce(
    (least, one) => (compareDecimal(one.inUsd, least.inUsd) < 0 ? one : least),
    first,
  )
  const count = compared.length
  const behind = compared
    .map(({ key, inUsd }) => ({ key, moreInUsd: subtractDecimal(inUsd, best.inUsd) }))
    .filter(({ key, moreInUsd }) => key !== best.key && compareDecimal(moreInUsd, smallestInUsd) >= 0)
  return new Map(
    [{ key: best.key, moreInUsd: '0' }, ...behind].map(({ key, moreInUsd }) => [key, { moreInUsd, count }]),
  )
}
