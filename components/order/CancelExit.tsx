import { formatExactMoney } from '../../lib/base/money-text.ts'
import { cancelPhase } from '../../lib/order/exits/exit-rules.ts'
import { isOverOrStopping } from '../../lib/order/order-state.ts'
import type { OrderView } from '../../lib/order/order-view.ts'
import { t } from '../parts/text.ts'
import type { ExitDescription, ExitProps, ReviewProps } from './exit-parts.tsx'

/** Cancels a signed swap that no solver has taken. */
export const cancelExit: ExitDescription = {
  isRequested: (order) => cancelPhase(order) === 'requested',
  sentText: ({ app, order }) =>
    cancelPhase(order) === 'sent'
      ? t(isOverOrStopping(order) ? 'invalidateSent' : 'cancelSent', {
          chain: app.start.chainOf(order.reviewed.request.originChainId)?.name ?? '',
        })
      : null,
  openText,
  Why,
  request,
  closeText: (order) => t(isInvalidated(order) ? 'withdrawNot' : 'cancelKeep'),
}

function openText(order: OrderView): string {
  return t(isInvalidated(order) ? 'invalidateOrder' : 'cancelOrder')
}

/** The swap is then over, stopped, or waits for the person. */
function isInvalidated(order: OrderView): boolean {
  return isOverOrStopping(order) || order.state === 'needs_user'
}

function Why({ order }: ExitProps) {
  return <p class="faint inset">{t(whyKey(order))}</p>
}

function whyKey(order: OrderView) {
  if (order.state === 'needs_user') return 'invalidateWaiting'
  if (order.state === 'stopping') return 'invalidateStopped'
  return isOverOrStopping(order) ? 'invalidateWhy' : 'cancelWhy'
}

function request({ order: { reviewed }, review }: ReviewProps) {
  return {
    name: t('cancelStep', { amount: formatExactMoney(reviewed.request.inputAmount, reviewed.inputToken) }),
    contracts: [{ name: t('review_send_to', { name: t('contract_Permit2') }), address: review.contract }],
  }
}
