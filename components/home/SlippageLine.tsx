import { useSignal } from '@preact/signals'
import type { AppModel } from '../../lib/models/app-model.ts'
import type { QuoteView } from '../../lib/quote/quote-view.ts'
import { lossText } from '../parts/format.ts'
import { Icon } from '../parts/Icon.tsx'
import { t } from '../parts/text.ts'
import { SlippageField } from './SlippageField.tsx'

/** Shows the price impact of a quote and how much worse it may end, which is changed in place. */
export function SlippageLine({ app, quote }: { app: AppModel; quote: QuoteView }) {
  const isOpen = useSignal(false)
  const { lossPercent, slippagePercent } = quote
  return (
    <div class="slippage-line">
      <p class="card-row foot faint numbers">
        <span>{t('impactOf', { percent: lossPercent === null ? t('unknown') : lossText(lossPercent) })}</span>
        <button
          type="button"
          class="worth"
          data-testid="slippage-edit"
          aria-expanded={isOpen.value}
          onClick={() => {
            isOpen.value = !isOpen.value
          }}
        >
          {t('slippageOf', { percent: slippagePercent === null ? t('slippageAuto') : `${slippagePercent}%` })}
          <Icon name="down" />
        </button>
      </p>
      {isOpen.value && <SlippageField app={app} />}
    </div>
  )
}
