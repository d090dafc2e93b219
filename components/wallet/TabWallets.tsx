import type { TabWalletsModel } from '../../lib/models/wallets-model.ts'
import { Problem } from '../parts/Problem.tsx'
import { Skeleton } from '../parts/Skeleton.tsx'
import { t } from '../parts/text.ts'
import { WalletRow } from './WalletRow.tsx'

/** Shows the wallets in tabs of other sites, looked for when the person says so. */
export function TabWallets({ model }: { model: TabWalletsModel }) {
  const offers = model.offers.value
  const problem = model.problem.value
  return (
    <div class="line-field">
      <p class="label">{t('tabsTitle')}</p>
      <button
        type="button"
        class="secondary"
        data-testid="tabs-look"
        disabled={model.isLooking.value}
        onClick={() => void model.look()}
      >
        {t('tabsLook')}
      </button>
      <div role="status">
        {model.isLooking.value && (
          <span role="img" aria-label={t('walletsLooking')}>
            <Skeleton width={24} />
          </span>
        )}
        {offers?.length === 0 && <p class="hint">{t('tabsEmpty')}</p>}
      </div>
      {problem !== null && <Problem problem={problem} tone="warning" isQuiet />}
      {offers !== null && offers.length > 0 && (
        <div class="wallet-list" data-testid="tab-list">
          {offers.map((offer) => (
            <WalletRow
              key={`${offer.tab?.tabId} ${offer.id}`}
              offer={offer}
              onPick={() => model.warn(offer)}
            />
          ))}
        </div>
      )}
    </div>
  )
}
