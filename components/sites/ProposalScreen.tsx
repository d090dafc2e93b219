import type { ComponentChildren } from 'preact'
import { formatExactMoney } from '../../lib/base/money-text.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import type { ProposalModel } from '../../lib/models/proposal-model.ts'
import type { ProposalView } from '../../lib/sites/site-messages.ts'
import { Button } from '../parts/Button.tsx'
import { EmptyNote } from '../parts/EmptyNote.tsx'
import { Boat } from '../parts/FormIcon.tsx'
import { UnderBar } from '../parts/GeneralNotices.tsx'
import { Icon } from '../parts/Icon.tsx'
import { ChunkedAddress, slot, TextWithSlot } from '../parts/IdFact.tsx'
import { Skeleton } from '../parts/Lazy.tsx'
import { ProblemNotice } from '../parts/ProblemNotice.tsx'
import { useScreenHeading } from '../parts/ScreenHeader.tsx'
import { t } from '../parts/text.ts'
import { AccountChip } from '../wallet/AccountChip.tsx'
import { SiteName, SiteQuestion } from './SitePermission.tsx'

/**
 * Shows a site's proposed swap. First decides about the site's permission, then shows the filled-in form, in
 * which everything can be edited.
 */
export function ProposalScreen({
  app,
  model,
  form,
}: {
  app: AppModel
  model: ProposalModel
  form: ComponentChildren
}) {
  const phase = model.phase.value
  const proposal = model.shown.value
  const heading = useScreenHeading(t('proposalTitle'))
  return (
    <div class="screen home" data-testid="proposal-screen" data-phase={phase}>
      <header class="bar home-bar">
        <h1 ref={heading} tabIndex={-1}>
          <Boat /> {t('proposalTitle')}
        </h1>
        <span class="line tight bar-end">{phase === 'form' && <AccountChip app={app} />}</span>
      </header>
      <UnderBar />
      {phase === 'question' && proposal !== null && (
        <SiteQuestion key={proposal.swapId} model={model} proposal={proposal} />
      )}
      {phase === 'form' && proposal !== null && (
        <main class="home-main">
          <ProposalBanner app={app} model={model} proposal={proposal} />
          {form}
        </main>
      )}
      {phase !== 'question' && phase !== 'form' && <ProposalStatus model={model} />}
    </div>
  )
}

function ProposalStatus({ model }: { model: ProposalModel }) {
  const phase = model.phase.value
  const problem = model.problem.value
  const proposal = model.shown.value
  const others = model.count.value
  const isUnread = phase === 'unreadToken'
  const lacksToken = (phase === 'unknownToken' || isUnread) && proposal !== null
  const isLeft = !lacksToken && phase !== 'reading'
  return (
    <>
      <main class="scroll">
        {phase === 'reading' && (
          <p role="status" aria-label={t('proposalReading')}>
            <Skeleton width={24} />
          </p>
        )}
        {phase === 'none' && <EmptyNote title={t('proposalNone')} next={t('proposalNoneNext')} />}
        {phase === 'confirmed' && <p class="hint good">{t('proposalConfirmed')}</p>}
        {lacksToken && (
          <section class="card stack" role="alert">
            <h2 class="line tone-warning">
              <Icon name="warning" />
              {t(isUnread ? 'proposalUnreadTitle' : 'proposalUnknownTitle')}
            </h2>
            <p class="long-hex">
              <ChunkedAddress
                text={proposal.inputToken === null ? proposal.swap.inputToken : proposal.swap.outputToken}
              />
            </p>
            <p>
              {t(isUnread ? 'proposalUnreadToken' : 'proposalUnknownToken', { origin: proposal.site.origin })}
            </p>
          </section>
        )}
        {problem !== null && <ProblemNotice problem={problem} omitsMoney />}
      </main>
      <footer class="foot-bar">
        {isUnread && (
          <Button
            look="primary"
            testId="proposal-read"
            isDisabled={model.isBusy.value}
            onPress={model.readAgain}
          >
            {t('tryAgain')}
          </Button>
        )}
        {lacksToken && (
          <Button
            look={isUnread ? 'secondary' : 'primary'}
            testId="proposal-refuse"
            isDisabled={model.isBusy.value}
            onPress={model.refuse}
          >
            {t('proposalRefuse')}
          </Button>
        )}
        {isLeft && others > 0 && (
          <Button look="primary" testId="proposal-next" onPress={model.next}>
            {t('proposalNext')}
          </Button>
        )}
        {isLeft && (
          <Button look={others > 0 ? 'secondary' : 'primary'} testId="proposal-close" onPress={model.close}>
            {t('close')}
          </Button>
        )}
      </footer>
    </>
  )
}

export function ProposalBanner({
  app,
  model,
  proposal,
}: {
  app: AppModel
  model: ProposalModel
  proposal: ProposalView
}) {
  const { swap, inputToken, outputToken, site } = proposal
  const problem = model.problem.value
  if (inputToken === null || outputToken === null) return null
  const { chainName } = app.start
  return (
    <section
      class="card stack tight proposal needs"
      data-testid="proposal-banner"
      aria-labelledby="proposal-label"
    >
      <div class="line between">
        <p id="proposal-label">
          <TextWithSlot text={t('proposedBySite', { site: slot })}>
            <SiteName site={site} />
          </TextWithSlot>
        </p>
        <Button look="plain" testId="proposal-refuse" isDisabled={model.isBusy.value} onPress={model.refuse}>
          {t('proposalRefuse')}
        </Button>
      </div>
      {problem !== null && <ProblemNotice problem={problem} omitsMoney />}
      {!model.isAsProposed.value && (
        <p>
          <Button look="plain" testId="proposal-reset" onPress={model.fill}>
            {t('proposalReset')}
          </Button>
        </p>
      )}
      <details class="more">
        <summary>{t('proposalDetails')}</summary>
        <p class="faint">
          {t('siteProposes', {
            sent: formatExactMoney(swap.inputAmount, inputToken),
            origin: chainName(swap.originChainId),
            symbol: outputToken.symbol,
            destination: chainName(swap.destinationChainId),
          })}
        </p>
        <p class="faint">{t('proposalOurs')}</p>
        {model.count.value > 1 && (
          <p class="faint numbers" data-testid="proposal-count">
            {t('proposalCount', { count: model.count.value })}
          </p>
        )}
      </details>
    </section>
  )
}
