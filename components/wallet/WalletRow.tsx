import { shortenHex } from '../../lib/base/hex.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import type { DetectedWallet, OpenRequest } from '../../lib/wallet/port.ts'
import { Button } from '../parts/Button.tsx'
import { Icon } from '../parts/Icon.tsx'
import { Fact } from '../parts/IdFact.tsx'
import { Notice } from '../parts/Notice.tsx'
import { t, tWithFacts } from '../parts/text.ts'
import { WalletMark } from '../parts/WalletMark.tsx'

/**
 * One wallet in the list: name, icon, and how it connects or what it waits for. The wallet of the
 * proposing page names that site, because each site has its own connections.
 */
export function WalletRow({
  offer,
  isLooking = false,
  onPick,
}: {
  offer: DetectedWallet
  /** A sleeping wallet may still start. */
  isLooking?: boolean
  onPick: () => void
}) {
  const { connector, id, state, isLastUsed, tab } = offer
  const name = walletName(offer)
  return (
    <Button
      look="card row line loose"
      testId={tab === undefined ? `wallet-${connector}` : 'wallet-tab'}
      data-wallet={id ?? ''}
      data-tab={tab?.tabId}
      data-state={state}
      isDisabled={state === 'double'}
      onPress={onPick}
    >
      <OfferMark offer={offer} />
      <span class="row-words breaks spread">
        <span>
          <b>
            <bdi>{name}</bdi>
          </b>
          {isLastUsed && <span class="tag">{t('walletLast')}</span>}
        </span>
        <span class={state === 'double' ? 'tone-warning' : 'faint'}>{connectionText(offer, isLooking)}</span>
      </span>
      {state !== 'double' && <Icon name="next" />}
    </Button>
  )
}

/** By now a wallet window has opened, or it is hidden. */
const hiddenMs = 8_000

/**
 * Says where to find a wallet prompt that was sent some time ago and may be hidden, or that Ferry brought the wallet's
 * page to the front. Renders nothing before. Only a wallet that is connected as an extension surely has a toolbar icon.
 */
export function HiddenPromptHint({
  app,
  openRequest,
  wallet = openRequest?.wallet,
}: {
  app: AppModel
  openRequest: OpenRequest | undefined
  wallet?: OpenRequest['wallet']
}) {
  if (openRequest === undefined || wallet === undefined) return null
  const { isFronted = false, requestedMs } = openRequest
  if (!isFronted && app.nowMs.value - requestedMs <= hiddenMs) return null
  const where = wallet.connector === 'extension' ? 'waitingIcon' : 'waitingOpen'
  return (
    <p class="hint" role="status" data-testid="waiting-hidden">
      {tWithFacts(isFronted ? 'waitingFronted' : where, { wallet: wallet.name || undefined })}
    </p>
  )
}

/** The wallet's icon; a plain one for wallets of a closed page. */
function OfferMark({ offer: { name, iconUrl, state } }: { offer: DetectedWallet }) {
  return <WalletMark wallet={{ name: state === 'closed' ? '' : name, iconUrl }} />
}

/** Returns the wallet's name. Wallets of a closed page have no name before the page opens. */
export function walletName({ name, state }: DetectedWallet): string {
  return state === 'closed' ? t('walletsOnPage') : name
}

function connectionText({ connector, origin, state, tab }: DetectedWallet, isLooking: boolean): string {
  if (state === 'double') return t('walletIsDouble')
  if (state === 'waking') return t(isLooking ? 'walletWaking' : 'walletAsleep')
  if (state === 'closed') return t('walletsOpenPage')
  if (tab !== undefined) return t('walletOnSite', { origin })
  return t(connector === 'extension' ? 'walletInstalled' : `walletKind_${connector}`)
}

/** The last step before any wallet request: what the browser and the wallet will show, and both IDs. */
export function ConnectStep({
  offer,
  onConnect,
  onLeave,
}: {
  offer: DetectedWallet
  onConnect: () => void
  onLeave: () => void
}) {
  const { id, origin, state, connector } = offer
  const isDouble = state === 'double'
  // A program on this machine shows the origin of the extension, a wallet extension only its ID.
  const ferryId = connector === 'page' ? null : origin.replace(/^.*:\/\//, '')
  return (
    <section class="stack loose breaks" data-testid="connect-step">
      {isDouble && <Notice tone="warning" text={t('walletIsDouble')} />}
      {state === 'needsPermission' && <p>{t('walletAllow', { name: walletName(offer) })}</p>}
      {state === 'closed' && <p>{t('walletOpensPage', { origin })}</p>}
      {!isDouble && (
        <figure class="stack tight">
          <figcaption class="faint">
            {state === 'closed' ? t('walletWillShow_any') : t('walletWillShow', { name: walletName(offer) })}
          </figcaption>
          <div class="prompt-preview line loose">
            <OfferMark offer={offer} />
            <p class="row-words breaks">
              <b>{t('walletRequest')}</b>
              <span class="faint">
                {ferryId === null
                  ? t('walletFrom', { origin })
                  : t('walletFromExtension', { id: shortenHex(ferryId) })}
              </span>
            </p>
          </div>
        </figure>
      )}
      <p class="faint">{t('walletMay')}</p>
      {(ferryId !== null || id !== null) && (
        <details class="more">
          <summary data-testid="connect-details">{t('technicalDetails')}</summary>
          <dl class="facts compared">
            {ferryId !== null && <Fact name={t('walletFerryId')}>{longId(ferryId)}</Fact>}
            {id !== null && <Fact name={t('walletItsId')}>{longId(id)}</Fact>}
          </dl>
        </details>
      )}
      <div class="buttons">
        <Button look="primary" testId="wallet-connect" isDisabled={isDouble} onPress={onConnect}>
          {t(state === 'needsPermission' ? 'walletLetReach' : 'connect')}
        </Button>
        <Button look="secondary" testId="wallet-back" onPress={onLeave}>
          {t('back')}
        </Button>
      </div>
    </section>
  )
}

const longId = (id: string) => <bdi class="long-hex">{id}</bdi>

/** Explains the risk of using the wallet of the proposing page, before any request to it. */
export function TabWarning({
  offer,
  onUse,
  onLeave,
}: {
  offer: DetectedWallet
  onUse: () => void
  onLeave: () => void
}) {
  const { name, origin } = offer
  return (
    <section class="stack loose breaks" data-testid="tab-warning">
      <div class="card line loose">
        <OfferMark offer={offer} />
        <p class="row-words">
          <b>
            <bdi>{name}</bdi>
          </b>{' '}
          <code data-testid="tab-origin">{origin}</code>
        </p>
      </div>
      <Notice tone="warning">
        <p>{t('tabSees')}</p>
        <p>
          <b>{t('tabTrust')}</b>
        </p>
      </Notice>
      <ul class="checks">
        <li>{t('tabShows', { origin })}</li>
        <li>{t('tabKeeps')}</li>
      </ul>
      <div class="buttons">
        <Button look="primary" testId="tab-leave" onPress={onLeave}>
          {t('tabLeave')}
        </Button>
        <Button look="secondary" testId="tab-use" onPress={onUse}>
          {t('tabUse')}
        </Button>
      </div>
    </section>
  )
}
