import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { valueOfPart } from '../../lib/base/decimal-math.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import { createSlippageEntry, slippagePresets } from '../../lib/models/slippage-entry.ts'
import type { QuoteView } from '../../lib/quote/quote-view.ts'
import { isHighSlippage, isSlippage } from '../../lib/quote/routes.ts'
import { formatCostInDollars } from '../parts/amount-text.ts'
import { Button } from '../parts/Button.tsx'
import { slippageText } from '../parts/cost-text.ts'
import { FieldText } from '../parts/FieldText.tsx'
import { Notice } from '../parts/Notice.tsx'
import { t } from '../parts/text.ts'

/** Sets the slippage: automatic (set by the service), one of three presets, or typed. */
export function SlippageField({ app }: { app: AppModel }) {
  const chosen = app.start.settings.value.slippagePercent
  const entry = useMemo(() => createSlippageEntry(app.start), [])
  const isWrong = entry.isWrong.value
  const choices = useRef<HTMLDivElement>(null)
  // Scroll the choices above the form's button, which stays in front of scrolled content.
  useLayoutEffect(() => choices.current?.scrollIntoView({ block: 'nearest' }), [])

  return (
    <>
      <p id="slippage-why" class="faint" role="status">
        {t(chosen !== null && isHighSlippage(chosen) ? 'slippageHigh' : 'slippageWhy')}
      </p>
      <div ref={choices} class="line tight wrap">
        {[null, ...slippagePresets].map((preset) => (
          <Button
            key={preset}
            look="chip"
            aria-pressed={chosen === preset}
            testId={`slippage-${preset ?? 'auto'}`}
            onPress={() => entry.choose(preset)}
          >
            {slippageText(preset)}
          </Button>
        ))}
        <span class="line tight percent-field">
          <input
            class="field"
            data-testid="slippage"
            inputMode="decimal"
            autocomplete="off"
            maxLength={16}
            placeholder={t('slippageOwn')}
            aria-label={t('slippageOwn')}
            aria-invalid={isWrong}
            aria-describedby={isWrong ? 'slippage-wrong' : 'slippage-why'}
            value={entry.text.value}
            onInput={(event) => entry.type(event.currentTarget.value)}
            onBlur={entry.leave}
          />
          <span aria-hidden="true">%</span>
        </span>
      </div>
      <FieldText id="slippage-wrong" tone={isWrong ? 'tone-danger' : 'faint'} role="alert">
        {isWrong && t('slippageInvalid', { inForce: slippageText(chosen) })}
      </FieldText>
    </>
  )
}

/** One press applies it; Ferry never applies it automatically. */
export function SlippageHint({
  app,
  quote: { request, suggestedSlippagePercent: suggested, outputValueInUsd },
  onTaken,
}: {
  app: AppModel
  quote: Pick<QuoteView, 'outputValueInUsd' | 'request' | 'suggestedSlippagePercent'>
  /** Called after the suggestion is applied; a new quote follows. */
  onTaken?: () => void
}) {
  const own = request.slippagePercent
  if (suggested === null || own === null) return null
  async function apply(slippagePercent: string) {
    await app.start.saveSettings({ slippagePercent })
    onTaken?.()
  }
  return (
    <Notice
      tone="warning"
      role="status"
      class="short"
      data-testid="slippage-suggested"
      title={t('slippageSuggested', { own })}
      actions={
        isSlippage(suggested) && (
          <Button look="secondary" testId="slippage-take" onPress={() => apply(suggested)}>
            {t('slippageTake', { suggested })}
          </Button>
        )
      }
    >
      {isSlippage(suggested) && (
        <p>
          {outputValueInUsd === null
            ? t('slippageAllowingUnpriced', { suggested })
            : t('slippageAllowing', {
                suggested,
                dollars: formatCostInDollars(valueOfPart(outputValueInUsd, suggested, '100')),
              })}
        </p>
      )}
    </Notice>
  )
}
