import { addressLink } from '../../lib/base/explorer-link.ts'
import { formatExactMoney } from '../../lib/base/money-text.ts'
import { secondMs } from '../../lib/base/time.ts'
import type { RefundExperience } from '../../lib/history/history-statistics.ts'
import { refundChainOf } from '../../lib/order/order-facts.ts'
import { failedMs, isClearlyLonger } from '../../lib/order/order-timeline.ts'
import { measureCost } from '../../lib/quote/swap-cost.ts'
import { aboutMoneyOf } from '../parts/amount-text.ts'
import { CompareTable } from '../parts/CompareTable.tsx'
import { costText } from '../parts/cost-text.ts'
import { IdFact } from '../parts/IdFact.tsx'
import { t } from '../parts/text.ts'
import type { OrderProps } from './order-props.ts'
import { timeSpanText } from './order-words.ts'

/** Compares a newer quote that is worse with the reviewed one. */
export function OfferTable({ order: { offer, reviewed } }: Pick<OrderProps, 'order'>) {
  if (offer === null) return null
  const token = reviewed.outputToken
  return (
    <CompareTable
      rows={[
        {
          name: t('offerAbout'),
          before: aboutMoneyOf(reviewed.promisedAmount, token),
          now: aboutMoneyOf(offer.promisedAmount, token),
        },
        {
          name: t('offerLeast'),
          before: formatExactMoney(reviewed.minAmountOut, token),
          now: formatExactMoney(offer.minAmountOut, token),
        },
        { name: t('costTotal'), before: costText(measureCost(reviewed)), now: costText(offer.cost) },
      ]}
    />
  )
}

/** The contract that holds the money of a swap from a backup, if the deployment file lists it. */
export function InboxAddress({ app, order: { inbox, reviewed } }: Pick<OrderProps, 'app' | 'order'>) {
  if (inbox === null) return null
  const chain = app.start.chainOf(reviewed.request.originChainId)
  return (
    <dl class="facts">
      <IdFact name={t('restoredContract')} value={inbox} link={addressLink(chain, inbox)} />
    </dl>
  )
}

export function RefundTime({
  app,
  order,
  refunds,
}: Pick<OrderProps, 'app' | 'order'> & {
  /** How long refunds on that chain took for this person. Null if too little is known. */
  refunds: RefundExperience | null
}) {
  const sinceMs = failedMs(order)
  const waited = sinceMs === undefined ? 0 : (app.nowMs.value - sinceMs) / secondMs
  const facts = refunds !== null && {
    time: timeSpanText(refunds.usualSeconds),
    count: refunds.count,
    chain: app.start.chainName(refundChainOf(order)),
    waited: timeSpanText(waited),
  }
  const isLate = refunds !== null && isClearlyLonger(refunds.usualSeconds, waited)
  return (
    <p class="faint numbers" data-testid="refund-time" data-late={isLate}>
      {facts ? t(isLate ? 'refundLate' : 'refundUsually', facts) : t('refundTimeUnknown')}
    </p>
  )
}
