import { formatUnits } from '../../lib/base/amount.ts'
import { isolated } from '../../lib/base/isolate.ts'
import type { OrderView } from '../../lib/order/order-view.ts'
import { grouped } from '../parts/format.ts'
import { t } from '../parts/text.ts'

/** Says that the swap went on by itself with a little less than was reviewed, as the review has said it might. */
export function WentOn({ order: { reviewed, wentOn } }: { order: OrderView }) {
  if (wentOn === undefined) return null
  const { symbol, decimals } = reviewed.outputToken
  // Exact: what is told may be a single unit.
  const exact = (units: string) => `${grouped(formatUnits(units, decimals))} ${isolated(symbol)}`
  return (
    <p class="hint" role="status" data-testid="went-on">
      {t('wentOn', { before: exact(reviewed.minAmountOut), now: exact(wentOn.minAmountOut) })}
    </p>
  )
}
