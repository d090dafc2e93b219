import type { ComponentChildren } from 'preact'
import type { AppModel } from '../../lib/models/app-model.ts'
import type { FormStep } from '../../lib/models/swap-model.ts'
import { LazyQuote, loadedCode, WithCode, withCode } from '../LazyScreen.tsx'
import { FormIcon } from '../parts/FormIcon.tsx'
import { KeyTip, keyOf } from '../parts/KeyTip.tsx'
import { t } from '../parts/text.ts'
import { FromCard } from './FromCard.tsx'
import { StepButton } from './StepButton.tsx'
import { ToCard } from './ToCard.tsx'

/**
 * Shows both cards, the quote and the main button. `children` stand between the quote and the button, `below` stands below
 * the button.
 */
export function SwapForm({
  app,
  below,
  children,
}: {
  app: AppModel
  below?: ComponentChildren
  children: ComponentChildren
}) {
  return (
    <form
      class="swap"
      onSubmit={(event) => {
        event.preventDefault()
        withCode(({ later }) => later.performStep(app))
      }}
    >
      <div class="cards">
        <FromCard app={app} />
        <FlipButton app={app} />
        <ToCard app={app}>
          <WithCode>{({ GasOffer }) => <GasOffer app={app} />}</WithCode>
        </ToCard>
      </div>
      <LazyQuote app={app} />
      {children}
      <HomeFooter app={app} />
      {below}
    </form>
  )
}

function FlipButton({ app }: { app: AppModel }) {
  const { destination, draft, quotes } = app.swap
  const canSend =
    destination.value === undefined || (destination.value.isConfigured && destination.value.sendingEnabled)
  return (
    <button
      type="button"
      class="flip"
      data-testid="flip"
      aria-label={t('flip')}
      aria-keyshortcuts={keyOf('F')}
      title={canSend ? undefined : t('formLimit_cannotSend', { chain: destination.value?.name ?? '' })}
      disabled={!canSend || draft.output.value === null}
      onClick={() => draft.flip(quotes.quote.value?.promisedAmount ?? null)}
    >
      <FormIcon name="flip" />
      {canSend && <KeyTip name={t('flip')} shortcut="F" />}
    </button>
  )
}

/** Steps that a person can perform before the later code is loaded. Their press waits for it. */
const firstSteps: ReadonlySet<FormStep> = new Set(['connect', 'connecting', 'pickTokens'])

function HomeFooter({ app }: { app: AppModel }) {
  const later = loadedCode.value?.later
  const step = app.swap.step.value
  return (
    <footer class="foot-bar">
      <StepButton
        testId="primary"
        step={step}
        isOpen={later === undefined ? firstSteps.has(step) : later.isStepOpen(app)}
      >
        {later === undefined ? firstText(app, step) : later.stepText(app)}
      </StepButton>
    </footer>
  )
}

function firstText({ swap }: AppModel, step: FormStep): string {
  return t(`form_${step === 'otherMethod' ? 'starting' : step}`, {
    symbol: swap.draft.input.value?.symbol ?? '',
  })
}
