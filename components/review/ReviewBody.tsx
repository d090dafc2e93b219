import type { Signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { keepOrder } from '../../lib/base/isolate.ts'
import type { Site } from '../../lib/base/url.ts'
import { reviewScreen } from '../../lib/models/open-review.ts'
import { SlippageHint } from '../home/SlippageField.tsx'
import { Button } from '../parts/Button.tsx'
import { Chips } from '../parts/Chips.tsx'
import { CopyButton } from '../parts/CopyButton.tsx'
import { Hint } from '../parts/Hint.tsx'
import { Icon } from '../parts/Icon.tsx'
import { ChunkedAddress, slot, TextWithSlot } from '../parts/IdFact.tsx'
import { LabelledSection } from '../parts/LabelledSection.tsx'
import { t } from '../parts/text.ts'
import { SiteName } from '../sites/SitePermission.tsx'
import { UnprovenAccount } from '../wallet/AccountSource.tsx'
import { findChanges, RenewalChanges } from './RenewalChanges.tsx'
import { ReviewAnswers } from './ReviewAnswers.tsx'
import { ReviewAmounts, ReviewFacts } from './ReviewFacts.tsx'
import { ReviewSteps } from './ReviewSteps.tsx'
import type { ReviewProps } from './review-props.ts'

/** The content of a review: figures first, then the wallet's requests; supporting details are folded to one line each. */
export function ReviewBody({ app, model, review, onRenew }: ReviewProps & { onRenew: () => void }) {
  const { quote, proposal } = review
  /** The wallet of a page named the refund account, and another account receives. */
  const refund = proposal?.refund
  const changes = findChanges(model.before, review)
  return (
    <>
      {proposal !== undefined && proposal.swapId !== null && (
        <p class="hint" data-testid="review-site">
          <Icon name="site" />
          <span>
            <TextWithSlot text={t('proposedBySite', { site: slot })}>
              <SiteName site={proposal.site} />
            </TextWithSlot>
          </span>
        </p>
      )}
      {changes !== null && <RenewalChanges changes={changes} />}
      <ReviewAmounts
        app={app}
        review={review}
        isCostCompared={changes?.rows.some(({ name }) => name === 'costTotal') === true}
      >
        <ReviewAnswers app={app} model={model} review={review} about="amounts" />
      </ReviewAmounts>
      <SlippageHint app={app} quote={quote} onTaken={onRenew} />
      <Recipient model={model} review={review} />
      {refund !== undefined && (
        <AddressCard id="refund" title={t('fact_refundAddress')} address={refund.address}>
          <AddressEndChoice
            name="refund"
            picked={model.refundEnding}
            choices={refund.choices}
            site={refund.site}
          />
        </AddressCard>
      )}
      <ReviewFacts app={app} review={review} part="unusual" />
      {review.deposit !== null && <DepositChoice app={app} review={review} />}
      <ReviewSteps app={app} model={model} review={review} />
      <ReviewFacts app={app} review={review} part="usual" />
    </>
  )
}

/** Shows the full recipient address, unless it is the person's own proven account. */
function Recipient({ model, review }: Omit<ReviewProps, 'app'>) {
  const { proposal, receiverIsSelf, receiverNamedBy } = review
  const { receiverAddress, receiverName } = review.quote.request
  if (receiverIsSelf || receiverAddress === null) return null
  return (
    <AddressCard id="receiver" title={t('receivedBy')} name={receiverName} address={receiverAddress}>
      {receiverNamedBy !== null && <UnprovenAccount wallet={receiverNamedBy} testId="receiver-unproven" />}
      {proposal !== undefined && proposal.receiverChoices !== null && (
        <AddressEndChoice
          name="receiver"
          picked={model.receiverEnding}
          choices={proposal.receiverChoices}
          site={proposal.receiverSite ?? proposal.site}
        />
      )}
    </AddressCard>
  )
}

export function AddressCard({
  id,
  title,
  name,
  address,
  children,
}: {
  id: string
  title: string
  name?: string | undefined
  address: string
  children?: ComponentChildren
}) {
  return (
    <LabelledSection id={id} title={title} look="card stack">
      {name !== undefined && <p data-testid={`${id}-name`}>{name}</p>}
      <p class="long-hex">
        <ChunkedAddress text={address} />
        <CopyButton label={t('copyAddress')} read={() => address} />
      </p>
      {children}
    </LabelledSection>
  )
}

const endTexts = {
  receiver: { from: 'receiverFrom', pick: 'receiverPickEnd' },
  refund: { from: 'refundFrom', pick: 'refundPickEnd' },
} as const

/** Makes the person pick the end of a site's address out of three, so that they really read it (M7). */
function AddressEndChoice({
  name,
  picked,
  choices,
  site,
}: {
  name: 'receiver' | 'refund'
  picked: Signal<string | null>
  choices: readonly string[]
  site: Site
}) {
  return (
    <fieldset class="stack tight option" data-testid={`${name}-choice`} aria-labelledby={`${name}-end-label`}>
      <Hint tone="warning">
        <TextWithSlot text={t(endTexts[name].from, { site: slot })}>
          <SiteName site={site} />
        </TextWithSlot>
      </Hint>
      <p id={`${name}-end-label`}>{t(endTexts[name].pick)}</p>
      <div class="line wrap choice">
        {choices.map((end) => (
          <Button
            key={end}
            look="chip numbers"
            testId={`${name}-end-${end}`}
            aria-pressed={picked.value === end}
            onPress={() => {
              picked.value = end
            }}
          >
            {picked.value === end && <Icon name="check" />}
            {keepOrder(`…${end}`)}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}

const depositPayers = ['wallet', 'elsewhere'] as const

function DepositChoice({ app, review }: Omit<ReviewProps, 'model'>) {
  const { quote, deposit } = review
  const { quoteKey } = quote
  const now = review.account === null ? 'elsewhere' : 'wallet'
  // A plain transfer carries no memo, and a wallet can only send on configured chains.
  const isLive = app.start.chainOf(deposit?.chainId)?.isConfigured === true
  const canSend = app.start.account.value?.wallet != null && deposit?.memo === null && isLive
  return (
    <LabelledSection id="deposit-choice" title={t('payFrom')}>
      {canSend && (
        <Chips
          label={t('payFrom')}
          names={depositPayers}
          chosen={now}
          testId="pay"
          toText={(pay) => t(`pay_${pay}`)}
          onChoose={(pay) => app.replace(reviewScreen(app, { quoteKey, routeKey: 'deposit', pay }))}
        />
      )}
      <p class="faint">{t(now === 'wallet' ? 'payWalletWhy' : 'payElsewhereWhy')}</p>
    </LabelledSection>
  )
}
