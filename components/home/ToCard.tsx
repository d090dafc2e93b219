import { useLayoutEffect, useRef } from 'preact/hooks'
import type { AppModel } from '../../lib/models/app-model.ts'
import type { SwapCost } from '../../lib/quote/swap-cost.ts'
import { aboutAmountOf, costTone, formatDollars, lossText, shortenHex } from '../parts/format.ts'
import { Icon } from '../parts/Icon.tsx'
import { Skeleton } from '../parts/Lazy.tsx'
import { t, tWithFacts } from '../parts/text.ts'
import { amountClass } from './amount-size.ts'
import { TokenButton } from './FromCard.tsx'

export function ToCard({ app }: { app: AppModel }) {
  const { draft, quotes } = app.swap
  const isRequested = useRef(false)
  const quote = quotes.quote.value
  const optionCount = Object.keys(draft.options.value).length
  const hasQuotedOutput = quote !== null && quote.promisedAmount !== '0'
  // An amount without a quote has an unknown output. No amount has an output of 0.
  const unquoted = draft.amount.value.kind === 'units' ? '–' : '0'
  const text =
    quote === null
      ? unquoted
      : !hasQuotedOutput
        ? t('unknown')
        : aboutAmountOf(quote.promisedAmount, quote.outputToken)
  return (
    <section class={quotes.isAgeing.value ? 'card ageing' : 'card'} aria-labelledby="to-label">
      <div class="card-row">
        <h2 id="to-label" class="label">
          {t('to')}
        </h2>
        <Recipient app={app} isFieldOpen={isRequested} />
      </div>
      <div class="card-row">
        <span
          class={`${amountClass(text)}${quote === null ? ' none' : ''}`}
          data-testid="received"
          data-ageing={quotes.isAgeing.value}
          aria-hidden={quote === null}
        >
          {quote === null && quotes.state.value === 'loading' ? <Skeleton width={5} /> : text}
        </span>
        <TokenButton app={app} side="output" />
      </div>
      <div class="card-row foot numbers faint">
        {quote?.outputValueInUsd != null ? (
          <OutputDollars valueInUsd={quote.outputValueInUsd} cost={quote.cost} />
        ) : (
          <span>
            {quote === null && quotes.state.value === 'loading' ? <Skeleton width={8} /> : '\u00a0'}
          </span>
        )}
        <button
          type="button"
          class="worth"
          data-testid="advanced-open"
          aria-haspopup="dialog"
          onClick={() => app.openSheet({ name: 'advanced' })}
        >
          {optionCount === 0 ? t('advanced') : t('advancedSet', { count: optionCount })}
        </button>
      </div>
      {draft.isReceiverOpen.value && <ReceiverField app={app} takesFocus={isRequested.current} />}
    </section>
  )
}

/** Shows the value that arrives, and the share of the input that the swap costs. */
function OutputDollars({ valueInUsd, cost }: { valueInUsd: string; cost: SwapCost | null }) {
  return (
    <span>
      {formatDollars(valueInUsd)}
      {cost !== null && <span class={costTone(cost.percent)}> ({lossText(cost.percent)})</span>}
    </span>
  )
}

/** The person, until another address is requested. That address stays until its own button removes it. */
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
        <Icon name="down" />
      </button>
    )
  }
  const text = draft.receiverText.value.trim()
  return (
    <span class="option-chip recipient" data-testid="receiver-chip">
      <Icon name="person" />
      <bdi>{text === '' ? t('receiverOther') : shortenHex(text)}</bdi>
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
          <Icon name="close" />
        </button>
      )}
    </span>
  )
}

/** The field for another recipient. If it is empty, the person receives. */
export function ReceiverField({ app, takesFocus = false }: { app: AppModel; takesFocus?: boolean }) {
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (takesFocus) field.current?.focus()
  }, [])
  const { draft, receiver, destination, lacksReceiver } = app.swap
  const state = receiver.state.value
  const chain = destination.value?.name ?? ''
  const problem = state.kind === 'problem' ? state.problem : null
  const isUnchecked = state.kind === 'address' && state.risks.includes('unchecked')
  return (
    <div class="stack tight receiver small">
      <input
        ref={field}
        id="receiver"
        class="field"
        data-testid="receiver"
        autocomplete="off"
        spellcheck={false}
        maxLength={200}
        placeholder={t('receiverPlaceholder', { chain })}
        aria-label={t('receiverPlaceholder', { chain })}
        aria-invalid={problem !== null}
        aria-describedby="receiver-said"
        value={draft.receiverText.value}
        onInput={(event) => draft.setReceiver(event.currentTarget.value)}
      />
      <p id="receiver-said" class={problem === null ? 'faint' : 'tone-danger'} role="status">
        {problem !== null
          ? tWithFacts(`problem_${problem.code}`, { chain, ...problem.facts })
          : state.kind === 'self'
            ? ownRecipientText(lacksReceiver.value, chain)
            : state.kind === 'checking'
              ? t('receiverChecking')
              : state.kind === 'address' && state.name !== null
                ? t('receiverNamed', { chain, name: state.name })
                : t(isUnchecked ? 'receiverKept' : 'receiverGood', { chain })}
      </p>
      {state.kind === 'address' && state.name !== null && (
        <p class="long-hex" data-testid="receiver-named">
          <bdi>{state.address}</bdi>
        </p>
      )}
      {state.kind === 'problem' && state.imitates !== undefined && (
        <dl class="side-by-side long-hex" data-testid="receiver-imitates">
          <dt>{t('lookalikeTyped')}</dt>
          <dd>{draft.receiverText.value.trim()}</dd>
          <dt>{t('lookalikeKnown')}</dt>
          <dd>{state.imitates}</dd>
        </dl>
      )}
      {state.kind === 'address' &&
        state.risks.map((risk) => (
          <p key={risk} class="hint warning" data-testid={`receiver-${risk}`}>
            <Icon name="warning" />
            <span>{t(riskTexts[risk])}</span>
          </p>
        ))}
    </div>
  )
}

const riskTexts = {
  contract: 'warning_receiverContract',
  unused: 'warning_receiverUnused',
  unchecked: 'warning_receiverUnchecked',
} as const

/** The field may stay empty if the connected wallet has an account on that chain. */
function ownRecipientText(lacksReceiver: boolean, chain: string): string {
  return lacksReceiver ? t('receiverNeeded', { chain }) : t('receiverEmpty')
}
