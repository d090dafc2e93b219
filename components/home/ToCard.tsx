import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { AppModel } from '../../lib/models/app-model.ts'
import { FormIcon } from '../parts/FormIcon.tsx'
import { aboutAmountOf, formatDollars } from '../parts/format.ts'
import { Lazy, Skeleton } from '../parts/Lazy.tsx'
import { t } from '../parts/text.ts'
import { TokenButton } from './AmountRow.tsx'
import { amountClass } from './amount-size.ts'

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
        : aboutAmountOf(quote.promisedAmount, quote.outputToken)
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

/**
 * The person, until another address is requested. That address stands in full in its own field, until this button removes
 * it.
 */
export function Recipient({ app, isFieldOpen }: { app: AppModel; isFieldOpen: { current: boolean } }) {
  const { draft, lacksReceiver } = app.swap
  const opener = useRef<HTMLButtonElement>(null)
  const wasRemoved = useRef(false)
  useLayoutEffect(() => {
    if (!wasRemoved.current) return
    wasRemoved.current = false
    // If a recipient is required, the field stays open.
    const next = opener.current ?? document.getElementById('receiver')
    next?.focus()
  })
  if (!draft.isReceiverOpen.value) {
    return (
      <button
        ref={opener}
        type="button"
        class="worth"
        data-testid="receiver-open"
        onClick={() => {
          isFieldOpen.current = true
          draft.openReceiver()
        }}
      >
        <span class="unseen">{t('receivedBy')} </span>
        {t('receiverSelf')}
        <FormIcon name="down" />
      </button>
    )
  }
  const text = draft.receiverText.value.trim()
  const saved = app.start.settings.value.recipients.find(
    ({ address }) => address.toLowerCase() === text.toLowerCase(),
  )
  return (
    <span class="option-chip recipient" data-testid="receiver-chip">
      <FormIcon name="person" />
      <bdi title={text}>{saved?.name ?? t('receiverOther')}</bdi>
      {!lacksReceiver.value && (
        <button
          type="button"
          class="icon-button small"
          data-testid="receiver-remove"
          title={t('receiverRemove')}
          onClick={() => {
            wasRemoved.current = true
            isFieldOpen.current = false
            draft.removeReceiver()
          }}
        >
          <FormIcon name="close" />
        </button>
      )}
    </span>
  )
}

/** The field for another recipient. Its code loads when it opens. */
export function ReceiverSlot({ app, isFieldOpen }: { app: AppModel; isFieldOpen: { current: boolean } }) {
  if (!app.swap.draft.isReceiverOpen.value) return null
  return (
    <Lazy
      load={async () => {
        const [{ ReceiverField }, { createRecipientsModel }] = await Promise.all([
          import('./ReceiverField.tsx'),
          import('../../lib/models/recipients-model.ts'),
        ])
        const model = createRecipientsModel(app)
        return { view: () => <ReceiverField app={app} model={model} takesFocus={isFieldOpen.current} /> }
      }}
    />
  )
}
