import { formatExactMoney } from '../../lib/base/money-text.ts'
import { cancelPhase } from '../../lib/order/exits/exit-rules.ts'
import { isOverOrStopping } from '../../lib/order/order-state.ts'
import type { OrderView } from '../../lib/order/order-view.ts'
import { CopyButton } from '../parts/CopyButton.tsx'
import { shortenHex } from '../parts/format.ts'
import { t } from '../parts/text.ts'
import { type ExitDescription, type ExitProps, gasText, type ReviewProps } from './exit-parts.tsx'

/** Cancels a signed swap that no solver has taken. */
export const cancelExit: ExitDescription = {
  isRequested: (order) => cancelPhase(order) === 'requested',
  sentText: ({ app, order }) =>
    cancelPhase(order) === 'sent'
      ? t(isOverOrStopping(order) ? 'invalidateSent' : 'cancelSent', {
          chain: app.start.chainOf(order.reviewed.request.originChainId)?.name ?? '',
        })
      : null,
  Before: null,
  Card: null,
  openText: (order) => t(isInvalidated(order) ? 'invalidateOrder' : 'cancelOrder'),
  title: (order, chain) => t(isInvalidated(order) ? 'invalidateTitle' : 'cancelTitle', { chain }),
  Why,
  Facts,
  simulatedTokens: () => [],
  confirmText: () => t('cancelAsk'),
  closeText: (order) => t(isInvalidated(order) ? 'withdrawNot' : 'cancelKeep'),
}

/** The swap is then over, stopped, or waits for the person. */
function isInvalidated(order: OrderView): boolean {
  return isOverOrStopping(order) || order.state === 'needs_user'
}

function Why({ order }: ExitProps) {
  return <p>{t(whyKey(order))}</p>
}

function whyKey(order: OrderView) {
  if (order.state === 'needs_user') return 'invalidateWaiting'
  if (order.state === 'stopping') return 'invalidateStopped'
  return isOverOrStopping(order) ? 'invalidateWhy' : 'cancelWhy'
}

function Facts(props: ReviewProps) {
  const { order, review } = props
  const { request, inputToken } = order.reviewed
  const name = t('contract_Permit2')
  return (
    <ol class="steps">
      <li>
        <span>{t('cancelStep', { amount: formatExactMoney(request.inputAmount, inputToken) })}</span>
        <span class="faint numbers">
          {t('review_approve_to', { name })} · {shortenHex(review.contract)}
          <CopyButton label={t('copyNamed', { name })} read={() => review.contract} /> · {gasText(props)}
        </span>
      </li>
    </ol>
  )
}
