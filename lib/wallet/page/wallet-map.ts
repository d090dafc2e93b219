import type { WalletChoice, WalletOffer } from '../account.ts'

/** What views ask about wallets; the answer of a wallet itself comes as a push. */
export interface WalletMessages {
  /** The wallets that are there within `waitMs`; one that wakes is there with a later one. Prompts nobody. */
  wallets: { input: { waitMs: number }; output: readonly WalletOffer[] }
  /** The wallets in tabs of other sites, which are asked for them; prompts nobody. */
  tabWallets: { input: null; output: readonly WalletOffer[] }
  connectWallet: { input: { choice: WalletChoice }; output: null }
  /** Works for a pasted address without a wallet; the account comes as a push. */
  watchAddress: { input: { text: string }; output: null }
  showWallet: { input: null; output: boolean }
  disconnectWallet: { input: null; output: null }
}
