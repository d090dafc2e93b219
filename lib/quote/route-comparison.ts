import { compareDecimal, subtractDecimal } from '../base/decimal.ts'
import type { RouteView } from './route-view.ts'

type Compared = Pick<RouteView, 'key' | 'netValueInUsd' | 'cost' | 'blocked'>

const smallestInUsd = '0.01'

/**
 * Returns by route key how many dollars less than the best route it leaves after all costs; '0' is the best route. Leaves
 * out routes whose figures are incomplete, routes that cannot be executed, and differences below a cent. Empty if there
 * are not two routes to compare.
 */
export function compareRoutes(routes: readonly Compared[]): ReadonlyMap<string, string> {
  const compared = routes.flatMap(({ key, netValueInUsd, cost, blocked }) =>
    netValueInUsd === null || cost === null || cost.isLowerBound || blocked !== null
      ? []
      : [{ key, netValueInUsd }],
  )
  const [first, ...others] = compared
  if (first === undefined || others.length === 0) return new Map()
  const best = others.reduce(
    (most, one) => (compareDecimal(one.netValueInUsd, most.netValueInUsd) > 0 ? one : most),
    first,
  )
  const behind = compared
    .map(({ key, netValueInUsd }) => [key, subtractDecimal(best.netValueInUsd, netValueInUsd)] as const)
    .filter(([key, inUsd]) => key !== best.key && compareDecimal(inUsd, smallestInUsd) >= 0)
  return new Map([[best.key, '0'], ...behind])
}
