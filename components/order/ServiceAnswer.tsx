import { useSignal } from '@preact/signals'
import { type ProblemData, problemData } from '../../lib/base/problem.ts'
import type { DirectRouteAnswer } from '../../lib/history/history-messages.ts'
import { CopyButton } from '../parts/CopyButton.tsx'
import { Problem } from '../parts/Problem.tsx'
import { t } from '../parts/text.ts'

/** Asks the service once, when pressed, what it knows of a quote; the answer is shown as it came (interface 4.9). */
export function ServiceAnswer({ ask }: { ask: () => Promise<DirectRouteAnswer> }) {
  const answer = useSignal<DirectRouteAnswer | null>(null)
  const problem = useSignal<ProblemData | null>(null)
  const isAsking = useSignal(false)
  async function press() {
    isAsking.value = true
    problem.value = null
    try {
      answer.value = await ask()
    } catch (thrown) {
      answer.value = null
      problem.value = problemData(thrown)
    } finally {
      isAsking.value = false
    }
  }
  const text = answer.value?.text ?? ''
  const serverRequestId = answer.value?.serverRequestId ?? null
  return (
    <div class="service-answer">
      <p class="faint">{t('askServiceWhy')}</p>
      <button
        type="button"
        class="secondary"
        data-testid="ask-service"
        disabled={isAsking.value}
        aria-busy={isAsking.value}
        onClick={() => void press()}
      >
        {t(isAsking.value ? 'loading' : 'askService')}
      </button>
      {problem.value !== null && <Problem problem={problem.value} tone="warning" isQuiet />}
      {answer.value !== null && (
        <div role="status">
          {text.trim() === '' ? (
            <p class="faint">{t('askServiceEmpty')}</p>
          ) : (
            <textarea
              class="field"
              rows={6}
              readOnly
              dir="ltr"
              spellcheck={false}
              aria-label={t('askServiceAnswer')}
              data-testid="service-answer"
              value={text}
            />
          )}
          {serverRequestId !== null && (
            <p class="request-id">
              <span>{t('requestId')}</span> <code>{serverRequestId}</code>
              <CopyButton label={t('copyRequestId')} read={() => serverRequestId} />
            </p>
          )}
        </div>
      )}
    </div>
  )
}
