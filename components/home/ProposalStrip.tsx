import type { AppModel } from '../../lib/models/app-model.ts'
import { Button } from '../parts/Button.tsx'
import { CloseButton } from '../parts/CloseButton.tsx'
import { t } from '../parts/text.ts'

/** Says that swaps of sites wait for the person. */
export function ProposalStrip({ app }: { app: AppModel }) {
  const waiting = app.proposals.waiting.value ?? []
  const [first] = waiting
  if (first === undefined || !app.proposals.hasNew.value) return null
  return (
    <p class="line hint proposal-strip needs" role="status">
      <span class="spread" title={waiting.length === 1 ? first.site.origin : undefined}>
        {waiting.length === 1
          ? t('proposalWaits', { origin: new URL(first.site.origin).host })
          : t('proposalsWait', { count: waiting.length })}
      </span>
      <Button look="chip" testId="proposals-open" onPress={app.openProposals}>
        {t('proposalLook')}
      </Button>
      <CloseButton testId="proposals-later" title={t('proposalLater')} onPress={app.proposals.postpone} />
    </p>
  )
}
