import type { WalletRef } from '../../lib/wallet/port.ts'
import { t } from '../parts/text.ts'

/** Names the wallet that supplied an account, with its site or its extension ID. */
export function AccountSource({
  wallet: { connector, id, name, origin },
}: {
  wallet: Pick<WalletRef, 'connector' | 'id' | 'name' | 'origin'>
}) {
  return (
    <dl class="facts">
      <div>
        <dt>{t('receiverWallet')}</dt>
        <dd>
          <bdi>{name}</bdi>
        </dd>
      </div>
      <div>
        <dt>{t('receiverWalletIn')}</dt>
        <dd class="long-hex" data-testid="wallet-place">
          <bdi>{connector === 'page' ? origin : id}</bdi>
        </dd>
      </div>
    </dl>
  )
}
