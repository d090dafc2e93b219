import type { RouteRank as Rank } from '../../lib/quote/route-comparison.ts'
import { formatCostInDollars } from '../parts/amount-text.ts'
import { t } from '../parts/text.ts'

/** Marks the route that costs least, or says how much more another one costs (`compareRoutes`). */
export function RouteRank({ rank }: { rank: Rank | undefined }) {
  if (rank === undefined) return null
  return rank.moreInUsd === '0' ? (
    <span class="tag">{t('routeBest', { count: String(rank.count) })}</span>
  ) : (
    <span class="tag quiet numbers">{t('routeMore', { amount: formatCostInDollars(rank.moreInUsd) })}</span>
  )
}
