import { formatExactMoney } from '../../lib/base/money-text.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import type { ReviewModel } from '../../lib/models/review-model.ts'
import type { ChainAccessModel } from '../../lib/models/user-actions.ts'
import type { ReviewStep, ReviewView } from '../../lib/review/review-view.ts'
import { CopyButton } from '../parts/CopyButton.tsx'
import { formatCostInDollars, shortenHex } from '../parts/format.ts'
import { Icon } from '../parts/Icon.tsx'
import { ProblemNotice } from '../parts/ProblemNotice.tsx'
import { t, tWithFacts } from '../parts/text.ts'
import { formatNativeMoney } from './ReviewFacts.tsx'

/**
 * Lists the wallet requests, folded behind their count. Open if the wallet is first asked to switch networks.
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
  const chainCount = model.chain.prompts.value.length
  const count = steps.length + chainCount
  return (
    <section class="card" data-testid="review-steps">
      {count === 0 ? (
        <h2 class="label">{t('walletAsksNothing')}</h2>
      ) : (
        <details class="more" open={chainCount > 0}>
          <summary>
            <h2 class="label">
              {t(model.chain.mayPromptMore.value ? 'walletAsksAtLeast' : 'walletAsksOften', { count })}
            </h2>
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

/**
 * The network request that precedes the swap. It is listed like every step, and sent when the person presses
 * the button.
 */
function ChainStep({ app, model, chain }: { app: AppModel; model: ChainAccessModel; chain: string }) {
  const wallet = app.start.account.value?.wallet
  if (!wallet) return null
  const prompts = model.prompts.value
  const problem = model.problem.value
  if (prompts.length === 0 && model.mayPromptMore.value) {
    return (
      <li data-testid="chain-may">
        <span>{t('review_mayAskChain', { chain })}</span>
      </li>
    )
  }
  return prompts.map((prompt, index) => {
    return (
      <li key={prompt} data-testid="chain-step" data-prompt={prompt}>
        <span>{t(`review_${prompt}`, { chain })}</span>
        {index === 0 && <span class="faint">{t(`review_${prompt}_why`, { chain })}</span>}
        {index === 0 && problem !== null && (
          <span>
            <ProblemNotice problem={problem} tone="warning" isQuiet />
          </span>
        )}
        {index === 0 && (
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
                wallet: wallet.name || undefined,
              })}
            </button>
          </span>
        )}
      </li>
    )
  })
}
