import type { WalletOffer } from '../../lib/wallet/account.ts'
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
  const { way, id, name, origin, state, isLast, tab } = offer
  return (
    <button
      type="button"
      class="wallet-row"
      data-testid={tab === undefined ? `wallet-${way}` : 'wallet-tab'}
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
          {t(`walletKind_${way}`)}
          {state !== 'closed' && way !== 'loopback' && id !== null && (
            <>
              {' · '}
              <bdi>{id}</bdi>
            </>
          )}
        </span>
        <span class={state === 'double' ? 'warning' : 'faint'}>
          {state === 'double' && t('walletIsDouble')}
          {state === 'needsPermission' && t('walletAllow', { endpoint: id ?? '' })}
          {state === 'closed' && t('walletOpensPage', { origin })}
          {state === 'waking' && t(isLooking ? 'walletWaking' : 'walletAsleep')}
          {state === 'there' && t(way === 'extension' ? 'walletShowsId' : 'walletShowsOrigin', { origin })}
        </span>
      </span>
    </button>
  )
}
