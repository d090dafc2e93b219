import { useLayoutEffect, useRef } from 'preact/hooks'
import type { AppModel } from '../../lib/models/app-model.ts'
import { Icon } from '../parts/Icon.tsx'
import { t, told } from '../parts/text.ts'

/** Asks for another address to receive; left empty, the user receives themselves. */
export function ReceiverField({ app, takesFocus = false }: { app: AppModel; takesFocus?: boolean }) {
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (takesFocus) field.current?.focus()
  }, [])
  const { draft, receiver, destination, lacksReceiver } = app.swap
  const state = receiver.state.value
  const chain = destination.value?.name ?? ''
  const problem = state.kind === 'problem' ? state.problem : null
  return (
    <div class="receiver">
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
          ? told(`problem_${problem.code}`, { chain, ...problem.facts })
          : state.kind === 'self'
            ? selfText(lacksReceiver.value, chain)
            : state.kind === 'checking'
              ? t('receiverChecking')
              : t('receiverGood', { chain })}
      </p>
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
            <span>{t(risk === 'contract' ? 'warning_receiverContract' : 'warning_receiverUnused')}</span>
          </p>
        ))}
    </div>
  )
}

/** Whoever has a wallet there may leave the field empty. */
function selfText(lacksReceiver: boolean, chain: string): string {
  return lacksReceiver ? t('receiverNeeded', { chain }) : t('receiverEmpty')
}
