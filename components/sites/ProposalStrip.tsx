import type { AppModel } from '../../lib/models/app-model.ts'
import { t } from '../parts/text.ts'

/** Says on the form that a site waits for an answer. */
export function ProposalStrip({ app }: { app: AppModel }) {
  const waiting = app.proposals.waiting.value ?? []
  const [first] = waiting
  if (first === undefined) return null
  return (
    <p class="hint proposal-strip" role="status">
      <span class="spread">
        {waiting.length === 1
          ? t('proposalWaits', { origin: first.site.origin })
          : t('proposalsWait', { count: waiting.length })}
      </span>
      <button type="button" class="chip" data-testid="proposals-open" onClick={app.openProposals}>
        {t('proposalLook')}
      </button>
    </p>
  )
}
