import type { WalletPrompt } from '../../sandbox/pages/wallet/describe-request.ts'

export type PageMessage =
  | { readonly kind: 'state' }
  | { readonly kind: 'preset'; readonly query: string; readonly id: string }
  | { readonly kind: 'account'; readonly index: number }
  | { readonly kind: 'disconnect' }
  /** Answers only the prompt with this id. */
  | { readonly kind: 'answer'; readonly id: string; readonly isApproved: boolean }

/** The page's state: the worker's answer to every message, also sent when it changes. */
export interface WalletState {
  readonly address: string
  readonly chain: string
  readonly connected: boolean
  readonly mode: string
  readonly account: string
  readonly question: (WalletPrompt & { readonly id: string }) | null
  readonly origin: string
  readonly log: readonly string[]
  readonly presetId: string
}
