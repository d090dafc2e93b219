import type { WalletRef } from '../../lib/wallet/port.ts'
import { Fact } from '../parts/IdFact.tsx'
import { t } from '../parts/text.ts'

/** Names the wallet that supplied an account, with its site or its extension ID. */
export function AccountSource({
  wallet: { connector, id, name, origin },
}: {
  wallet: Pick<WalletRef, 'connector' | 'id' | 'name' | 'origin'>
}) {
  return (
    <dl class="facts">
      <Fact name={t('receiverWallet')}>
        <bdi>{name}</bdi>
      </Fact>
      <Fact name={t('receiverWalletIn')}>
        <bdi class="long-hex" data-testid="wallet-place">
          {connector === 'page' ? origin : id}
        </bdi>
      </Fact>
    </dl>
  )
}
