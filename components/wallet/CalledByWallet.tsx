import type { WalletRef } from '../../lib/wallet/port.ts'
import { type AskedKind, walletWords } from '../../lib/wallet/wallet-questions.ts'
import { t } from '../parts/text.ts'

/** Shows what this wallet writes above such a question; nothing for a wallet whose words are not known. */
export function CalledByWallet({ wallet, kind }: { wallet: WalletRef | null; kind: AskedKind }) {
  const words = wallet === null ? null : walletWords(wallet, kind)
  if (wallet === null || words === null) return null
  return (
    <span class="faint" data-testid="called-by-wallet">
      {t('walletCallsIt', { wallet: wallet.name, words })}
    </span>
  )
}
