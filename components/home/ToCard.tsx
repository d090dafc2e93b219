import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import type { AppModel } from '../../lib/models/app-model.ts'
import { loadedCode } from '../LazyScreen.tsx'
import { FormIcon } from '../parts/FormIcon.tsx'
import { formatDollars } from '../parts/format.ts'
import { Skeleton } from '../parts/Lazy.tsx'
import { t } from '../parts/text.ts'
import { TokenButton } from './AmountRow.tsx'
import { amountClass } from './amount-size.ts'
import { ReceiverSlot, Recipient } from './Recipient.tsx'

/** `children` stand below the amount that arrives. */
export function ToCard({ app, children }: { app: AppModel; children?: ComponentChildren }) {
  const { draft, quotes, isHalted, receiver } = app.swap
  const isOld = quotes.isAgeing.value || isHalted.value
  const isRequested = useRef(false)
  const quote = quotes.quote.value
  const optionCount = Object.keys(draft.options.value).length
  const isLoading = quote === null && quotes.state.value === 'loading'
  // An amount without a quote has an unknown output. No amount has an output of 0.
  const unquoted = draft.amount.value.kind === 'units' ? '–' : '0'
  const text =
    quote === null
      ? unquoted
      : quote.promisedAmount === '0'
        ? t('unknown')
        : (loadedCode.value?.later.aboutAmountOf(quote.promisedAmount, quote.outputToken) ?? unquoted)
  return (
    <section class={isOld ? 'card ageing' : 'card'} aria-labelledby="to-label">
      <div class="card-row">
        <h2 id="to-label" class="label">
          {t(receiver.state.value.kind === 'address' ? 'toOther' : 'to')}
        </h2>
        <Recipient app={app} isFieldOpen={isRequested} />
      </div>
      <div class="card-row">
        <span
          class={`${amountClass(text)}${quote === null ? ' none' : ''}`}
          data-testid="received"
          data-ageing={isOld}
          aria-hidden={quote === null}
        >
          {isLoading ? <Skeleton width={5} /> : text}
        </span>
        <TokenButton app={app} side="output" />
      </div>
      <div class="card-row foot numbers faint">
        {quote?.outputValueInUsd != null ? (
          <span data-testid="received-value">{formatDollars(quote.outputValueInUsd)}</span>
        ) : (
          <span>{isLoading ? <Skeleton width={8} /> : '\u00a0'}</span>
        )}
        <button
          type="button"
          class="worth"
          data-testid="advanced-open"
          aria-haspopup="dialog"
          onClick={() => app.openSheet({ name: 'advanced' })}
        >
          {optionCount === 0 ? t('options') : t('optionsOn', { count: optionCount })}
          <FormIcon name="next" />
        </button>
      </div>
      {children}
      <ReceiverSlot app={app} isFieldOpen={isRequested} />
    </section>
  )
}
