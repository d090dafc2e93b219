import type { WalletRef } from '../../lib/wallet/port.ts'
import { Hint } from '../parts/Hint.tsx'
import { Fact, TextFact } from '../parts/IdFact.tsx'
import { t } from '../parts/text.ts'

type NamedWallet = Pick<WalletRef, 'connector' | 'id' | 'name' | 'origin'>

/** Only a wallet named this account, and nothing proves that it is the person's. */
export function UnprovenAccount({ wallet, testId }: { wallet: NamedWallet; testId: string }) {
  return (
    <div class="stack" data-testid={testId}>
      <Hint tone="warning">{t('receiverUnproven')}</Hint>
      <AccountSource wallet={wallet} />
    </div>
  )
}

/** Names the wallet that supplied an account, with its site or its extension ID. */
export function AccountSource({ wallet: { connector, id, name, origin } }: { wallet: NamedWallet }) {
  return (
    <dl class="facts">
      <TextFact name={t('receiverWallet')} text={name} />
      <Fact name={t('receiverWalletIn')}>
        <bdi class="long-hex" data-testid="wallet-place">
          {connector === 'page' ? origin : id}
        </bdi>
      </Fact>
    </dl>
  )
}
