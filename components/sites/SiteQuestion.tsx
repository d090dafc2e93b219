import type { ProposalModel } from '../../lib/models/proposal-model.ts'
import type { ProposalView } from '../../lib/sites/site-messages.ts'
import { Icon } from '../parts/Icon.tsx'
import { Problem } from '../parts/Problem.tsx'
import { t } from '../parts/text.ts'
import { SiteName } from './SiteName.tsx'

/** Asks once for each site whether it may propose swaps, and see those it proposed. */
export function SiteQuestion({ model, proposal }: { model: ProposalModel; proposal: ProposalView }) {
  const problem = model.problem.value
  return (
    <>
      <main class="scroll" data-testid="site-question">
        <p class="sentence">
          <SiteName site={proposal.site} />
        </p>
        <p>{t('siteWants')}</p>
        <SiteTerms />
        <p class="faint">{t('siteRevocable')}</p>
        {model.count.value > 1 && <p class="faint">{t('proposalCount', { count: model.count.value })}</p>}
      </main>
      <footer class="foot-bar">
        {problem !== null && <Problem problem={problem} isPlaceless />}
        <button
          type="button"
          class="secondary"
          data-testid="proposal-refuse"
          disabled={model.isBusy.value}
          onClick={() => void model.refuse()}
        >
          {t('siteRefuse')}
        </button>
        <button
          type="button"
          class="plain"
          data-testid="site-never"
          disabled={model.isBusy.value}
          onClick={() => void model.never()}
        >
          {t('siteNever')}
        </button>
        <button
          type="button"
          class="primary"
          data-testid="site-allow"
          disabled={model.isBusy.value || !model.isGuardOpen.value}
          onClick={() => void model.allow()}
        >
          {t('siteAllow')}
        </button>
      </footer>
    </>
  )
}

/** Shows what a site may do once it is allowed, and what it never may. */
function SiteTerms() {
  return (
    <section class="card" aria-labelledby="site-may-label">
      <h2 id="site-may-label" class="label">
        {t('siteMayLabel')}
      </h2>
      <ul class="checks">
        <li>
          <Icon name="check" />
          <span>{t('siteMayPropose')}</span>
        </li>
        <li>
          <Icon name="check" />
          <span>{t('siteMaySee')}</span>
        </li>
        <li>
          <Icon name="close" />
          <span>{t('siteMayNot')}</span>
        </li>
      </ul>
    </section>
  )
}
