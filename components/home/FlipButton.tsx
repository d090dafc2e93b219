import type { AppModel } from '../../lib/models/app-model.ts'
import { Icon } from '../parts/Icon.tsx'
import { t } from '../parts/text.ts'

/** Turns the swap round, on the seam of the two cards. */
export function FlipButton({ app }: { app: AppModel }) {
  const { destination, draft, quotes } = app.swap
  const canSend =
    destination.value === undefined || (destination.value.isConfigured && destination.value.sendingEnabled)
  return (
    <button
      type="button"
      class="flip"
      data-testid="flip"
      aria-label={t('flip')}
      title={canSend ? t('flip') : t('cannotSendFrom', { chain: destination.value?.name ?? '' })}
      disabled={!canSend || draft.output.value === null}
      onClick={() => draft.flip(quotes.quote.value?.promisedAmount ?? null)}
    >
      <Icon name="flip" />
    </button>
  )
}
