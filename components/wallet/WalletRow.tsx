import { useSignal } from '@preact/signals'
import type { ProblemData } from '../../lib/base/problem.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import type { Asking, WalletOffer } from '../../lib/wallet/port.ts'
import { Slotted, slot } from '../parts/IdFact.tsx'
import { WalletMark } from '../parts/Picture.tsx'
import { ProblemNotice } from '../parts/ProblemNotice.tsx'
import { t, told } from '../parts/text.ts'

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

/** A window that was to come is there by now, or hides. */
const hiddenMs = 8_000

/**
 * Says where to look for a request that a wallet got some time ago and that may not be in sight, and that Ferry brought the wallet's
 * page to the front; nothing before. Only a wallet that took the request as an extension surely has an icon to click.
 */
export function LookHint({
  app,
  asking,
  wallet = asking?.wallet,
}: {
  app: AppModel
  asking: Asking | undefined
  wallet?: Asking['wallet']
}) {
  if (asking === undefined || wallet === undefined) return null
  const { isFronted = false, askedMs } = asking
  if (!isFronted && app.nowMs.value - askedMs <= hiddenMs) return null
  const where = wallet.connector === 'extension' ? 'waitingIcon' : 'waitingOpen'
  return (
    <p class="hint" role="status" data-testid="waiting-hidden">
      {told(isFronted ? 'waitingFronted' : where, { wallet: wallet.name || undefined })}
    </p>
  )
}

/** Shows the mark of a wallet; a plain one for those of a page that is closed. */
function OfferMark({ offer: { name, iconUrl, state } }: { offer: WalletOffer }) {
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
export function PasteField({
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
      class="paste-field"
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

/** Shows the last step before a wallet is asked anything: what it will show, in whose name, and who it is by its own id. */
export function ConnectStep({
  offer,
  onGo,
  onLeave,
}: {
  offer: WalletOffer
  onGo: () => void
  onLeave: () => void
}) {
  const { id, state } = offer
  return (
    <section class="stack" data-testid="connect-step">
      <div class="card connect-card">
        <OfferMark offer={offer} />
        <p>{comingText(offer)}</p>
        {id !== null && (
          <p class="faint">
            <Slotted text={t('walletItsId', { id: slot })}>
              <bdi class="long-hex">{id}</bdi>
            </Slotted>
          </p>
        )}
      </div>
      <p class="faint">{t('walletMay')}</p>
      <div class="buttons">
        <button type="button" class="secondary" data-testid="wallet-back" onClick={onLeave}>
          {t('back')}
        </button>
        <button
          type="button"
          class="primary"
          data-testid="wallet-connect"
          disabled={state === 'double'}
          onClick={onGo}
        >
          {t(state === 'needsPermission' ? 'walletLetReach' : 'connect')}
        </button>
      </div>
    </section>
  )
}

/** Returns what comes when it is connected, and in whose name it is asked. */
function comingText({ connector, id, origin, state }: WalletOffer): string {
  if (state === 'double') return t('walletIsDouble')
  if (state === 'needsPermission') return t('walletAllow', { endpoint: id ?? '' })
  if (state === 'closed') return t('walletOpensPage', { origin })
  return t(connector === 'extension' ? 'walletShowsId' : 'walletShowsOrigin', { origin })
}

/** Shows what it means to use the wallet in a tab of another site, said before it is asked anything. */
export function TabWarning({
  offer,
  onUse,
  onLeave,
}: {
  offer: WalletOffer
  onUse: () => void
  onLeave: () => void
}) {
  const { name, origin } = offer
  return (
    <section class="stack" data-testid="tab-warning">
      <p class="sentence">
        <bdi>{name}</bdi> · <bdi data-testid="tab-origin">{origin}</bdi>
      </p>
      <ul class="checks">
        <li>{t('tabShows', { origin })}</li>
        <li>{t('tabKeeps')}</li>
        <li>{t('tabSees')}</li>
      </ul>
      <p>
        <b>{t('tabTrust')}</b>
      </p>
      <div class="buttons">
        <button type="button" class="primary" data-testid="tab-use" onClick={onUse}>
          {t('tabUse')}
        </button>
        <button type="button" class="secondary" data-testid="tab-leave" onClick={onLeave}>
          {t('tabLeave')}
        </button>
      </div>
    </section>
  )
}
