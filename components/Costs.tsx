import type { QuoteView } from '../lib/message/view-map.ts'
import { dollars, durationText, moneyOf } from './format.ts'
import { t } from './text.ts'

/** Fees one by one, their sum, the time and the loss in value. */
export function Costs({
  quote,
  received,
  loss,
}: {
  quote: QuoteView
  received: string | null
  loss: string
}) {
  return (
    <dl class="facts card" aria-label={t('costs')}>
      <div>
        <dt>{t('youReceive')}</dt>
        <dd>{received === null ? t('promisedUnknown') : t('about', { amount: received })}</dd>
      </div>
      {quote.fees.map((fee) => (
        <div key={`${fee.kind} ${fee.token.address}`}>
          <dt>{t(`fee_${fee.kind}`)}</dt>
          <dd>
            {moneyOf(fee.amount, fee.token)}
            {fee.feeInUsd !== null && <span class="faint"> · {dollars(fee.feeInUsd)}</span>}
          </dd>
        </div>
      ))}
      {quote.unknownFees.map((kind) => (
        <div key={kind} data-testid="fee-unknown">
          <dt>{t(`fee_${kind}`)}</dt>
          <dd>{t('unknown')}</dd>
        </div>
      ))}
      <div>
        <dt>{t('feesTotal')}</dt>
        <dd>{quote.totalFeeInUsd === null ? t('unknown') : dollars(quote.totalFeeInUsd)}</dd>
      </div>
      <div>
        <dt>{t('valueChange')}</dt>
        <dd>{loss}</dd>
      </div>
      <div>
        <dt>{t('slippageUsed')}</dt>
        <dd>{quote.slippagePercent === null ? t('slippageAuto') : `${quote.slippagePercent} %`}</dd>
      </div>
      <div>
        <dt>{t('time')}</dt>
        <dd>{durationText(quote.estimatedSeconds)}</dd>
      </div>
    </dl>
  )
}
