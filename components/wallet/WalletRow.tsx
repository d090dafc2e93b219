import { useSignal } from '@preact/signals'
import type { ProblemData } from '../../lib/base/problem.ts'
import type { WalletOffer } from '../../lib/wallet/port.ts'
import { ProblemNotice } from '../parts/ProblemNotice.tsx'
import { t } from '../parts/text.ts'
import { WalletMark } from './WalletMark.tsx'

/** A name written from right to left leaves the words around it in place. */
const [isolate, isolateEnd] = ['\u2068', '\u2069']

/**
 * Shows one wallet of the chooser by name and picture, and in a line how it is reached or what it waits for. Of one wallet in
 * several tabs each is another one, with the connections of its site: there the site is named.
 */
export function WalletRow({
  offer,
  isLooking = false,
  onPick,
}: {
  offer: WalletOffer
  /** One that sleeps may still wake. */
  isLooking?: boolean
  onPick: () => void
}) {
  const { connector, id, origin, state, isLast, tab } = offer
  const name = offerName(offer)
  return (
    <button
      type="button"
      class="wallet-row"
      data-testid={tab === undefined ? `wallet-${connector}` : 'wallet-tab'}
      data-wallet={id ?? ''}
      data-tab={tab?.tabId}
      data-state={state}
      disabled={state === 'double'}
      onClick={onPick}
    >
      <OfferMark offer={offer} />
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
        <span class={state === 'double' ? 'warning' : 'faint'}>{wayText(offer, isLooking)}</span>
      </span>
    </button>
  )
}

/** Shows the mark of a wallet; a plain one for those of a page that is closed. */
export function OfferMark({ offer: { name, iconUrl, state } }: { offer: WalletOffer }) {
  return <WalletMark wallet={{ name: state === 'closed' ? '' : name, iconUrl }} />
}

/** Returns what a wallet is called: those of a page that is closed cannot be named before it is open. */
export function offerName({ name, state }: WalletOffer): string {
  return state === 'closed' ? t('walletsOnPage') : name
}

/** Returns how a wallet is reached, or why it is not. */
function wayText({ connector, state }: WalletOffer, isLooking: boolean): string {
  if (state === 'double') return t('walletIsDouble')
  if (state === 'waking') return t(isLooking ? 'walletWaking' : 'walletAsleep')
  return t(connector === 'extension' ? 'walletInstalled' : `walletKind_${connector}`)
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
      {problem !== null && <ProblemNotice problem={problem} tone="warning" isQuiet />}
    </form>
  )
}
