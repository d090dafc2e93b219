import type { WalletsModel } from '../../lib/models/wallets-model.ts'
import { Skeleton } from '../parts/Skeleton.tsx'
import { t } from '../parts/text.ts'

/** Shows whether wallets may still come in, and then how to look once more. */
export function WalletSearch({ model }: { model: WalletsModel }) {
  const { offers, isLooking, load } = model
  const isEmpty = offers.value?.length === 0
  return (
    <>
      <div role="status">
        {offers.value === null && <Skeleton width={24} />}
        {isLooking.value && <p class="faint">{t('walletsLooking')}</p>}
        {!isLooking.value && isEmpty && <p class="hint">{t('walletsEmpty')}</p>}
      </div>
      {!isLooking.value && (
        <button type="button" class="secondary" data-testid="wallets-look" onClick={() => void load()}>
          {t('walletsLook')}
        </button>
      )}
    </>
  )
}
