import { formatDollars } from '../parts/format.ts'
import { t } from '../parts/text.ts'

/** Marks the route that leaves most after all costs, or says how much less another one leaves (`compareRoutes`). */
export function RouteRank({ behindInUsd }: { behindInUsd: string | undefined }) {
  if (behindInUsd === undefined) return null
  return behindInUsd === '0' ? (
    <span class="tag">{t('routeBest')}</span>
  ) : (
    <span class="tag quiet numbers">{formatDollars(`-${behindInUsd}`)}</span>
  )
}
