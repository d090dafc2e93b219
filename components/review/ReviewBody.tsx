import type { Signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { keepOrder } from '../../lib/base/isolate.ts'
import { formatExactMoney } from '../../lib/base/money-text.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import type { ReviewModel } from '../../lib/models/review-model.ts'
import type { ReviewView } from '../../lib/review/review-view.ts'
import { SlippageHint } from '../home/SlippageField.tsx'
import { CompareTable } from '../parts/CompareTable.tsx'
import { CopyButton } from '../parts/CopyButton.tsx'
import { aboutMoneyOf, costText, durationText } from '../parts/format.ts'
import { Icon } from '../parts/Icon.tsx'
import { ChunkedAddress, slot, TextWithSlot } from '../parts/IdFact.tsx'
import { t } from '../parts/text.ts'
import { SiteName } from '../sites/SitePermission.tsx'
import { AccountSource } from '../wallet/AccountSource.tsx'
import { formatNativeMoney, ReviewAmounts, ReviewFacts } from './ReviewFacts.tsx'
import { ReviewSteps } from './ReviewSteps.tsx'

/** The content of a review: figures first, then the wallet's requests; supporting details are folded to one line each. */
export function ReviewBody({
  app,
  model,
  review,
  onRenew,
}: {
  app: AppModel
  model: ReviewModel
  review: ReviewView
  onRenew: () => void
}) {
  const { quote, proposal } = review
  return (
    <>
      {proposal !== undefined && proposal.swapId !== null && (
        <p class="hint site-line" data-testid="review-site">
          <Icon name="site" />
          <span>
            <TextWithSlot text={t('proposedBySite', { site: slot })}>
              <SiteName site={proposal.site} />
            </TextWithSlot>
          </span>
        </p>
      )}
      {model.before !== null && <RenewalChanges before={model.before} review={review} />}
      <ReviewAmounts app={app} review={review} />
      <Recipient model={model} review={review} />
      <RefundAccount model={model} review={review} />
      <IntermediateTokenNote app={app} review={review} />
      <ReviewFacts app={app} review={review} part="unusual" />
      {review.deposit !== null && <DepositChoice app={app} review={review} />}
      <SlippageHint app={app} quote={quote} onTaken={onRenew} />
      <ReviewSteps app={app} model={model} review={review} />
      <ReviewFacts app={app} review={review} part="usual" />
    </>
  )
}

/** Lists the figures that changed since the review the person read before, with old and new values. */
function RenewalChanges({ before, review }: { before: ReviewView; review: ReviewView }) {
  const was = displayedFigures(before)
  const now = displayedFigures(review)
  const names = figureNames.filter((name) => was[name] !== now[name])
  if (names.length === 0) {
    return (
      <p class="hint" role="status" data-testid="renewed" data-price="same">
        {t('renewedSame')}
      </p>
    )
  }
  const isPrice = names.some((name) => name === 'offerAbout' || name === 'offerLeast')
  const price = isPrice ? comparePrices(before, review) : names[0] === 'time' ? 'time' : 'kept'
  return (
    <section class="card" data-testid="renewed" data-price={price}>
      <div role={price === 'worse' ? 'alert' : 'status'}>
        <h2 class={price === 'worse' ? 'label line tone-warning' : 'label'}>
          {price === 'worse' && <Icon name="warning" />}
          <span>{t(price === 'worse' ? 'offerTitle' : `renewed_${price}`)}</span>
        </h2>
      </div>
      <CompareTable rows={names.map((name) => ({ name: t(name), before: was[name], now: now[name] }))} />
    </section>
  )
}

const figureNames = ['offerAbout', 'offerLeast', 'costTotal', 'onTop', 'time'] as const

function displayedFigures({ quote, steps }: ReviewView) {
  const { outputToken, promisedAmount, minAmountOut } = quote
  const onTop = steps.find(({ nativeFeeUnits }) => nativeFeeUnits !== undefined)?.nativeFeeUnits
  return {
    offerAbout: promisedAmount === '0' ? t('promisedUnknown') : aboutMoneyOf(promisedAmount, outputToken),
    offerLeast: minAmountOut === '0' ? t('leastUnknown') : formatExactMoney(minAmountOut, outputToken),
    costTotal: costText(quote.cost),
    onTop: onTop === undefined ? '' : formatNativeMoney(quote, onTop),
    time: durationText(quote.estimatedSeconds),
  }
}

/** Returns how the price changed. It is worse if either of the two amounts is lower. */
function comparePrices(before: ReviewView, now: ReviewView): 'worse' | 'better' | 'kept' {
  const amounts = ({ quote }: ReviewView) => [quote.promisedAmount, quote.minAmountOut].map(BigInt)
  const was = amounts(before)
  const turns = amounts(now).map((units, at) => units - (was[at] ?? units))
  if (turns.some((turn) => turn < 0n)) return 'worse'
  return turns.some((turn) => turn > 0n) ? 'better' : 'kept'
}

/** Shows the full recipient address, unless it is the person's own proven account. */
function Recipient({ model, review }: { model: ReviewModel; review: ReviewView }) {
  const { proposal, receiverIsSelf, receiverNamedBy } = review
  const { receiverAddress, receiverName } = review.quote.request
  if (receiverIsSelf || receiverAddress === null) return null
  return (
    <section class="card" aria-labelledby="receiver-label">
      <h2 id="receiver-label" class="label">
        {t('receivedBy')}
      </h2>
      {receiverName !== undefined && <p data-testid="receiver-name">{receiverName}</p>}
      <p class="long-hex">
        <ChunkedAddress text={receiverAddress} />
        <CopyButton label={t('copyAddress')} read={() => receiverAddress} />
      </p>
      {receiverNamedBy !== null && (
        <div class="stack" data-testid="receiver-unproven">
          <p class="hint warning">{t('receiverUnproven')}</p>
          <AccountSource wallet={receiverNamedBy} />
        </div>
      )}
      {proposal !== undefined && proposal.receiverChoices !== null && (
        <AddressEndChoice
          name="receiver"
          picked={model.receiverEnding}
          choices={proposal.receiverChoices}
          label={t('receiverPickEnd')}
        >
          <TextWithSlot text={t('receiverFrom', { site: slot })}>
            <SiteName site={proposal.site} />
          </TextWithSlot>
        </AddressEndChoice>
      )}
    </section>
  )
}

/** Shows the refund account, if the proposing page's wallet named it and another account receives. */
function RefundAccount({ model, review: { proposal } }: { model: ReviewModel; review: ReviewView }) {
  if (proposal?.refund === undefined) return null
  const { address, choices } = proposal.refund
  return (
    <section class="card" aria-labelledby="refund-label">
      <h2 id="refund-label" class="label">
        {t('fact_refundAddress')}
      </h2>
      <p class="long-hex">
        <ChunkedAddress text={address} />
        <CopyButton label={t('copyAddress')} read={() => address} />
      </p>
      <AddressEndChoice
        name="refund"
        picked={model.refundEnding}
        choices={choices}
        label={t('refundPickEnd')}
      >
        <TextWithSlot text={t('refundFrom', { site: slot })}>
          <SiteName site={proposal.site} />
        </TextWithSlot>
      </AddressEndChoice>
    </section>
  )
}

function IntermediateTokenNote({
  app,
  review: { intermediateSwap, quote },
}: {
  app: AppModel
  review: ReviewView
}) {
  if (intermediateSwap === undefined) return null
  return (
    <p class="hint" data-testid="on-the-way">
      {t('reviewIntermediateSwap', {
        least: formatExactMoney(intermediateSwap.minUnits, intermediateSwap.token),
        origin: app.start.chainName(quote.request.originChainId),
      })}
    </p>
  )
}

/** Makes the person pick the end of a site's address out of three, so that they really read it (M7). */
function AddressEndChoice({
  name,
  picked,
  choices,
  label,
  children,
}: {
  name: 'receiver' | 'refund'
  picked: Signal<string | null>
  choices: readonly string[]
  label: string
  /** Names the site that set the address. */
  children: ComponentChildren
}) {
  return (
    <fieldset class="stack tight option" data-testid={`${name}-choice`} aria-labelledby={`${name}-end-label`}>
      <p class="hint warning">
        <span>{children}</span>
      </p>
      <p id={`${name}-end-label`}>{label}</p>
      <div class="line wrap choice">
        {choices.map((end) => (
          <button
            key={end}
            type="button"
            class="chip numbers"
            data-testid={`${name}-end-${end}`}
            aria-pressed={picked.value === end}
            onClick={() => {
              picked.value = end
            }}
          >
            {keepOrder(`…${end}`)}
          </button>
        ))}
      </div>
    </fieldset>
  )
}

const depositPayers = ['wallet', 'elsewhere'] as const

function DepositChoice({ app, review }: { app: AppModel; review: ReviewView }) {
  const { quote, deposit } = review
  const { quoteKey } = quote
  const now = review.account === null ? 'elsewhere' : 'wallet'
  // A plain transfer carries no memo, and a wallet can only send on configured chains.
  const isLive = app.start.chainOf(deposit?.chainId)?.isConfigured === true
  const canSend = app.start.account.value?.wallet != null && deposit?.memo === null && isLive
  return (
    <section class="card" aria-labelledby="deposit-choice-label">
      <h2 id="deposit-choice-label" class="label">
        {t('payFrom')}
      </h2>
      {canSend && (
        <div class="line wrap choice">
          {depositPayers.map((pay) => (
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
