import { formatExactMoney } from '../../lib/base/money-text.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import type { ReviewModel } from '../../lib/models/review-model.ts'
import type { ChainSwitchModel } from '../../lib/models/user-actions.ts'
import type { ReviewStep, ReviewView } from '../../lib/review/review-view.ts'
import { CopyButton } from '../parts/CopyButton.tsx'
import { formatCostInDollars, shortenHex } from '../parts/format.ts'
import { Icon } from '../parts/Icon.tsx'
import { ProblemNotice } from '../parts/ProblemNotice.tsx'
import { t, tWithFacts } from '../parts/text.ts'
import { formatNativeMoney } from './ReviewFacts.tsx'

/**
 * Lists the wallet requests, folded behind their count. Open if the wallet may first have to switch networks.
 */
export function ReviewSteps({
  app,
  model,
  review,
}: {
  app: AppModel
  model: ReviewModel
  review: ReviewView
}) {
  const { steps, quote } = review
  const count = steps.length
  const mayPromptMore = model.chain.isNeeded.value
  return (
    <section class="card" data-testid="review-steps">
      {count === 0 ? (
        <h2 class="label">{t('walletAsksNothing')}</h2>
      ) : (
        <details class="more" open={mayPromptMore}>
          <summary>
            <h2 class="label">{t(mayPromptMore ? 'walletAsksAtLeast' : 'walletAsksOften', { count })}</h2>
          </summary>
          <ol class="steps">
            <ChainStep
              app={app}
              model={model.chain}
              chain={app.start.chainName(quote.request.originChainId)}
            />
            {steps.map((step) => (
              <Step key={step.purpose} review={review} step={step} />
            ))}
          </ol>
        </details>
      )}
    </section>
  )
}

function Step({ review: { quote }, step }: { review: ReviewView; step: ReviewStep }) {
  return (
    <li>
      <span>
        {t(`review_${step.purpose}`, { amount: formatExactMoney(step.amountUnits, quote.inputToken) })}
      </span>
      <span class="faint numbers">
        {t(`review_${step.purpose}_to`, { name: t(`contract_${step.contractName}`) })} ·{' '}
        {shortenHex(step.contract)}
        <CopyButton label={t('copyNamed', { name: step.contractName })} read={() => step.contract} />
        {step.gateway !== undefined && (
          <>
            {' '}
            · {t('review_approve_to', { name: t('contract_swapGateway') })} · {shortenHex(step.gateway)}
            <CopyButton
              label={t('copyNamed', { name: t('contract_swapGateway') })}
              read={() => step.gateway ?? ''}
            />
          </>
        )}
        {step.nativeFeeUnits !== undefined && (
          <> · {t('nativeOnTop', { amount: formatNativeMoney(quote, step.nativeFeeUnits) })}</>
        )}
        {step.purpose !== 'sign' && (
          <>
            {' '}
            ·{' '}
            {step.gasInUsd === null
              ? t('gasUnknown')
              : t('gasAbout', { amount: formatCostInDollars(step.gasInUsd) })}
          </>
        )}
      </span>
    </li>
  )
}

/** Lists the passed checks behind one line. Checks that could not be made are open above it. */
export function CheckList({ app, review }: { app: AppModel; review: ReviewView }) {
  const { checks, notPossible, quote, loss } = review
  const facts = { chain: app.start.chainName(quote.request.originChainId), symbol: quote.inputToken.symbol }
  const total = checks.reduce((sum, { count }) => sum + count, 0)
  return (
    <>
      {notPossible.map((group) => (
        <p key={group} class="hint warning">
          <Icon name="warning" />
          <span>{t(`unchecked_${group}`)}</span>
        </p>
      ))}
      <section class="card" data-testid="review-checks">
        <details class="more">
          <summary>
            <h2 class="label">
              {t('checksPassed')} · {t('checkCount', { count: total })}
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
          </ul>
          {loss.checkedBy !== null && (
            <p class="faint" data-testid="priced-by">
              {t(`pricedBy_${loss.checkedBy}`)}
            </p>
          )}
        </details>
      </section>
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
    <li data-testid="chain-step" data-prompt={prompt}>
      <span>{t(`review_${prompt}`, { chain })}</span>
      {problem !== null && (
        <span>
          <ProblemNotice problem={problem} tone="warning" isQuiet />
        </span>
      )}
      <span>
        <button
          type="button"
          class="secondary"
          data-testid="use-chain"
          disabled={model.isRequested.value}
          aria-busy={model.isRequested.value}
          onClick={() => void model.use()}
        >
          {tWithFacts(model.isRequested.value ? 'useChainAsked' : 'useChainNow', {
            wallet: wallet?.name || undefined,
          })}
        </button>
      </span>
    </li>
  )
}
