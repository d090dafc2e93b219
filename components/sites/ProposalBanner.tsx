import type { AppModel } from '../../lib/models/app-model.ts'
import type { ProposalModel } from '../../lib/models/proposal-model.ts'
import type { ProposalView } from '../../lib/sites/site-messages.ts'
import { moneyOf } from '../parts/format.ts'
import { Problem } from '../parts/Problem.tsx'
import { t } from '../parts/text.ts'
import { SiteName } from './SiteName.tsx'

/** Shows whose wish the form below stands for, in its own words, and the way out of it. */
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
    <section class="proposal" data-testid="proposal-banner" aria-labelledby="proposal-label">
      <p id="proposal-label">
        <SiteName site={site} />{' '}
        {t('siteProposes', {
          sent: moneyOf(swap.inputAmount, inputToken),
          origin: chainName(swap.originChainId),
          symbol: outputToken.symbol,
          destination: chainName(swap.destinationChainId),
        })}
      </p>
      {swap.receiverAddress !== null && (
        <p class="long-hex faint">{t('siteProposesTo', { receiver: swap.receiverAddress })}</p>
      )}
      <p class="faint">{t('proposalOurs')}</p>
      {problem !== null && <Problem problem={problem} />}
      <p class="button-row">
        {model.count.value > 1 && (
          <span class="faint numbers" data-testid="proposal-count">
            {t('proposalCount', { count: String(model.count.value) })}
          </span>
        )}
        {!model.isAsProposed.value && (
          <button type="button" class="plain" data-testid="proposal-reset" onClick={model.fill}>
            {t('proposalReset')}
          </button>
        )}
        <button
          type="button"
          class="plain"
          data-testid="proposal-refuse"
          disabled={model.isBusy.value}
          onClick={() => void model.refuse()}
        >
          {t('proposalRefuse')}
        </button>
      </p>
    </section>
  )
}
