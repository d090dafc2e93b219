import type { AppModel } from '../../lib/models/app-model.ts'
import type { QuoteView } from '../../lib/quote/quote-view.ts'
import { isHighSlippage, isSlippage } from '../../lib/quote/routes.ts'
import { t } from './text.ts'

/**
 * Shows what the service suggests beside a lower slippage of the user's, with one press to take it; never taken by
 * itself.
 */
export function SlippageHint({
  app,
  quote: { ask, suggestedSlippagePercent: suggested },
  onTaken,
}: {
  app: AppModel
  quote: Pick<QuoteView, 'ask' | 'suggestedSlippagePercent'>
  /** Called once it is taken, which another quote answers. */
  onTaken?: () => void
}) {
  const own = ask.slippagePercent
  if (suggested === null || own === null) return null
  async function take(slippagePercent: string) {
    await app.start.saveSettings({ slippagePercent })
    onTaken?.()
  }
  return (
    <p class="hint" data-testid="slippage-suggested">
      <span role="status">
        {t(isHighSlippage(suggested) ? 'slippageSuggestedHigh' : 'slippageSuggested', { suggested, own })}
      </span>{' '}
      {isSlippage(suggested) && (
        <button type="button" class="plain" data-testid="slippage-take" onClick={() => void take(suggested)}>
          {t('slippageTake', { suggested })}
        </button>
      )}
    </p>
  )
}
