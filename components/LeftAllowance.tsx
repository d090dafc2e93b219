import type { OrderView } from '../lib/message/view-map.ts'
import { leftAllowance } from '../lib/swap/left-allowance.ts'
import { moneyOf } from './format.ts'
import { spenderName } from './spender-name.ts'
import { t } from './text.ts'

/** A swap that ended after its approval, with nothing taken: what may still be taken. */
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
