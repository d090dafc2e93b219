import type { WalletPurpose } from '../../lib/order/order-transaction.ts'
import type { WalletRef } from '../../lib/wallet/account.ts'
import { walletWords } from '../../lib/wallet/known-wallets.ts'
import { t } from '../parts/text.ts'

/** What this wallet writes above such a question; null for a wallet whose words are not known. */
export function calledByWallet(wallet: WalletRef | null, purpose: WalletPurpose): string | null {
  if (wallet === null) return null
  const words = walletWords(wallet, kindOf(purpose))
  return words === null ? null : t('walletCallsIt', { wallet: wallet.name, words })
}

/** Whatever else is sent is to a wallet a transaction like any other. */
function kindOf(purpose: WalletPurpose) {
  if (purpose === 'approve' || purpose === 'sign') return purpose
  return purpose === 'resetApproval' || purpose === 'revoke' ? 'revoke' : 'send'
}
