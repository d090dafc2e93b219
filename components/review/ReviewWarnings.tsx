import type { ReviewModel } from '../../lib/models/review-model.ts'
import type { ReviewView } from '../../lib/review/review-view.ts'
import { lossWord } from '../../lib/review/value-loss.ts'
import { dollars } from '../parts/format.ts'
import { Icon } from '../parts/Icon.tsx'
import { t } from '../parts/text.ts'

const standing: ReadonlySet<string> = new Set(['allowanceLarger', 'allowanceUnlimited'])

/**
 * Shows what deserves a second look, directly above the button; a large loss and each question want a yes of their own.
 */
export function ReviewWarnings({ model, review }: { model: ReviewModel; review: ReviewView }) {
  const { percent } = review.loss
  return (
    <>
      {review.warnings.map(({ code, facts }) => (
        <p key={`${code} ${facts.symbol ?? ''}`} class="hint warning" data-testid={`warning-${code}`}>
          <Icon name="warning" />
          <span>{t(`warning_${code}`, inMoney(facts))}</span>
        </p>
      ))}
      {review.warnings.some(({ code }) => standing.has(code)) && (
        <label class="agree">
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
      {review.questions.map(({ code, facts }) => (
        <label key={code} class="agree">
          <input
            type="checkbox"
            data-testid={`question-${code}`}
            data-question={code}
            checked={model.agreed.value.includes(code)}
            onChange={(event) => model.agree(code, event.currentTarget.checked)}
          />
          <span>{t(`question_${code}`, inMoney(facts))}</span>
        </label>
      ))}
      {model.rung.value === 'confirm' && (
        <label class="agree">
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
      {model.rung.value === 'word' && (
        <label class="type-word">
          <span>{t('typeLossWord', { word: lossWord })}</span>
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

/** The texts hold no sign of a currency: browsers read `$` in them as their own. */
function inMoney(facts: { readonly [name: string]: string }): { readonly [name: string]: string } {
  return facts.dollars === undefined ? facts : { ...facts, dollars: dollars(facts.dollars) }
}
