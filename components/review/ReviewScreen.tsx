import type { AppModel } from '../../lib/models/app-model.ts'
import type { ReviewModel } from '../../lib/models/review-model.ts'
import { ExpiryRing } from '../home/ExpiryRing.tsx'
import { moneyOf } from '../parts/format.ts'
import { Problem } from '../parts/Problem.tsx'
import { ScreenHeader } from '../parts/ScreenHeader.tsx'
import { Skeleton } from '../parts/Skeleton.tsx'
import { t } from '../parts/text.ts'
import { ReviewBody } from './ReviewBody.tsx'
import { ReviewWarnings } from './ReviewWarnings.tsx'

/** Shows the frozen deal in one sentence, what the wallet will show, what was checked, what it costs. */
export function ReviewScreen({ app, model }: { app: AppModel; model: ReviewModel }) {
  const review = model.review.value
  const problem = model.problem.value
  const isExpired = model.isExpired.value
  const [first] = review?.steps ?? []
  function renew() {
    app.back()
    app.swap.quotes.refresh()
  }
  const isStuck = isExpired || model.isSpent.value || (problem !== null && review === null)
  return (
    <div class="screen" data-testid="review-screen">
      <ScreenHeader title={t('review')} onBack={app.back}>
        {review !== null && !isExpired && (
          <ExpiryRing nowMs={app.nowMs} fromMs={review.quote.receivedMs} untilMs={review.quote.expiresMs} />
        )}
      </ScreenHeader>
      <main class="scroll">
        {review !== null && <ReviewBody app={app} model={model} review={review} onRenew={renew} />}
        {review === null && (problem === null ? <Waiting /> : <Problem problem={problem} />)}
      </main>
      <footer class="foot-bar">
        {review !== null && <ReviewWarnings model={model} review={review} />}
        {isExpired && (
          <p class="hint warning" role="alert">
            {t('reviewExpired')}
          </p>
        )}
        {problem !== null && review !== null && <Problem problem={problem} />}
        {isStuck ? (
          <button type="button" class="primary" data-testid="primary" onClick={renew}>
            {t('newQuote')}
          </button>
        ) : (
          <button
            type="button"
            class="primary"
            data-testid="confirm"
            disabled={
              review === null || model.isConfirming.value || !model.isAgreed.value || model.isGuarded.value
            }
            aria-busy={model.isConfirming.value}
            onClick={() => void model.confirm()}
          >
            {review === null
              ? t('checking')
              : !model.isAgreed.value
                ? t('answerFirst')
                : first === undefined
                  ? t('do_deposit')
                  : t(`do_${first.purpose}`, { amount: moneyOf(first.amountUnits, review.quote.inputToken) })}
          </button>
        )}
      </footer>
    </div>
  )
}

function Waiting() {
  return (
    <div class="loading" role="status" aria-label={t('checking')}>
      <p class="sentence">
        <Skeleton width={24} />
        <Skeleton width={18} />
      </p>
      {[3, 3, 2].map((lines, index) => (
        <div key={`${index}-${lines}`} class="card">
          {Array.from({ length: lines }, (_, line) => (
            <p key={line}>
              <Skeleton width={30 - line * 6} />
            </p>
          ))}
        </div>
      ))}
    </div>
  )
}
