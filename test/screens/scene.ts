import type { HistoryEntry } from '../../lib/history/entry-shape.ts'
import type { OrderView } from '../../lib/order/order-view.ts'
import type { StartView, ViewPush } from '../../lib/rpc/messages.ts'
import type { ProposalView } from '../../lib/sites/site-messages.ts'
import type { Answers } from '../unit/models/fake-client.ts'

export interface Scene {
  readonly name: string
  readonly hash?: string
  readonly start?: Partial<StartView>
  readonly orders?: (nowMs: number) => readonly OrderView[]
  readonly answers?: Partial<Answers>
  /** History rows that are no orders. */
  readonly past?: readonly HistoryEntry[]
  readonly proposals?: readonly ProposalView[]
  /** Messages that the background pushes once the picture is there. */
  readonly pushes?: readonly ViewPush[]
  /** Messages that the background pushes after the clicks. */
  readonly laterPushes?: readonly ViewPush[]
  readonly amountText?: string
  readonly isNew?: boolean
  /** Data that the page cached earlier, by key. */
  readonly kept?: { readonly [key: string]: unknown }
  /** Test IDs to click one after the other; `id=text` types. */
  readonly act?: readonly string[]
  readonly isTimeOver?: boolean
  readonly isOffline?: boolean
  readonly isSideRefused?: boolean
}
