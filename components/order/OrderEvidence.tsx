import { isVerified, orderPhase } from '../../lib/order/order-state.ts'
import type { OrderView } from '../../lib/order/order-view.ts'
import { paidToken } from '../../lib/order/paid-token.ts'
import { isSuccess } from '../../lib/service/status-codes.ts'
import { moneyOf } from '../parts/format.ts'
import { Icon } from '../parts/Icon.tsx'
import { t } from '../parts/text.ts'

/** Shows whose word an end is: read on chain, and by how many, or only reported, and what the chain says to that. */
export function OrderEvidence({ order }: { order: OrderView }) {
  const isProven = isVerified(order)
  const { evidence, doubt } = order
  return (
    <p class="evidence" data-testid="evidence" data-verified={isProven} data-doubt={doubt ?? ''}>
      <Icon name={isProven ? 'check' : 'history'} />
      <span>
        {t(isProven ? 'verified' : 'reported')}
        {isProven && evidence !== undefined && (
          <span class="evidence-more">
            {t('verifiedBy', { count: String(evidence.sources), block: evidence.blockNumber })}
          </span>
        )}
        {!isProven && doubt !== undefined && <span class="evidence-more">{doubtText(order)}</span>}
      </span>
    </p>
  )
}

/** What the chain says to an end that is only reported; nothing where it was not read. */
function doubtText(order: OrderView): string {
  const { doubt, evidence, reviewed } = order
  if (doubt === undefined) return ''
  if (doubt === 'oneSource' || doubt === 'notNamed') return t(`doubt_${doubt}`)
  if (doubt === 'less' && evidence !== undefined) {
    const isBack = evidence.kind === 'refund'
    const token = paidToken(evidence, reviewed) ?? (isBack ? reviewed.inputToken : reviewed.outputToken)
    const amount = moneyOf(evidence.units, token)
    return t(isBack ? 'doubt_less_refunded' : 'doubt_less_done', { amount })
  }
  if (isSuccess(order.statusCode)) return t('doubt_notShown_done')
  return t(orderPhase(order) === 'refunded' ? 'doubt_notShown_refunded' : 'doubt_notShown')
}
