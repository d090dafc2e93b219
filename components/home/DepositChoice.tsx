import type { AppModel } from '../../lib/models/app-model.ts'
import type { ReviewView } from '../../lib/review/review-view.ts'
import { t } from '../parts/text.ts'

const ways = ['wallet', 'elsewhere'] as const

/** Shows who sends a deposit: the connected wallet, or anything else. */
export function DepositChoice({ app, review }: { app: AppModel; review: ReviewView }) {
  const { quote, deposit } = review
  const { quoteKey } = quote
  const now = review.account === null ? 'elsewhere' : 'wallet'
  // A plain transfer carries no memo, and a wallet sends on the chains Ferry knows.
  const isLive = app.start.chainOf(deposit?.chainId)?.isConfigured === true
  const canSend = app.start.account.value?.wallet != null && deposit?.memo === null && isLive
  return (
    <section class="card" aria-labelledby="deposit-choice-label">
      <h2 id="deposit-choice-label" class="label">
        {t('payFrom')}
      </h2>
      {canSend && (
        <div class="choice">
          {ways.map((pay) => (
            <button
              key={pay}
              type="button"
              class="chip"
              data-testid={`pay-${pay}`}
              aria-pressed={pay === now}
              onClick={() => app.replace({ name: 'review', quoteKey, routeKey: 'deposit', pay })}
            >
              {t(`pay_${pay}`)}
            </button>
          ))}
        </div>
      )}
      <p class="faint">{t(now === 'wallet' ? 'payWalletWhy' : 'payElsewhereWhy')}</p>
    </section>
  )
}
