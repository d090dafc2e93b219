import type { AppModel } from '../../lib/models/app-model.ts'
import { broughtBy } from '../../lib/order/leeway.ts'
import { orderPhase } from '../../lib/order/order-state.ts'
import type { OrderView } from '../../lib/order/order-view.ts'
import { clockText, moneyOf } from '../parts/format.ts'
import { t } from '../parts/text.ts'
import { TokenIcon } from '../tokens/TokenIcon.tsx'
import { orderLabel } from './order-label.ts'

/** Shows one swap in a list: from, to, state, time. */
export function OrderRow({ app, order }: { app: AppModel; order: OrderView }) {
  const { ask, inputToken, outputToken } = order.reviewed
  const { tone, text } = orderLabel(order)
  const destination = app.start.chainOf(outputToken.chainId)
  return (
    <button
      type="button"
      class="order-row"
      data-testid={`order-row-${order.id}`}
      data-state={order.state}
      onClick={() => app.go({ name: 'order', orderId: order.id })}
    >
      <span class="pair">
        <TokenIcon token={inputToken} size={24} />
        <TokenIcon token={outputToken} size={24} />
      </span>
      <span class="order-row-words numbers">
        <span>
          {moneyOf(ask.inputAmount, inputToken)} → {receivedText(order)}
        </span>
        <span class="faint">
          {t('onChain', { chain: destination?.name ?? String(outputToken.chainId) })} ·{' '}
          {clockText(order.createdMs)}
        </span>
      </span>
      <span class={`state ${tone}`}>{text}</span>
    </button>
  )
}

/** What arrived, or is to arrive; of a swap that delivered nothing the token alone. */
function receivedText(order: OrderView): string {
  const { outputToken } = order.reviewed
  const { minAmountOut, promisedAmount } = broughtBy(order)
  const phase = orderPhase(order)
  if (['failed', 'refunded', 'stopped', 'unused', 'cancelled'].includes(phase)) return outputToken.symbol
  const units = order.fulfilledAmount ?? (phase === 'done' ? minAmountOut : promisedAmount)
  // A deposit may be promised nothing before it is there.
  return units === '0' ? outputToken.symbol : moneyOf(units, outputToken)
}
