import { isSameAddress } from '../../lib/base/hex.ts'
import { formatExactMoney } from '../../lib/base/money-text.ts'
import type { ProblemData } from '../../lib/base/problem-shape.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import type { ReviewModel } from '../../lib/models/review-model.ts'
import type { QuoteView } from '../../lib/quote/quote-view.ts'
import type { ReviewView } from '../../lib/review/review-view.ts'
import { ExpiryRing } from '../home/ExpiryRing.tsx'
import { Button } from '../parts/Button.tsx'
import { Hint } from '../parts/Hint.tsx'
import { Icon } from '../parts/Icon.tsx'
import { Skeleton } from '../parts/Lazy.tsx'
import { ProblemNotice } from '../parts/ProblemNotice.tsx'
import { ScreenHeader } from '../parts/ScreenHeader.tsx'
import { ProblemSupportLink } from '../parts/SupportLink.tsx'
import { t } from '../parts/text.ts'
import { findChanges } from './RenewalChanges.tsx'
import { MissingAnswer, missingAnswerLabel } from './ReviewAnswers.tsx'
import { AddressCard, ReviewBody } from './ReviewBody.tsx'
import { ReviewAmounts } from './ReviewFacts.tsx'
import type { ReviewProps } from './review-props.ts'
import { walletConfirmsText } from './WalletRequest.tsx'

export function ReviewScreen({ app, model }: { app: AppModel; model: ReviewModel }) {
  const review = model.review.value
  const problem = model.problem.value
  const isExpired = model.isExpired.value
  const quote = review?.quote ?? model.quoted.value
  const renew = (): void => {
    const shown = app.screen.peek()
    void model.renew(() => app.screen.peek() !== shown)
  }
  const isBlocked = isExpired || model.isSpent.value || (problem !== null && review === null)
  return (
    <div class="screen" data-testid="review-screen">
      <ScreenHeader title={t('review')} onBack={app.back} ignoresEscape={model.isConfirming.value}>
        {quote !== null && problem === null && !isExpired && (
          <ExpiryRing nowMs={app.nowMs} fromMs={quote.receivedMs} untilMs={quote.expiresMs} />
        )}
      </ScreenHeader>
      <main class="scroll">
        {review !== null && <ReviewBody app={app} model={model} review={review} onRenew={renew} />}
        {review === null &&
          (problem === null ? (
            <ReviewLoading app={app} quote={quote} />
          ) : (
            <ReviewProblem app={app} problem={problem} />
          ))}
      </main>
      <footer class="foot-bar">
        {isExpired && (
          <Hint tone="warning" role="alert">
            {t('reviewExpired')}
          </Hint>
        )}
        {problem !== null && review !== null && <ReviewProblem app={app} problem={problem} />}
        {!isBlocked && <MissingAnswer model={model} />}
        {isBlocked ? (
          <Button look="primary two-lined" testId="primary" isBusy={model.isRenewing.value} onPress={renew}>
            {t(model.isRenewing.value ? 'form_quoting' : 'newQuote')}
          </Button>
        ) : (
          <ConfirmButton app={app} model={model} review={review} />
        )}
      </footer>
    </div>
  )
}

function ConfirmButton({ app, model, review }: Omit<ReviewProps, 'review'> & { review: ReviewView | null }) {
  return (
    <Button
      look={model.isCoolingDown.value ? 'primary two-lined resting' : 'primary two-lined'}
      testId="confirm"
      isDisabled={review === null || !model.isAgreed.value || model.isCoolingDown.value}
      isBusy={model.isConfirming.value}
      aria-describedby={missingAnswerLabel(model)}
      onPress={model.confirm}
    >
      {model.isCoolingDown.value && (
        <span key={model.cooldownCount.value} class="filling" aria-hidden="true" />
      )}
      {confirmText(model, review)}
      {review !== null && <FirstRequest app={app} model={model} review={review} />}
    </Button>
  )
}

/** What the button does. During the cooldown it says what to read instead, if no other answer is missing. */
function confirmText(model: ReviewModel, review: ReviewView | null): string {
  if (review === null) return t('checking')
  if (model.isCoolingDown.value && model.isAgreed.value)
    return t(review.proposal === undefined ? 'readNewPrice' : 'readProposal')
  const [first] = review.steps
  if (first === undefined) return t('do_deposit')
  const hasChanged = findChanges(model.before, review)?.rows.length
  return t(hasChanged ? `accept_${first.purpose}` : `do_${first.purpose}`, {
    amount: formatExactMoney(first.amountUnits, review.quote.inputToken),
  })
}

/** What the press leads to first. A wallet on another network may send more requests, so their number stays open. */
function FirstRequest({ app, model, review }: ReviewProps) {
  const { steps, quote } = review
  if (model.chain.isNeeded.value) {
    return <small>{t('chainFirst', { chain: app.start.chainName(quote.request.originChainId) })}</small>
  }
  if (steps.length < 2) return null
  return <small>{t('stepOf', { step: '1', count: String(steps.length) })}</small>
}

/** A failed check is a fault of the service or of Ferry, which support should see. */
function ReviewProblem({ app, problem }: { app: AppModel; problem: ProblemData }) {
  return (
    <ProblemNotice problem={problem}>
      {problem.code === 'checkFailed' && <ProblemSupportLink app={app} problem={problem} />}
    </ProblemNotice>
  )
}

/**
 * Shows what the quote shows already, as the review will, so that nothing moves when the review arrives. Only the wallet
 * requests and the checks are open.
 */
function ReviewLoading({ app, quote }: { app: AppModel; quote: QuoteView | null }) {
  return (
    <>
      {quote !== null && <QuotedReview app={app} quote={quote} />}
      <section class="card review-steps">
        <h2 class="label">{walletConfirmsText(app)}</h2>
        <ol class="steps" aria-hidden="true">
          {Array.from({ length: quote?.cost?.approvalGasInUsd === '0' ? 1 : 2 }, (_, index) => (
            <li key={index}>
              <span class="line wrap between step-line">
                <Skeleton width={16} />
              </span>
            </li>
          ))}
        </ol>
        <p class="line tight small faint review-checks" role="status" data-testid="review-checking">
          <Icon name="search" />
          {t('checksRunning')}
        </p>
      </section>
    </>
  )
}

function QuotedReview({ app, quote }: { app: AppModel; quote: QuoteView }) {
  const { receiverAddress, receiverName, userAddress } = quote.request
  const receiverIsSelf = receiverAddress === null || isSameAddress(receiverAddress, userAddress)
  return (
    <>
      <ReviewAmounts app={app} review={{ quote, receiverIsSelf, steps: [] }} />
      {!receiverIsSelf && (
        <AddressCard id="receiver" title={t('receivedBy')} name={receiverName} address={receiverAddress} />
      )}
    </>
  )
}
