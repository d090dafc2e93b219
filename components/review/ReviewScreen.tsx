import { formatExactMoney } from '../../lib/base/money-text.ts'
import { momentText } from '../../lib/base/time-text.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import type { ReviewModel } from '../../lib/models/review-model.ts'
import type { ReviewView } from '../../lib/review/review-view.ts'
import { tokenKey } from '../../lib/service/token.ts'
import { ExpiryRing } from '../home/ExpiryRing.tsx'
import { formatDollars } from '../parts/format.ts'
import { Icon } from '../parts/Icon.tsx'
import { Skeleton } from '../parts/Lazy.tsx'
import { TokenIcon } from '../parts/Picture.tsx'
import { ProblemNotice } from '../parts/ProblemNotice.tsx'
import { ScreenHeader } from '../parts/ScreenHeader.tsx'
import { t, tWithFacts } from '../parts/text.ts'
import { ReviewBody } from './ReviewBody.tsx'

export function ReviewScreen({ app, model }: { app: AppModel; model: ReviewModel }) {
  const review = model.review.value
  const problem = model.problem.value
  const isExpired = model.isExpired.value
  const renew = (): void => {
    const shown = app.screen.peek()
    void model.renew(() => app.screen.peek() !== shown)
  }
  const isBlocked = isExpired || model.isSpent.value || (problem !== null && review === null)
  return (
    <div class="screen" data-testid="review-screen">
      <ScreenHeader title={t('review')} onBack={app.back} ignoresEscape={model.isConfirming.value}>
        {review !== null && !isExpired && (
          <ExpiryRing nowMs={app.nowMs} fromMs={review.quote.receivedMs} untilMs={review.quote.expiresMs} />
        )}
      </ScreenHeader>
      <main class="scroll">
        {review !== null && (
          <ReviewBody app={app} model={model} review={review} onRenew={renew}>
            <ReviewConsents model={model} review={review} />
          </ReviewBody>
        )}
        {review === null &&
          (problem === null ? <ReviewLoading app={app} /> : <ProblemNotice problem={problem} />)}
      </main>
      <footer class="foot-bar">
        {review !== null && <ReviewWarnings app={app} model={model} review={review} />}
        {isExpired && (
          <p class="hint warning" role="alert">
            {t('reviewExpired')}
          </p>
        )}
        {problem !== null && review !== null && <ProblemNotice problem={problem} />}
        <MainButton model={model} review={review} isBlocked={isBlocked} onRenew={renew} />
      </footer>
    </div>
  )
}

function MainButton({
  model,
  review,
  isBlocked,
  onRenew,
}: {
  model: ReviewModel
  review: ReviewView | null
  isBlocked: boolean
  onRenew: () => void
}) {
  const steps = review?.steps ?? []
  const [first] = steps
  const isReady = review !== null && model.isAgreed.value
  return isBlocked ? (
    <button
      type="button"
      class="primary"
      data-testid="primary"
      disabled={model.isRenewing.value}
      aria-busy={model.isRenewing.value}
      onClick={onRenew}
    >
      {t(model.isRenewing.value ? 'form_quoting' : 'newQuote')}
    </button>
  ) : (
    <button
      type="button"
      class="primary"
      data-testid="confirm"
      disabled={
        review === null || model.isConfirming.value || !model.isAgreed.value || model.isCoolingDown.value
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
            : t(`do_${first.purpose}`, {
                amount: formatExactMoney(first.amountUnits, review.quote.inputToken),
              })}
      {isReady && steps.length > 1 && !model.chain.isNeeded.value && (
        <small>{t('stepOf', { step: '1', count: String(steps.length) })}</small>
      )}
    </button>
  )
}

/** Says whose tokens are being checked. No figures are shown before the checks are done. */
function ReviewLoading({ app }: { app: AppModel }) {
  const quote = app.swap.quotes.quote.value
  return (
    <div class="stack" role="status" aria-label={t('checking')}>
      {quote !== null && (
        <div class="card stack loose review-amounts">
          {[quote.inputToken, quote.outputToken].map((token) => (
            <div key={tokenKey(token)} class="line loose review-side">
              <TokenIcon token={token} size={36} />
              <Skeleton width={18} />
            </div>
          ))}
        </div>
      )}
      {[3, 2].map((lines) => (
        <div key={lines} class="card">
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

const largeAllowanceWarnings: ReadonlySet<string> = new Set(['allowanceLarger', 'allowanceUnlimited'])

/** Shows warnings directly above the button. A large loss needs a consent of its own. */
export function ReviewWarnings({
  app,
  model,
  review,
}: {
  app: AppModel
  model: ReviewModel
  review: ReviewView
}) {
  return (
    <>
      {review.warnings.map(({ code, facts }) => (
        <p key={`${code} ${facts.symbol ?? ''}`} class="hint warning" data-testid={`warning-${code}`}>
          <Icon name="warning" />
          <span>{tWithFacts(`warning_${code}`, formatFacts(facts))}</span>
          {facts.orderId !== undefined && (
            <button
              type="button"
              class="secondary"
              data-testid="open-live"
              onClick={() => app.go({ name: 'order', orderId: String(facts.orderId) })}
            >
              {t('openStopped')}
            </button>
          )}
        </p>
      ))}
      {review.warnings.some(({ code }) => largeAllowanceWarnings.has(code)) && (
        <label class="line breaks agree">
          <input
            type="checkbox"
            data-testid="revoke-after"
            checked={model.revokesAfter.value}
            onChange={(event) => {
              model.revokesAfter.value = event.currentTarget.checked
            }}
          />
          <span>{t('revokeAfter')}</span>
        </label>
      )}
      <LossConsent model={model} percent={review.loss.percent} />
    </>
  )
}

/** The checkbox, or the word to type, that a large loss requires. */
function LossConsent({ model, percent }: { model: ReviewModel; percent: ReviewView['loss']['percent'] }) {
  return (
    <>
      {model.level.value === 'confirm' && (
        <label class="line breaks agree">
          <input
            type="checkbox"
            data-testid="agree"
            checked={model.hasAgreed.value}
            onChange={(event) => {
              model.hasAgreed.value = event.currentTarget.checked
            }}
          />
          <span>{percent === null ? t('agreeUnknownLoss') : t('agreeLoss', { percent })}</span>
        </label>
      )}
      {model.level.value === 'typed' && (
        <label class="stack tight">
          <span>{t('typeLossWord', { word: t('lossWord') })}</span>
          <input
            class="field"
            data-testid="loss-word"
            autocomplete="off"
            autocapitalize="none"
            spellcheck={false}
            maxLength={20}
            value={model.typedWord.value}
            onInput={(event) => {
              model.typedWord.value = event.currentTarget.value
            }}
          />
        </label>
      )}
    </>
  )
}

/** Shows the consents directly below the figures, so that no warning pushes them off the screen. */
function ReviewConsents({ model, review }: { model: ReviewModel; review: ReviewView }) {
  return (
    <>
      {review.requiredConsents.map(({ code, facts }) => (
        <label key={code} class="line breaks agree">
          <input
            type="checkbox"
            data-testid={`consent-${code}`}
            data-consent={code}
            checked={model.consents.value.includes(code)}
            onChange={(event) => model.agree(code, event.currentTarget.checked)}
          />
          <span>{tWithFacts(`consent_${code}`, formatFacts(facts))}</span>
        </label>
      ))}
    </>
  )
}

/** The texts contain no currency sign: browsers would read `$` in them as a placeholder. */
function formatFacts(facts: { readonly [name: string]: string }): { readonly [name: string]: string } {
  const money = facts.dollars === undefined ? {} : { dollars: formatDollars(facts.dollars) }
  const time = facts.untilMs === undefined ? {} : { time: momentText(Number(facts.untilMs), Date.now()) }
  return { ...facts, ...money, ...time }
}
