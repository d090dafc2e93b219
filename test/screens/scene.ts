import type { HistoryEntry } from '../../lib/history/history-entry.ts'
import type { OrderView } from '../../lib/order/order-view.ts'
import type { StartView, ViewPush } from '../../lib/rpc/messages.ts'
import type { ProposalView } from '../../lib/sites/site-messages.ts'
import type { Answers } from '../unit/models/fake-client.ts'

/** One picture of the App: the background behind it, what was typed before, where it opens, what is clicked. */
export interface Scene {
  readonly name: string
  readonly hash?: string
  readonly start?: Partial<StartView>
  readonly orders?: (nowMs: number) => readonly OrderView[]
  readonly answers?: Partial<Answers>
  /** Lines of the history that are no orders. */
  readonly past?: readonly HistoryEntry[]
  readonly proposals?: readonly ProposalView[]
  /** What the background tells once the picture is there. */
  readonly pushes?: readonly ViewPush[]
  readonly amountText?: string
  readonly isNew?: boolean
  /** What the page kept from before, by its key. */
  readonly kept?: { readonly [key: string]: unknown }
  /** Test ids to click one after the other, `id=text` to type. */
  readonly act?: readonly string[]
  /** What is waited for has come to its end. */
  readonly isHurried?: boolean
  readonly isOffline?: boolean
  /** The browser opens Ferry at no side. */
  readonly isSideRefused?: boolean
}
