import { useSignal } from '@preact/signals'
import type { ProblemData } from '../../lib/base/problem.ts'
import type { WalletOffer } from '../../lib/wallet/port.ts'
import { Problem } from '../parts/Problem.tsx'
import { t } from '../parts/text.ts'
import { WalletMark } from './WalletMark.tsx'

/** A name written from right to left leaves the words around it in place. */
const [isolate, isolateEnd] = ['\u2068', '\u2069']

/**
 * Shows one wallet of the chooser, with what it will show before it is asked. `isLooking`: one that sleeps may still
 * wake.
 */
export function WalletRow({
  offer,
  isLooking = false,
  onPick,
}: {
  offer: WalletOffer
  isLooking?: boolean
  onPick: () => void
}) {
  const { connector, id, name, origin, state, isLast, tab } = offer
  return (
    <button
      type="button"
      class="wallet-row"
      data-testid={tab === undefined ? `wallet-${connector}` : 'wallet-tab'}
      data-wallet={id ?? ''}
      data-state={state}
      disabled={state === 'double'}
      onClick={onPick}
    >
      <WalletMark wallet={offer} />
      <span class="token-row-words">
        <span>
          <b>
            {tab === undefined ? (
              <bdi>{name}</bdi>
            ) : (
              t('walletOnSite', { name: `${isolate}${name}${isolateEnd}`, origin })
            )}
          </b>
          {isLast && <span class="tag">{t('walletLast')}</span>}
        </span>
        <span class="faint">
          {t(`walletKind_${connector}`)}
          {state !== 'closed' && connector !== 'loopback' && id !== null && (
            <>
              {' · '}
              <bdi>{id}</bdi>
            </>
          )}
        </span>
        <span class={state === 'double' ? 'warning' : 'faint'}>{stateText(offer, isLooking)}</span>
      </span>
    </button>
  )
}

/** What a wallet in this state will show, or what it waits for. */
function stateText({ connector, id, origin, state }: WalletOffer, isLooking: boolean): string {
  switch (state) {
    case 'double':
      return t('walletIsDouble')
    case 'needsPermission':
      return t('walletAllow', { endpoint: id ?? '' })
    case 'closed':
      return t('walletOpensPage', { origin })
    case 'waking':
      return t(isLooking ? 'walletWaking' : 'walletAsleep')
    case 'there':
      return t(connector === 'extension' ? 'walletShowsId' : 'walletShowsOrigin', { origin })
  }
}

/** Shows one line to paste something into, with the button that takes it. */
export function LineField({
  name,
  label,
  action,
  placeholder,
  problem,
  onSend,
}: {
  /** The field's hook and id; the button's is `<name>-go`. */
  name: string
  label: string
  action: string
  placeholder: string
  problem: ProblemData | null
  onSend: (text: string) => void
}) {
  const text = useSignal('')
  return (
    <form
      class="line-field"
      onSubmit={(event) => {
        event.preventDefault()
        onSend(text.value)
      }}
    >
      <label class="label" for={name}>
        {label}
      </label>
      <span class="field-row">
        <input
          id={name}
          class="field"
          data-testid={name}
          autocomplete="off"
          spellcheck={false}
          maxLength={100}
          placeholder={placeholder}
          aria-invalid={problem !== null}
          value={text.value}
          onInput={(event) => {
            text.value = event.currentTarget.value
          }}
        />
        <button
          type="submit"
          class="secondary"
          data-testid={`${name}-go`}
          disabled={text.value.trim() === ''}
        >
          {action}
        </button>
      </span>
      {problem !== null && <Problem problem={problem} tone="warning" isQuiet />}
    </form>
  )
}
