import type { ExplorerLink } from '../base/explorer-link.ts'
import type { FundsLocation } from '../base/problem-codes.ts'
import type { Text } from '../base/text.ts'
import type { OpenRequest } from '../wallet/port.ts'
import type { RemainingAllowance } from './allowances.ts'
import type { ExitKind } from './exits/exit-rules.ts'
import type { OrderPhase, OrderStateWords } from './order-state.ts'
import type { Leg, TimeLeft } from './order-timeline.ts'

export interface DescriptionContext {
  readonly nowMs: number
  readonly chainName: (chainId: number | null | undefined) => string
  /** The symbol of the chain's own currency. */
  readonly coinSymbol: (chainId: number) => string
  /** Whether Ferry reads the chain itself. */
  readonly isChainRead: (chainId: number) => boolean
  readonly willNotify: (name: 'notifyDone' | 'notifyRefunded') => boolean
  readonly hasSupportPage: boolean
  /** Null without an explorer. */
  readonly accountLink: (account: {
    readonly chainId: number
    readonly address: string
  }) => ExplorerLink | null
  readonly openRequests: readonly OpenRequest[]
  /** The request whose wallet is starting. */
  readonly wakingRequestId: string | null
  /** This person's usual seconds for the route. */
  readonly usualSeconds: number | null
  /** The allowance that the chain shows. Null if the order left none, or it was not read yet. */
  readonly allowance: { readonly left: RemainingAllowance } | null
  /** The person said that the deposit is sent. */
  readonly isDepositSent: boolean
}

/** In the order in which they are offered. */
export type OrderAction =
  | ExitKind
  | 'accept'
  | 'sendInstead'
  | 'retry'
  | 'showWallet'
  | 'stop'
  | 'putAway'
  | 'showAgain'
  | 'stopWaiting'
  | 'depositSent'
  | 'depositShow'
  | 'contactSupport'
  | 'viewTransaction'
  | 'viewAccount'
  | 'copySupport'
  | 'turnOnNotices'
  | 'done'
  | 'repeat'
  | 'newSwap'

export type Tone = 'progress' | 'success' | 'warning' | 'failure' | 'neutral'

/** What an order in a list, on the badge, in the page API and in an export says. */
export interface StateDescription {
  readonly phase: OrderPhase
  /** The state in one or two words. */
  readonly label: Text
  readonly tone: Tone
  /** The one that acts next, if not Ferry. */
  readonly attention: 'person' | 'wallet' | null
  readonly isOver: boolean
  /** The chains showed how it ended, or that nothing was ever taken. */
  readonly isProvenOnChain: boolean
  readonly pageState: OrderStateWords['pageState']
  readonly csv: string
}

/** Something to know in addition. Screens and tests find it by its name. */
export interface Note {
  readonly name: string
  readonly isWarning: boolean
  readonly texts: readonly Text[]
}

export interface ProgressDescription {
  readonly title: Text
  readonly legs: readonly (Leg & { readonly text: Text })[]
  /** Progress of the whole swap, 0 to 100. */
  readonly percent: number
  /** Null if unknown. */
  readonly time: { readonly kind: TimeLeft['kind']; readonly text: Text } | null
}

export interface OrderDescription extends StateDescription {
  readonly title: Text
  /** Where the money is. `text` is null while the progress of the swap shows it. */
  readonly money: { readonly place: FundsLocation; readonly text: Text | null }
  /** What happened, and why. */
  readonly body: readonly Text[]
  /** What the person should do. */
  readonly next: Text | null
  readonly notes: readonly Note[]
  readonly actions: readonly OrderAction[]
  /** The first action, if it leads on. Null if all that can be done is to stop, to wait or to copy. */
  readonly mainAction: OrderAction | null
  /** The cancellation stands among the details, because it can help only if a report is wrong. */
  readonly isCancelInDetails: boolean
  /** Null for a swap that does not move. */
  readonly progress: ProgressDescription | null
  /** Who says how the swap ended. Null before the end. */
  readonly proof: {
    readonly text: Text
    readonly more: Text | null
    /** For the details: what Ferry read it from. */
    readonly source: Text | null
  } | null
}
