import type { AppModel } from '../../lib/models/app-model.ts'
import { Icon } from '../parts/Icon.tsx'
import { t } from '../parts/text.ts'

/** Says that swaps of sites wait for the person. */
export function ProposalStrip({ app }: { app: AppModel }) {
  const waiting = app.proposals.waiting.value ?? []
  const [first] = waiting
  if (first === undefined || !app.proposals.hasNew.value) return null
  return (
    <p class="hint proposal-strip needs" role="status">
      <span class="spread" title={waiting.length === 1 ? first.site.origin : undefined}>
        {waiting.length === 1
          ? t('proposalWaits', { origin: new URL(first.site.origin).host })
          : t('proposalsWait', { count: waiting.length })}
      </span>
      <button type="button" class="chip" data-testid="proposals-open" onClick={app.openProposals}>
        {t('proposalLook')}
      </button>
      <button
        type="button"
        class="icon-button small"
        data-testid="proposals-later"
        title={t('proposalLater')}
        onClick={app.proposals.postpone}
      >
        <Icon name="close" />
      </button>
    </p>
  )
}
