import type { InputOf, Message, OutputOf } from '../base/message.ts'
import type { ProblemData } from '../base/problem.ts'
import { historyMessages } from '../history/history-messages.ts'
import { orderMessages } from '../order/order-messages.ts'
import type { OrderView } from '../order/order-view.ts'
import { quoteMessages } from '../quote/quote-messages.ts'
import { reviewMessages } from '../review/review-messages.ts'
import { type ProposalView, siteMessages } from '../sites/site-messages.ts'
import type { Settings } from '../storage/settings.ts'
import { storageMessages } from '../storage/storage-messages.ts'
import { tokenMessages } from '../tokens/token-messages.ts'
import type { Account, WalletRef } from '../wallet/account.ts'
import { accountMessages } from '../wallet/account-messages.ts'
import { appMessages } from './app-messages.ts'

/** What the background takes from a view; each message is defined, and answered, with its feature. */
export const messages = {
  ...appMessages,
  ...accountMessages,
  ...tokenMessages,
  ...quoteMessages,
  ...reviewMessages,
  ...orderMessages,
  ...historyMessages,
  ...siteMessages,
  ...storageMessages,
}

/** Each message by its name: what goes in, what comes back. Failures come back as `ProblemData`. */
export type ViewMessages = {
  readonly [K in keyof typeof messages]: {
    readonly input: InputOf<(typeof messages)[K]>
    readonly output: OutputOf<(typeof messages)[K]>
  }
}

/** Names of the messages that are never sent again once they may have arrived. */
export type OnceName = {
  [K in keyof typeof messages]: (typeof messages)[K] extends Message<unknown, unknown, true> ? K : never
}[keyof typeof messages]

/** What the background tells every open view by itself. */
export type ViewPush =
  | { readonly kind: 'order'; readonly order: OrderView }
  | { readonly kind: 'account'; readonly account: Account | null; readonly problem: ProblemData | null }
  /** A request waits for a wallet whose worker was stopped; told again while it lasts. */
  | {
      readonly kind: 'waking'
      readonly wallet: WalletRef
      readonly requestId: string
      readonly isWaking: boolean
    }
  | { readonly kind: 'settings'; readonly settings: Settings }
  | { readonly kind: 'catalogue' }
  /** All that wait now, oldest first. */
  | { readonly kind: 'proposals'; readonly proposals: readonly ProposalView[] }
  /** The history was deleted: what a view knows of orders may be gone. */
  | { readonly kind: 'wiped' }
  | { readonly kind: 'access'; readonly missingHosts: readonly string[] }
  /** Something in the background failed that no view asked for. */
  | { readonly kind: 'problem'; readonly problem: ProblemData }
