import type { QuoteView } from '../../lib/quote/quote-view.ts'
import { FeeRows } from '../parts/FeeRows.tsx'
import { feeTotalText } from '../parts/fees-text.ts'
import { durationText } from '../parts/format.ts'
import { t } from '../parts/text.ts'

/** Shows fees one by one, their sum, the time and the loss in value. */
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
      <FeeRows fees={quote.fees} unknownFees={quote.unknownFees} />
      <div>
        <dt>{t('feesTotal')}</dt>
        <dd data-testid="fees-total">{feeTotalText(quote)}</dd>
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
