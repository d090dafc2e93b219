import type { WalletPurpose } from '../../lib/order/order-transaction.ts'
import type { WalletRef } from '../../lib/wallet/account.ts'
import { walletWords } from '../../lib/wallet/known-wallets.ts'
import { t } from '../parts/text.ts'

/** Shows what this wallet writes above such a question; nothing for a wallet whose words are not known. */
export function CalledByWallet({ wallet, purpose }: { wallet: WalletRef | null; purpose: WalletPurpose }) {
  const words = wallet === null ? null : walletWords(wallet, kindOf(purpose))
  if (wallet === null || words === null) return null
  return (
    <span class="faint" data-testid="called-by-wallet">
      {t('walletCallsIt', { wallet: wallet.name, words })}
    </span>
  )
}

/** Whatever else is sent is to a wallet a transaction like any other. */
function kindOf(purpose: WalletPurpose) {
  if (purpose === 'approve' || purpose === 'sign') return purpose
  return purpose === 'resetApproval' || purpose === 'revoke' ? 'revoke' : 'send'
}
