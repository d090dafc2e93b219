import type { WalletOffer } from '../../lib/wallet/port.ts'
import { walletWords } from '../../lib/wallet/wallet-questions.ts'
import { t } from '../parts/text.ts'
import { OfferMark } from './WalletRow.tsx'

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
  const words = id === null ? null : walletWords({ id }, 'connect')
  return (
    <section class="stack" data-testid="connect-step">
      <div class="card connect-card">
        <OfferMark offer={offer} />
        {words !== null && (
          <p class="sentence">
            <bdi>{words}</bdi>
          </p>
        )}
        <p>{comingText(offer)}</p>
        {id !== null && (
          <p class="faint">
            {t('walletItsId')} <bdi class="long-hex">{id}</bdi>
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
