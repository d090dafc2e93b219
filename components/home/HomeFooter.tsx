import type { AppModel } from '../../lib/models/app-model.ts'
import { t } from '../parts/text.ts'

const active = new Set([
  'blocked',
  'connect',
  'connecting',
  'failed',
  'needReceiver',
  'noRoute',
  'pickRoute',
  'pickTokens',
  'review',
])

/** Shows the one button of the form; its words are the next step. */
export function HomeFooter({ app }: { app: AppModel }) {
  const step = app.swap.step.value
  const symbol = app.swap.draft.input.value?.symbol ?? ''
  return (
    <footer class="foot-bar">
      <button
        type="submit"
        class="primary"
        data-testid="primary"
        data-step={step}
        disabled={!active.has(step)}
        aria-busy={step === 'quoting' || step === 'connecting'}
      >
        {t(`form_${step}`, { symbol })}
      </button>
    </footer>
  )
}
