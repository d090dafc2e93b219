import type { ComponentChildren } from 'preact'
import { momentText } from '../../lib/base/time-text.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import { LazyPart } from '../LazyScreen.tsx'
import { FormIcon } from '../parts/FormIcon.tsx'
import { countdownText } from '../parts/format.ts'
import { KeyTip } from '../parts/KeyTip.tsx'
import { t } from '../parts/text.ts'
import { FromCard } from './FromCard.tsx'
import { cutAmount, formStepText, startOtherMethod } from './other-methods.ts'
import { readRefusedAmount } from './refused-amount.ts'
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
        performStep(app)
      }}
    >
      <div class="cards">
        <FromCard app={app} />
        <FlipButton app={app} />
        <ToCard app={app}>
          {app.swap.missingGas.value !== null && <LazyPart app={app} name="gasOffer" />}
        </ToCard>
      </div>
      {Object.values(app.swap.draft.options.value).some(Boolean) && <LazyPart app={app} name="options" />}
      <LazyPart app={app} name="quote" placeholder={<div class="quote-slot" />} />
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
      aria-keyshortcuts="F"
      title={canSend ? undefined : t('formLimit_cannotSend', { chain: destination.value?.name ?? '' })}
      disabled={!canSend || draft.output.value === null}
      onClick={() => draft.flip(quotes.quote.value?.promisedAmount ?? null)}
    >
      <FormIcon name="flip" />
      {canSend && <KeyTip name={t('flip')} shortcut="F" />}
    </button>
  )
}

const enabledSteps = new Set([
  'blocked',
  'connect',
  'connecting',
  'failed',
  'fixOption',
  'needRefund',
  'noRoute',
  'otherMethod',
  'paused',
  'pickRoute',
  'pickTokens',
  'review',
  'storage',
])

const canPress = (app: AppModel): boolean =>
  enabledSteps.has(app.swap.step.value) ||
  (app.swap.step.value === 'fixAmount' && app.swap.draft.cutAmount.value !== null) ||
  (app.swap.step.value === 'notEnough' && app.swap.offeredMax.value !== null)

/** Says when Ferry retries a busy service by itself; null if it does not. */
function retryText({ swap: { quotes, step }, nowMs }: AppModel): string | null {
  const { code, facts } = quotes.problem.value ?? {}
  if (step.value !== 'failed' || code !== 'serviceBusy' || facts?.untilMs === undefined) return null
  const untilMs = Number(facts.untilMs)
  const seconds = Math.ceil((untilMs - nowMs.value) / 1000)
  if (seconds <= 0) return null
  const time = countdownText(seconds)
  return time === '' ? t('retryAt', { time: momentText(untilMs, nowMs.value) }) : t('retryIn', { time })
}

function HomeFooter({ app }: { app: AppModel }) {
  const step = app.swap.step.value
  return (
    <footer class="foot-bar">
      <StepButton testId="primary" step={step} isOpen={canPress(app) && retryText(app) === null}>
        {stepText(app)}
      </StepButton>
    </footer>
  )
}

function stepText(app: AppModel): string {
  const refused = findRefusedAmount(app)
  if (refused !== null) {
    const { limit, tokens } = refused
    return limit === null || tokens === null ? t('form_fixAmount') : t('useLimit', { limit })
  }
  const retry = retryText(app)
  if (retry !== null) return retry
  if (app.swap.step.value === 'paused') return t('accessAllow')
  if (app.swap.step.value === 'storage') return t(app.swap.isHalted.value ? 'tryAgain' : 'openNormalWindow')
  return formStepText(app.swap.step.value, app)
}

/** The service requires another amount. Retrying the same amount would be refused again. */
function findRefusedAmount(app: AppModel) {
  return app.swap.step.value === 'failed' && app.start.isFresh.value ? readRefusedAmount(app) : null
}

/** Performs the step that the form's button names. Does nothing while the form waits. */
function performStep(app: AppModel): void {
  const { draft, step, quotes, otherMethods } = app.swap
  const refused = findRefusedAmount(app)
  const [method] = otherMethods.value
  if (step.value === 'connect' || step.value === 'connecting') app.openSheet({ name: 'wallets' })
  if (step.value === 'otherMethod' && method !== undefined) startOtherMethod(app, method)
  if (refused !== null) {
    if (refused.tokens !== null) draft.setTokens(refused.tokens)
    document.getElementById('amount')?.focus()
  } else if (step.value === 'failed' && !app.start.isFresh.value) void app.start.load()
  else if (step.value === 'failed' || step.value === 'noRoute') quotes.refresh()
  if (step.value === 'fixAmount') cutAmount(app)
  if (step.value === 'notEnough') {
    document.getElementById('amount')?.focus()
    app.swap.fillOfferedMax()
  }
  if (step.value === 'paused') void app.access.allow()
  // Broken storage may work again. A private window never keeps data.
  if (step.value === 'storage') void (app.swap.isHalted.value ? app.start.load() : app.openNormalWindow())
  if (step.value === 'fixOption') app.openSheet({ name: 'advanced' })
  // A proposal keeps its own screen, because the review must show its site.
  if (step.value === 'needRefund') {
    if (app.screen.value.name === 'home') app.go({ name: 'deposit', step: 2 })
    else app.openSheet({ name: 'advanced' })
  }
  if (step.value === 'blocked' || step.value === 'pickRoute') app.openSheet({ name: 'routes' })
  if (step.value === 'pickTokens') {
    app.openSheet({ name: 'tokens', side: app.swap.draft.input.value === null ? 'input' : 'output' })
  }
  if (step.value === 'review') app.review()
}
