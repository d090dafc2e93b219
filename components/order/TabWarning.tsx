import type { WalletOffer } from '../../lib/wallet/account.ts'
import { t } from '../parts/text.ts'

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
