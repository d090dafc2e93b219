import { formatExactMoney } from '../../lib/base/money-text.ts'
import type { ProblemData } from '../../lib/base/problem.ts'
import { secondMs } from '../../lib/base/time.ts'
import type { RefundExperience } from '../../lib/history/history-statistics.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import { refundChainOf } from '../../lib/order/order-facts.ts'
import { failedMs, isClearlyLonger } from '../../lib/order/order-timeline.ts'
import type { OrderView } from '../../lib/order/order-view.ts'
import { CopyButton } from '../parts/CopyButton.tsx'
import { aboutMoneyOf } from '../parts/format.ts'
import { t } from '../parts/text.ts'
import { timeSpanText } from './order-words.ts'

/** Compares a newer quote that is worse with the reviewed one. */
export function OfferTable({ order: { offer, reviewed } }: { order: OrderView }) {
  if (offer === null) return null
  const token = reviewed.outputToken
  return (
    <table class="compare numbers">
      <thead>
        <tr>
          <td />
          <th scope="col">{t('offerBefore')}</th>
          <th scope="col">{t('offerNow')}</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{t('offerAbout')}</th>
          <td>{aboutMoneyOf(reviewed.promisedAmount, token)}</td>
          <td>{aboutMoneyOf(offer.promisedAmount, token)}</td>
        </tr>
        <tr>
          <th scope="row">{t('offerLeast')}</th>
          <td>{formatExactMoney(reviewed.minAmountOut, token)}</td>
          <td>{formatExactMoney(offer.minAmountOut, token)}</td>
        </tr>
      </tbody>
    </table>
  )
}

export function RefundTime({
  app,
  order,
  refunds,
}: {
  app: AppModel
  order: OrderView
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
    <p class="hint numbers" data-testid="refund-time" data-late={isLate}>
      {facts ? t(isLate ? 'refundLate' : 'refundUsually', facts) : t('refundTimeUnknown')}
    </p>
  )
}

/** For support: the facts of a problem, and the ID of the request that failed. */
export function ProblemDetails({ problem: { facts, serverRequestId } }: { problem: ProblemData }) {
  const lines = Object.entries(facts).map(([name, value]) => `${name}: ${value.slice(0, 200)}`)
  if (lines.length === 0 && serverRequestId === null) return null
  return (
    <details class="problem-details" data-testid="problem-details">
      <summary>{t('technicalDetails')}</summary>
      {serverRequestId !== null && (
        <p class="request-id">
          <span>{t('requestId')}</span> <code>{serverRequestId}</code>
          <CopyButton label={t('copyRequestId')} read={() => serverRequestId} />
        </p>
      )}
      <code>{lines.join('\n')}</code>
    </details>
  )
}
