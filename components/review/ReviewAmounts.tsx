import type { AppModel } from '../../lib/models/app-model.ts'
import type { ReviewView } from '../../lib/review/review-view.ts'
import type { Token } from '../../lib/service/token.ts'
import { FeeRows } from '../parts/FeeRows.tsx'
import { feeTotalText } from '../parts/fees-text.ts'
import { dollars, durationText, lossText, moneyOf } from '../parts/format.ts'
import { TokenIcon } from '../parts/Picture.tsx'
import { t } from '../parts/text.ts'

/** Shows what is paid and what is received at the least, each with its network, and the figures of the swap below. */
export function ReviewAmounts({
  app,
  review: { quote, receiverIsSelf, goesOnUnits },
}: {
  app: AppModel
  review: ReviewView
}) {
  const { ask, inputToken, outputToken, minAmountOut, promisedAmount } = quote
  const { chainName } = app.start
  const paid = [chainName(ask.originChainId), ...dollarsOf(quote.inputValueInUsd)]
  const received = [
    chainName(ask.destinationChainId),
    promisedAmount === '0'
      ? t('promisedUnknown')
      : t('about', { amount: moneyOf(promisedAmount, outputToken) }),
    ...dollarsOf(quote.outputValueInUsd),
  ]
  const isOpen = minAmountOut === '0'
  return (
    <section class="card review-amounts" aria-label={t('reviewAmounts')} data-testid="review-amounts">
      <Amount
        label={t('from')}
        token={inputToken}
        text={moneyOf(ask.inputAmount, inputToken)}
        about={paid.join(' · ')}
      />
      <Amount
        label={t(isOpen ? 'to' : 'reviewLeast')}
        token={outputToken}
        text={isOpen ? t('leastUnknown') : moneyOf(goesOnUnits ?? minAmountOut, outputToken)}
        about={received.join(' · ')}
      />
      <dl class="facts review-figures">
        <div>
          <dt>{t('feesTotal')}</dt>
          <dd data-testid="fees-total">{feeTotalText(quote)}</dd>
        </div>
        <div>
          <dt>{t('time')}</dt>
          <dd>{durationText(quote.estimatedSeconds)}</dd>
        </div>
        <div>
          <dt>{t('slippageUsed')}</dt>
          <dd>{quote.slippagePercent === null ? t('slippageAuto') : `${quote.slippagePercent}%`}</dd>
        </div>
        <div>
          <dt>{t('valueChange')}</dt>
          <dd>{quote.lossPercent === null ? t('unknown') : lossText(quote.lossPercent)}</dd>
        </div>
        {receiverIsSelf && (
          <div>
            <dt>{t('receivedBy')}</dt>
            <dd>{t('receiverSelf')}</dd>
          </div>
        )}
      </dl>
    </section>
  )
}

function Amount({ label, token, text, about }: { label: string; token: Token; text: string; about: string }) {
  return (
    <div class="review-side">
      <TokenIcon token={token} size={36} />
      <p>
        <span class="faint">{label}</span> <b class="review-amount">{text}</b>{' '}
        <span class="faint numbers">{about}</span>
      </p>
    </div>
  )
}

function dollarsOf(valueInUsd: string | null): readonly string[] {
  return valueInUsd === null ? [] : [dollars(valueInUsd)]
}

/** Shows fees one by one, folded behind one line; nothing where there are none to tell apart. */
export function FeeList({ review: { quote } }: { review: ReviewView }) {
  if (quote.fees.length + quote.unknownFees.length === 0) return null
  return (
    <details class="card more" data-testid="review-fees">
      <summary>{t('costs')}</summary>
      <dl class="facts">
        <FeeRows fees={quote.fees} unknownFees={quote.unknownFees} />
      </dl>
    </details>
  )
}
