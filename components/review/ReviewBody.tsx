import type { AppModel } from '../../lib/models/app-model.ts'
import type { ReviewModel } from '../../lib/models/review-model.ts'
import type { ReviewView } from '../../lib/review/review-view.ts'
import type { Site } from '../../lib/sites/sites.ts'
import { CopyButton } from '../parts/CopyButton.tsx'
import { moneyOf } from '../parts/format.ts'
import { Icon } from '../parts/Icon.tsx'
import { Chunked } from '../parts/IdFact.tsx'
import { SlippageHint } from '../parts/SlippageHint.tsx'
import { t } from '../parts/text.ts'
import { SiteName } from '../sites/SiteQuestion.tsx'
import { ReviewAmounts, ReviewFacts, ReviewFees } from './ReviewFacts.tsx'
import { CheckList, ReviewSteps } from './ReviewSteps.tsx'
import { SimulationNote } from './SimulationNote.tsx'

/** Shows what a review says: figures first, warnings open, and what only proves them folded to a line each. */
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
  const { quote, proposal, steps } = review
  const { ask, inputToken, outputToken } = quote
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
      <ReviewAmounts app={app} review={review} />
      <Recipient model={model} review={review} />
      <OnTheWayNote app={app} review={review} />
      <SimulationNote
        app={app}
        of={steps.some(({ purpose }) => purpose === 'send') ? 'send' : 'approve'}
        simulation={review.simulation}
        chainId={ask.originChainId}
        tokens={[inputToken, outputToken]}
      />
      <ReviewFacts app={app} review={review} part="unusual" />
      {review.deposit !== null && <DepositChoice app={app} review={review} />}
      <SlippageHint app={app} quote={quote} onTaken={onRenew} />
      <ReviewSteps app={app} model={model} review={review} />
      <CheckList app={app} review={review} />
      <ReviewFees review={review} />
      <ReviewFacts app={app} review={review} part="usual" />
    </>
  )
}

/** Shows a receiver that is somebody else, in full. */
function Recipient({ model, review }: { model: ReviewModel; review: ReviewView }) {
  const { proposal, receiverIsSelf } = review
  const { receiverAddress } = review.quote.ask
  if (receiverIsSelf || receiverAddress === null) return null
  return (
    <section class="card" aria-labelledby="receiver-label">
      <h2 id="receiver-label" class="label">
        {t('receivedBy')}
      </h2>
      <p class="long-hex">
        <Chunked text={receiverAddress} />
        <CopyButton label={t('copyAddress')} read={() => receiverAddress} />
      </p>
      {proposal !== undefined && proposal.receiverChoices !== null && (
        <ReceiverQuestion model={model} site={proposal.site} choices={proposal.receiverChoices} />
      )}
    </section>
  )
}

/** Shows how little may come of it on the way. */
function OnTheWayNote({ app, review: { onTheWay, quote } }: { app: AppModel; review: ReviewView }) {
  if (onTheWay === undefined) return null
  return (
    <p class="hint" data-testid="on-the-way">
      {t('reviewOnTheWay', {
        least: moneyOf(onTheWay.minUnits, onTheWay.token),
        origin: app.start.chainName(quote.ask.originChainId),
      })}
    </p>
  )
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

const ways = ['wallet', 'elsewhere'] as const

/** Shows who sends a deposit: the connected wallet, or anything else. */
function DepositChoice({ app, review }: { app: AppModel; review: ReviewView }) {
  const { quote, deposit } = review
  const { quoteKey } = quote
  const now = review.account === null ? 'elsewhere' : 'wallet'
  // A plain transfer carries no memo, and a wallet sends on the chains Ferry knows.
  const isLive = app.start.chainOf(deposit?.chainId)?.isConfigured === true
  const canSend = app.start.account.value?.wallet != null && deposit?.memo === null && isLive
  return (
    <section class="card" aria-labelledby="deposit-choice-label">
      <h2 id="deposit-choice-label" class="label">
        {t('payFrom')}
      </h2>
      {canSend && (
        <div class="choice">
          {ways.map((pay) => (
            <button
              key={pay}
              type="button"
              class="chip"
              data-testid={`pay-${pay}`}
              aria-pressed={pay === now}
              onClick={() => app.replace({ name: 'review', quoteKey, routeKey: 'deposit', pay })}
            >
              {t(`pay_${pay}`)}
            </button>
          ))}
        </div>
      )}
      <p class="faint">{t(now === 'wallet' ? 'payWalletWhy' : 'payElsewhereWhy')}</p>
    </section>
  )
}
