import type { Question } from '../../sandbox/pages/wallet/describe-request.ts'

/** What the wallet's page tells its worker. */
export type PageMessage =
  | { readonly kind: 'state' }
  | { readonly kind: 'preset'; readonly query: string; readonly id: string }
  | { readonly kind: 'account'; readonly index: number }
  | { readonly kind: 'disconnect' }
  /** To the question of this id alone. */
  | { readonly kind: 'answer'; readonly id: string; readonly yes: boolean }

/** What the page shows; the worker's answer to every message, and sent by itself when it changes. */
export interface WalletState {
  readonly address: string
  readonly chain: string
  readonly connected: boolean
  readonly mode: string
  readonly account: string
  readonly question: (Question & { readonly id: string }) | null
  /** The extension that asks, as the browser names it. */
  readonly origin: string
  readonly log: readonly string[]
  /** The id of the preset that was taken last. */
  readonly presetId: string
}
