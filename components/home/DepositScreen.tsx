import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { AdvancedModel } from '../../lib/models/advanced-model.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import { cutAmountOf } from '../../lib/models/cut-amount.ts'
import { reviewScreen } from '../../lib/models/open-review.ts'
import { pickRoute } from '../../lib/models/quote-requests.ts'
import { needsReceiver } from '../../lib/models/receiver-model.ts'
import type { FormStep } from '../../lib/models/swap-model.ts'
import { supportedMethods } from '../../lib/service/swap-methods.ts'
import { DepositSteps, depositStepTitle } from '../order/DepositBody.tsx'
import { LabelledSection } from '../parts/LabelledSection.tsx'
import { Notice } from '../parts/Notice.tsx'
import { ScreenHeader } from '../parts/ScreenHeader.tsx'
import { t } from '../parts/text.ts'
import { OptionField } from './AdvancedSheet.tsx'
import { AmountInOtherUnit, AmountRow, TokenButton } from './AmountRow.tsx'
import { DepositOutcome } from './DepositOutcome.tsx'
import { findFormProblem } from './FormProblem.tsx'
import { cutAmount, formStepText, isStepOpen, performStep, stepText } from './form-steps.ts'
import { ReceiverSlot, Recipient } from './Recipient.tsx'
import { busySteps, StepButton } from './StepButton.tsx'

interface Step {
  readonly app: AppModel
  readonly model: AdvancedModel
}

/**
 * Shows a step of a payment from an exchange. Step 1 sets the output token and recipient, step 2 the refund
 * address. Entries go to the form and follow its rules. The review comes next; the deposit's order is step 3.
 */
export function DepositScreen({ app, model, step }: Step & { step: 1 | 2 }) {
  const { quotes } = app.swap
  useLayoutEffect(() => {
    model.payByDeposit()
    // A route picked earlier on the form is no deposit.
    if (quotes.pickedKey.peek() !== null) pickRoute(quotes, null)
    return () => {
      // The form opens step 2 alone, for a deposit that was chosen there. The way back leads to it.
      const isFromForm = step === 2 && app.isReturn.peek()
      if (app.screen.peek().name === 'home' && !isFromForm) model.payNoDeposit()
    }
  }, [])
  return step === 1 ? <ReceiveStep app={app} /> : <RefundStep app={app} model={model} />
}

/** Form steps at which step 1 is complete. */
const completeSteps: ReadonlySet<FormStep> = new Set([
  'blocked',
  'connect',
  'expired',
  'failed',
  'fixOption',
  'needRefund',
  'noRoute',
  'pickRoute',
  'quoting',
  'review',
])

function ReceiveStep({ app }: Pick<Step, 'app'>) {
  const { draft, destination, origin } = app.swap
  const now = depositStepOf(app)
  const isOpen = supportedMethods(origin.value, destination.value).includes('deposit')
  const isReady = isOpen && !isBackgroundUnreachable(app) && completeSteps.has(now)
  const missing = isOpen ? now : 'notSupported'
  const acts: { readonly [step in FormStep]?: () => void } = {
    failed: () => void app.start.load(),
    ...(cutAmountOf(draft) !== null && { fixAmount: () => cutAmount(app) }),
    needReceiver: () => document.getElementById('receiver')?.focus(),
    pickTokens: () =>
      app.openSheet({ name: 'tokens', side: draft.output.value === null ? 'output' : 'input' }),
  }
  return (
    <StepFrame
      step={1}
      buttonStep={isReady ? 'continue' : missing}
      text={isReady ? t('depositNext') : formStepText(missing, app)}
      isBusy={!isReady && busySteps.has(now)}
      onBack={app.back}
      onContinue={isReady ? () => app.go({ name: 'deposit', step: 2 }) : acts[missing]}
    >
      <LabelledSection id="to" title={t('to')} look="card card-row">
        <TokenButton app={app} side="output" />
      </LabelledSection>
      <RecipientFields app={app} />
      <LabelledSection id="from" title={t('depositFrom')} look={now === 'fixAmount' ? 'card wrong' : 'card'}>
        <AmountRow app={app} isWrong={now === 'fixAmount'} />
        <AmountInOtherUnit app={app} />
        {isOpen && origin.value !== undefined && (
          <p class="faint">{t('depositFromWhy', { chain: origin.value.name })}</p>
        )}
      </LabelledSection>
      <div id="quote-slot">{isOpen ? findFormProblem(app) : <NoDepositNotice app={app} />}</div>
    </StepFrame>
  )
}

/** Sets the recipient. The person's own account is a choice if it exists on that chain. */
function RecipientFields({ app }: { app: AppModel }) {
  const { draft } = app.swap
  const isRequested = useRef(false)
  const isNamed = needsReceiver({
    destinationFormat: app.start.formOf(draft.output.value?.chainId ?? 0),
    account: app.start.account.value,
    wantsDeposit: true,
  })
  return (
    <section class="card" aria-labelledby="recipient-label">
      <div class="card-row">
        <h2 id="recipient-label" class="label">
          {t('receivedBy')}
        </h2>
        {!isNamed && <Recipient app={app} isFieldOpen={isRequested} />}
      </div>
      <ReceiverSlot app={app} isFieldOpen={isRequested} />
    </section>
  )
}

function NoDepositNotice({ app: { swap } }: { app: AppModel }) {
  const [origin, destination] = [swap.origin.value?.name ?? '', swap.destination.value?.name ?? '']
  const reason = swap.notSupported.value
  const isChain = reason === 'originCannotSend' || reason === 'destinationCannotReceive'
  return (
    <Notice
      tone="warning"
      role="status"
      data-testid="deposit-none"
      text={
        isChain ? t(`noRoute_${reason}`, { origin, destination }) : t('depositNoneFrom', { chain: origin })
      }
    />
  )
}

function RefundStep({ app, model }: Step) {
  const { origin, quotes } = app.swap
  const now = depositStepOf(app)
  const quote = quotes.quote.value
  const isNone =
    now === 'noRoute' || (quote !== null && quote.routeKey !== 'deposit' && completeSteps.has(now))
  const canRetry = isNone || now === 'failed' || now === 'blocked'
  const isWaiting = quotes.state.value === 'loading'
  const review = () => {
    if (quote === null) return
    app.start.welcome()
    app.go(reviewScreen(app, { quoteKey: quote.quoteKey, routeKey: 'deposit', pay: 'elsewhere' }))
  }
  // A refused amount would be refused again: the button takes the service's limit, as on the form.
  const isFormStep = app.swap.step.value === 'failed'
  const retry = () => {
    if (isFormStep) performStep(app)
    else void (isBackgroundUnreachable(app) ? app.start.load() : quotes.refresh())
  }
  const nextText = isFormStep
    ? stepText(app)
    : canRetry
      ? t('tryAgain')
      : now === 'needRefund'
        ? t('refundNeeded')
        : formStepText(now, app)
  const acts: { readonly [step in FormStep]?: () => void } = {
    expired: () => void quotes.refresh(),
    fixOption: () => app.openSheet({ name: 'advanced' }),
    review,
  }
  return (
    <StepFrame
      step={2}
      buttonStep={isNone ? 'noRoute' : isWaiting ? 'quoting' : now}
      text={isWaiting ? t('form_quoting') : nextText}
      isBusy={isWaiting || busySteps.has(now)}
      onBack={app.back}
      onContinue={isWaiting || (isFormStep && !isStepOpen(app)) ? undefined : canRetry ? retry : acts[now]}
    >
      <section class="card">
        <OptionField
          model={model}
          name="refundAddress"
          label={t('ownAddress', { chain: origin.value?.name ?? '' })}
        />
      </section>
      <DepositOutcome app={app} model={model} quote={isNone ? null : quote} isNone={isNone} />
    </StepFrame>
  )
}

/** The background could not be reached, so nothing on screen is current. */
const isBackgroundUnreachable = ({ start }: AppModel) => !start.isFresh.value && start.problem.value !== null

const depositStepOf = (app: AppModel) => (isBackgroundUnreachable(app) ? 'failed' : app.swap.step.value)

function StepFrame({
  step,
  buttonStep,
  text,
  isBusy,
  onBack,
  onContinue,
  children,
}: {
  step: 1 | 2
  buttonStep: FormStep | 'continue'
  text: string
  isBusy: boolean
  onBack: () => void
  /** Undefined if there is nothing to press. */
  onContinue: (() => void) | undefined
  children: ComponentChildren
}) {
  return (
    <form
      class="screen"
      data-testid="deposit-screen"
      data-step={step}
      onSubmit={(event) => {
        event.preventDefault()
        onContinue?.()
      }}
    >
      <ScreenHeader title={depositStepTitle(step)} onBack={onBack} />
      <main class="scroll">
        <DepositSteps step={step} />
        {children}
      </main>
      <footer class="foot-bar">
        <StepButton testId="deposit-next" step={buttonStep} isOpen={onContinue !== undefined} isBusy={isBusy}>
          {text}
        </StepButton>
      </footer>
    </form>
  )
}
