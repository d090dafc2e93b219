import { leftAllowance } from '../../lib/order/left-allowance.ts'
import type { OrderView } from '../../lib/order/order-view.ts'
import { moneyOf } from '../parts/format.ts'
import { t } from '../parts/text.ts'
import { spenderName } from '../settings/spender-name.ts'

/** Shows a swap that ended after its approval, with nothing taken: what may still be taken. */
export function LeftAllowance({ order }: { order: OrderView }) {
  const units = leftAllowance(order)
  if (units === null) return null
  const amount = moneyOf(units, order.reviewed.inputToken)
  return (
    <p class="hint warning" role="status" data-testid="left-allowance">
      {t('allowanceLeft', { amount, name: spenderName(order.kind) })}
    </p>
  )
}
