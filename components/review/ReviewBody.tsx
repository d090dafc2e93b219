import type { AppModel } from '../../lib/models/app-model.ts'
import type { ReviewModel } from '../../lib/models/review-model.ts'
import { leewayPercent } from '../../lib/order/order-facts.ts'
import type { QuoteView } from '../../lib/quote/quote-view.ts'
import type { ReviewView } from '../../lib/review/review-view.ts'
import type { SiteName as Site } from '../../lib/sites/sites.ts'
import { DepositChoice } from '../home/DepositChoice.tsx'
import { Chunked } from '../parts/Chunked.tsx'
import { CopyButton } from '../parts/CopyButton.tsx'
import { dollars, lossText, moneyOf, shortHex } from '../parts/format.ts'
import { Icon } from '../parts/Icon.tsx'
import { SlippageHint } from '../parts/SlippageHint.tsx'
import { t } from '../parts/text.ts'
import { SiteName } from '../sites/SiteName.tsx'
import { CalledByWallet } from '../wallet/CalledByWallet.tsx'
import { ChainStep } from './ChainStep.tsx'
import { Costs, ReviewFacts } from './ReviewFacts.tsx'
import { SimulationNote } from './SimulationNote.tsx'

/** Shows what a review says, from the sentence to the costs. */
export function ReviewBody({
  app,
  model,
  review,
  onRenew,
}: {
  app: AppModel
  model: ReviewModel
  review: ReviewView
  /** Goes back for another quote. */
  onRenew: () => void
}) {
  const { quote, steps, checks, notMade, receiverIsSelf } = review
  const { ask, inputToken, outputToken } = quote
  const { chainName } = app.start
  const origin = chainName(ask.originChainId)
  const { proposal } = review
  const askCount = steps.length + (model.chain.asks.value === true ? 1 : 0)
  return (
    <>
      {proposal !== undefined && proposal.swapId !== null && (
        <p class="hint site-line" data-testid="review-site">
          <Icon name="site" />
          <span>
            {t('proposedBy')} <SiteName site={proposal.site} />
          </span>
        </p>
      )}
      <p class="sentence">
        {t(quote.minAmountOut === '0' ? 'reviewSentenceOpen' : 'reviewSentence', {
          sent: moneyOf(ask.inputAmount, inputToken),
          origin,
          received: moneyOf(quote.minAmountOut, outputToken),
          destination: chainName(ask.destinationChainId),
        })}
      </p>
      {review.onTheWay !== undefined && (
        <p class="hint" data-testid="on-the-way">
          {t('reviewOnTheWay', {
            least: moneyOf(review.onTheWay.minUnits, review.onTheWay.token),
            origin,
          })}
        </p>
      )}
      {review.goesOnUnits !== null && (
        <p class="faint" data-testid="goes-on">
          {t('goesOnDownTo', {
            percent: leewayPercent,
            least: moneyOf(review.goesOnUnits, outputToken),
          })}
        </p>
      )}
      <section class="card" aria-labelledby="steps-label" data-testid="review-steps">
        <h2 id="steps-label" class="label">
          {askCount === 0 ? t('walletAsksNothing') : t('walletAsksOften', { count: askCount })}
        </h2>
        <ol class="steps">
          <ChainStep app={app} model={model.chain} chain={origin} />
          {steps.map((step) => (
            <li key={step.purpose}>
              <span>{t(`review_${step.purpose}`, { amount: moneyOf(step.amountUnits, inputToken) })}</span>
              <span class="faint numbers">
                {t(`review_${step.purpose}_to`, { name: t(`contract_${step.contractName}`) })} ·{' '}
                {shortHex(step.contract)}
                <CopyButton label={t('copyNamed', { name: step.contractName })} read={() => step.contract} />
                {step.nativeFeeUnits !== undefined && (
                  <> · {t('nativeOnTop', { amount: nativeMoney(quote, step.nativeFeeUnits) })}</>
                )}
                {step.purpose !== 'sign' && (
                  <>
                    {' '}
                    ·{' '}
                    {step.gasInUsd === null
                      ? t('gasUnknown')
                      : t('gasAbout', { amount: dollars(step.gasInUsd) })}
                  </>
                )}
              </span>
              <CalledByWallet wallet={review.account?.wallet ?? null} purpose={step.purpose} />
            </li>
          ))}
        </ol>
        <SimulationNote
          app={app}
          simulation={review.simulation}
          chainId={ask.originChainId}
          tokens={[inputToken, outputToken]}
        />
      </section>
      <ReviewFacts app={app} review={review} part="unusual" />
      <section class="card" aria-labelledby="checks-label" data-testid="review-checks">
        <h2 id="checks-label" class="label">
          {t('checksPassed')}
        </h2>
        <ul class="checks">
          {checks.map(({ group, count }) => (
            <li key={group}>
              <Icon name="check" />
              <span>
                {t(`check_${group}`, { chain: origin, symbol: inputToken.symbol })}
                {count > 1 && <span class="faint"> · {t('checkCount', { count })}</span>}
              </span>
            </li>
          ))}
          {notMade.map((group) => (
            <li key={`not-${group}`} class="not-made">
              <Icon name="warning" />
              <span>{t(`unchecked_${group}`)}</span>
            </li>
          ))}
        </ul>
      </section>
      {review.deposit !== null && <DepositChoice app={app} review={review} />}
      {!receiverIsSelf && ask.receiverAddress !== null && (
        <section class="card" aria-labelledby="receiver-label">
          <h2 id="receiver-label" class="label">
            {t('receivedBy')}
          </h2>
          <p class="long-hex">
            <Chunked text={ask.receiverAddress} />
            <CopyButton label={t('copyAddress')} read={() => ask.receiverAddress ?? ''} />
          </p>
          {proposal !== undefined && proposal.receiverChoices !== null && (
            <ReceiverQuestion model={model} site={proposal.site} choices={proposal.receiverChoices} />
          )}
        </section>
      )}
      <ReviewFacts app={app} review={review} part="usual" />
      <Costs
        quote={quote}
        received={quote.promisedAmount === '0' ? null : moneyOf(quote.promisedAmount, outputToken)}
        loss={quote.lossPercent === null ? t('unknown') : lossText(quote.lossPercent)}
      />
      <SlippageHint app={app} quote={quote} onTaken={onRenew} />
      {review.loss.checkedBy !== null && (
        <p class="hint" data-testid="priced-by">
          {t(`pricedBy_${review.loss.checkedBy}`)}
        </p>
      )}
    </>
  )
}

/** The native fee in its own currency, which the quote's fee of that kind names. */
function nativeMoney({ fees }: QuoteView, units: string): string {
  const token = fees.find(({ kind }) => kind === 'native')?.token
  return token === undefined ? t('unknown') : moneyOf(units, token)
}

/**
 * Shows a receiver that a site named is confirmed on its own: its end is picked out of three, so that it is really read
 * (M7).
 */
function ReceiverQuestion({
  model,
  site,
  choices,
}: {
  model: ReviewModel
  site: Site
  choices: readonly string[]
}) {
  return (
    <fieldset class="option" data-testid="receiver-question" aria-labelledby="receiver-end-label">
      <p class="hint warning">
        <span>
          {t('receiverFrom')} <SiteName site={site} />
        </span>
      </p>
      <p id="receiver-end-label">{t('receiverPickEnd')}</p>
      <div class="choice">
        {choices.map((end) => (
          <button
            key={end}
            type="button"
            class="chip numbers"
            data-testid={`receiver-end-${end}`}
            aria-pressed={model.receiverEnd.value === end}
            onClick={() => {
              model.receiverEnd.value = end
            }}
          >
            …{end}
          </button>
        ))}
      </div>
    </fieldset>
  )
}
