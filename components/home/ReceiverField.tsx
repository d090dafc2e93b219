import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { shortenHex } from '../../lib/base/hex.ts'
import { momentText } from '../../lib/base/time-text.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import type { ReceiverState } from '../../lib/models/receiver-model.ts'
import type { RecipientsModel } from '../../lib/models/recipients-model.ts'
import { maxRecipientName } from '../../lib/storage/recipient-limits.ts'
import { Button } from '../parts/Button.tsx'
import { CloseButton } from '../parts/CloseButton.tsx'
import { FieldText } from '../parts/FieldText.tsx'
import { Notice } from '../parts/Notice.tsx'
import { t, tWithFacts } from '../parts/text.ts'
import { AddressInput } from './AddressInput.tsx'

interface Shown {
  readonly app: AppModel
  readonly model: RecipientsModel
}

type ReceiverAddress = Extract<ReceiverState, { kind: 'address' }>

/** The field for another recipient. While it is empty, nothing is quoted. */
export function ReceiverField({ app, model, takesFocus = false }: Shown & { takesFocus?: boolean }) {
  const { draft, receiver, destination } = app.swap
  const state = receiver.state.value
  const chain = destination.value?.name ?? ''
  const problem = state.kind === 'problem' ? state.problem : null
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    // The lists below the field must not open behind the sticky button.
    if (takesFocus) box.current?.scrollIntoView?.({ block: 'nearest' })
  }, [])
  return (
    <div class="stack receiver small" ref={box}>
      <AddressInput
        id="receiver"
        value={draft.receiverText.value}
        address={state.kind === 'address' ? state.address : null}
        isNamed={state.kind === 'address' && state.name !== null}
        takesFocus={takesFocus}
        maxLength={200}
        placeholder={t('receiverExample')}
        aria-label={t('receiverPlaceholder', { chain })}
        aria-invalid={problem !== null}
        aria-describedby="receiver-said"
        onText={draft.setReceiver}
      />
      <FieldText id="receiver-said" tone={problem === null ? 'faint' : 'tone-danger'} role="status">
        {problem !== null
          ? tWithFacts(`problem_${problem.code}`, { chain, ...problem.facts })
          : state.kind === 'self' || state.kind === 'missing'
            ? t('receiverNeeded', { chain })
            : state.kind === 'address'
              ? validText(state, chain)
              : t('receiverChecking')}
      </FieldText>
      {state.kind === 'problem' && state.retry !== undefined && (
        <Button
          look="plain"
          testId="receiver-again"
          onPress={() => {
            // The press removes the button.
            document.getElementById('receiver')?.focus()
            state.retry?.()
          }}
        >
          {t('tryAgain')}
        </Button>
      )}
      {state.kind === 'problem' && state.imitates !== undefined && (
        <dl class="long-hex" data-testid="receiver-imitates">
          <dt class="faint">{t('lookalikeTyped')}</dt>
          <dd class="tone-danger">{draft.receiverText.value.trim()}</dd>
          <dt class="faint">{t('lookalikeKnown')}</dt>
          <dd class="tone-danger">{state.imitates}</dd>
        </dl>
      )}
      {state.kind === 'address' &&
        state.risks.map((risk) => (
          <Notice key={risk} tone="warning" data-testid={`receiver-${risk}`} text={t(riskTexts[risk])} />
        ))}
      {state.kind === 'address' && <RemovedMemo app={app} />}
      {state.kind === 'address' && <SavedName model={model} receiver={state} />}
      {draft.receiverText.value === '' && (
        <Suggestions
          app={app}
          model={model}
          onPick={(text) => {
            // The press removes the list.
            document.getElementById('receiver')?.focus()
            draft.setReceiver(text)
          }}
        />
      )}
    </div>
  )
}

/** Without the memo that it needs, a payment to an exchange may be lost. */
function RemovedMemo({ app }: Pick<Shown, 'app'>) {
  const { madeFor } = app.swap.draft
  if (madeFor.value.depositDestinationMemo !== '') return null
  return (
    <Notice
      tone="warning"
      role="status"
      data-testid="memo-removed"
      title={t('memoRemoved')}
      text={t('memoRemovedWhy')}
      end={
        <CloseButton
          testId="memo-removed-close"
          title={t('dismiss')}
          onPress={() => {
            madeFor.value = { ...madeFor.value, depositDestinationMemo: undefined }
          }}
        />
      }
    />
  )
}

function validText({ name, risks }: ReceiverAddress, chain: string): string {
  if (name !== null) return t('receiverNamed', { chain, name })
  return t(risks.includes('unchecked') ? 'receiverKept' : 'receiverGood', { chain })
}

const riskTexts = {
  lookalike: 'warning_receiverLookalike',
  contract: 'warning_receiverContract',
  unused: 'warning_receiverUnused',
  unchecked: 'warning_receiverUnchecked',
  notDeployed: 'warning_receiverNotDeployed',
} as const

/** The person's own name for a recipient, or the way to give it one. */
function SavedName({
  model,
  receiver: { address, name },
}: Pick<Shown, 'model'> & { receiver: ReceiverAddress }) {
  const isNaming = useSignal(false)
  const typed = useSignal('')
  const isRefused = useSignal(false)
  const next = useRef<HTMLButtonElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const wasPressed = useRef(false)
  const saved = model.findSaved(address, name)
  useLayoutEffect(() => {
    // The press removes its button or field.
    if (wasPressed.current) (field.current ?? next.current)?.focus()
    wasPressed.current = false
  }, [isNaming.value, saved === undefined])

  function save(): void {
    isRefused.value = !model.save(typed.value, name ?? address)
    if (isRefused.value) return
    wasPressed.current = true
    isNaming.value = false
  }

  if (saved !== undefined) {
    return (
      <p class="line wrap between" data-testid="receiver-saved">
        <span>{t('receiverSaved', { name: saved.name })}</span>
        <button
          ref={next}
          type="button"
          class="plain"
          data-testid="receiver-forget"
          onClick={() => {
            wasPressed.current = true
            typed.value = ''
            model.forget(saved)
          }}
        >
          {t('receiverForget')}
        </button>
      </p>
    )
  }
  if (model.isFull.value) return null
  if (!isNaming.value) {
    return (
      <p>
        <button
          ref={next}
          type="button"
          class="plain"
          data-testid="receiver-save-as"
          onClick={() => {
            wasPressed.current = true
            isNaming.value = true
          }}
        >
          {t('receiverSaveAs')}
        </button>
      </p>
    )
  }
  return (
    <>
      <p class="line">
        <input
          ref={field}
          class="field"
          data-testid="receiver-name-field"
          autocomplete="off"
          maxLength={maxRecipientName}
          placeholder={t('receiverNamePlaceholder')}
          aria-label={t('receiverNamePlaceholder')}
          aria-invalid={isRefused.value}
          aria-describedby="receiver-name-said"
          value={typed.value}
          onInput={(event) => {
            typed.value = event.currentTarget.value
            isRefused.value = false
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // Enter belongs to this field, not to the form's button.
            event.preventDefault()
            save()
          }}
        />
        <Button look="secondary" testId="receiver-save" isDisabled={typed.value.trim() === ''} onPress={save}>
          {t('receiverSave')}
        </Button>
      </p>
      <FieldText id="receiver-name-said" tone={isRefused.value ? 'tone-danger' : 'faint'} role="status">
        {isRefused.value && t('receiverNameTaken')}
      </FieldText>
    </>
  )
}

/** Recipients to pick from. A pick is checked like a typed address. */
function Suggestions({ app, model, onPick }: Shown & { onPick: (text: string) => void }) {
  return (
    <>
      <SuggestionList title={t('receiversRecent')} isEmpty={model.recent.value.length === 0}>
        {model.recent.value.map(({ address, name, atMs }, at) => (
          <li key={name ?? address}>
            <Button look="chip" testId={`receiver-recent-${at}`} onPress={() => onPick(name ?? address)}>
              <bdi>{name ?? shortenHex(address)}</bdi>
              <span class="faint">{momentText(atMs, app.nowMs.value)}</span>
            </Button>
          </li>
        ))}
      </SuggestionList>
      <SuggestionList title={t('receiversSaved')} isEmpty={model.saved.value.length === 0}>
        {model.saved.value.map(({ name, address }, at) => (
          <li key={address}>
            <Button look="chip" testId={`receiver-saved-${at}`} onPress={() => onPick(address)}>
              <bdi>{name}</bdi>
              <span class="faint">
                <bdi>{shortenHex(address)}</bdi>
              </span>
            </Button>
          </li>
        ))}
      </SuggestionList>
    </>
  )
}

function SuggestionList({
  title,
  isEmpty,
  children,
}: {
  title: string
  isEmpty: boolean
  children: ComponentChildren
}) {
  if (isEmpty) return null
  return (
    <section class="stack tight" aria-label={title}>
      <h3 class="label">{title}</h3>
      <ul class="stack tight receivers">{children}</ul>
    </section>
  )
}
