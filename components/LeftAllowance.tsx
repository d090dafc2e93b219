import type { OrderView } from '../lib/message/view-map.ts'
import { leftAllowance } from '../lib/swap/left-allowance.ts'
import type { OrderKind } from '../lib/swap/order.ts'
import { moneyOf } from './format.ts'
import { t } from './text.ts'

const spenderKeys = {
  signed: 'contract_Permit2',
  native: 'contract_inbox',
  inbox: 'contract_inbox',
  manual: 'contract_gateway',
  deposit: 'contract_deposit',
} as const satisfies { readonly [kind in OrderKind]: string }

/** A swap that ended after its approval, with nothing taken: what may still be taken, and how that is ended. */
export function LeftAllowance({ order }: { order: OrderView }) {
  const units = leftAllowance(order)
  if (units === null) return null
  const amount = moneyOf(units, order.reviewed.inputToken)
  return (
    <p class="hint warning" role="status" data-testid="left-allowance">
      {t('allowanceLeft', { amount, name: t(spenderKeys[order.kind]) })}
    </p>
  )
}
