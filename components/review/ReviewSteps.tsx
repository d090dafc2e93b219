import type { ComponentChildren } from 'preact'
import { formatExactMoney } from '../../lib/base/money-text.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import type { ChainSwitchModel } from '../../lib/models/user-actions.ts'
import type { ReviewStep } from '../../lib/review/review-view.ts'
import { formatCostInDollars } from '../parts/amount-text.ts'
import { Button } from '../parts/Button.tsx'
import { Hint } from '../parts/Hint.tsx'
import { Icon } from '../parts/Icon.tsx'
import { LabelledSection } from '../parts/LabelledSection.tsx'
import { ProblemNotice } from '../parts/ProblemNotice.tsx'
import { t, tWithFacts } from '../parts/text.ts'
import { ReviewAnswers } from './ReviewAnswers.tsx'
import { formatNativeMoney } from './ReviewFacts.tsx'
import type { ReviewProps } from './review-props.ts'
import { isSimulationNotable, SimulationNote } from './SimulationNote.tsx'
import { WalletRequest, walletConfirmsText } from './WalletRequest.tsx'

/**
 * Lists the wallet requests, and the checks that precede them. `data-more`: the wallet may first have to switch networks,
 * so `data-count` is a minimum.
 */
export function ReviewSteps({ app, model, review }: ReviewProps) {
  const { steps, quote, simulation } = review
  const { request, inputToken, outputToken } = quote
  const note = (
    <SimulationNote
      app={app}
      of={steps.some(({ purpose }) => purpose === 'send') ? 'send' : 'approve'}
      simulation={simulation}
      chainId={request.originChainId}
      tokens={[inputToken, outputToken]}
    />
  )
  const isNotable = isSimulationNotable(simulation)
  return (
    <LabelledSection
      id="steps"
      look="card review-steps"
      title={steps.length === 0 ? t('walletAsksNothing') : walletConfirmsText(app)}
      data-testid="review-steps"
      data-count={steps.length}
      data-more={model.chain.isNeeded.value}
    >
      {steps.length > 0 && (
        <ol class="steps">
          <ChainStep app={app} model={model.chain} chain={app.start.chainName(request.originChainId)} />
          {steps.map((step) => (
            <WalletRequest
              key={step.purpose}
              name={t(`review_${step.purpose}`, { amount: formatExactMoney(step.amountUnits, inputToken) })}
              gas={gasText(step)}
            >
              {step.nativeFeeUnits !== undefined && (
                <span class="faint numbers">
                  {t('nativeOnTop', { amount: formatNativeMoney(quote, step.nativeFeeUnits) })}
                </span>
              )}
            </WalletRequest>
          ))}
        </ol>
      )}
      <ReviewAnswers app={app} model={model} review={review} about="steps" />
      {isNotable && note}
      <CheckList app={app} review={review}>
        {!isNotable && note}
      </CheckList>
    </LabelledSection>
  )
}

function gasText({ purpose, gasInUsd }: ReviewStep): string {
  if (purpose === 'sign') return t('gasNone')
  return gasInUsd === null ? t('gasUnknown') : t('gasAbout', { amount: formatCostInDollars(gasInUsd) })
}

/** Lists the passed checks behind one line. Checks that could not be made are open above it. */
function CheckList({ app, review, children }: Omit<ReviewProps, 'model'> & { children: ComponentChildren }) {
  const { checks, notPossible, quote, loss, simulation } = review
  const facts = { chain: app.start.chainName(quote.request.originChainId), symbol: quote.inputToken.symbol }
  const total = checks.reduce((sum, { count }) => sum + count, 0)
  const isComplete = notPossible.length === 0 && simulation.kind !== 'unmeasured'
  return (
    <>
      {notPossible.map((group) => (
        <Hint key={group} tone="warning">
          {t(`unchecked_${group}`)}
        </Hint>
      ))}
      <details class="more review-checks" data-testid="review-checks" data-complete={isComplete}>
        <summary>
          <Icon name="check" />
          <h2 class="label">
            {t(isComplete ? 'checksAllPassed' : 'checksPassed', { count: total })}
            {simulation.kind === 'measured' && <> · {t('simulated')}</>}
          </h2>
        </summary>
        <ul class="checks">
          {checks.map(({ group, count }) => (
            <li key={group}>
              <Icon name="check" />
              <span>
                {t(`check_${group}`, facts)}
                {count > 1 && <span class="faint"> · {t('checkCount', { count })}</span>}
              </span>
            </li>
          ))}
          {loss.checkedBy !== null && (
            <li data-testid="priced-by">
              <Icon name="check" />
              <span>{t(`pricedBy_${loss.checkedBy}`)}</span>
            </li>
          )}
        </ul>
        {children}
      </details>
    </>
  )
}

/** The network request that may precede the swap. It is sent with the swap, or when the person presses the button. */
function ChainStep({ app, model, chain }: { app: AppModel; model: ChainSwitchModel; chain: string }) {
  if (!model.isNeeded.value) return null
  const wallet = app.start.account.value?.wallet
  const problem = model.problem.value
  const prompt = model.isAdding.value ? 'addChain' : 'useChain'
  return (
    <li class="perhaps" data-testid="chain-step" data-prompt={prompt}>
      <span>{t(`review_${prompt}`, { chain })}</span>
      {problem !== null && (
        <span>
          <ProblemNotice problem={problem} isQuiet />
        </span>
      )}
      <span>
        <Button look="secondary" testId="use-chain" isBusy={model.isRequested.value} onPress={model.use}>
          {tWithFacts(model.isRequested.value ? 'useChainAsked' : 'useChainNow', {
            wallet: wallet?.name || undefined,
          })}
        </Button>
      </span>
    </li>
  )
}
