import type { ReviewModel } from '../../lib/models/review-model.ts'
import type { SiteName as Site } from '../../lib/sites/sites.ts'
import { t } from '../parts/text.ts'
import { SiteName } from '../sites/SiteName.tsx'

/**
 * Shows a receiver that a site named is confirmed on its own: its end is picked out of three, so that it is really read
 * (M7).
 */
export function ReceiverQuestion({
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
