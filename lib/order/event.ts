import type { Hex } from '../base/hex.ts'
import type { ProblemData } from '../base/problem.ts'
import type { AllowanceSeen } from '../chain/chain-port.ts'
import type { ChainDoubt, Evidence } from '../chain/evidence.ts'
import type { ReviewedTerms } from '../quote/route-summary.ts'
import type { ValueLoss } from '../review/agreement.ts'
import type { StatusResponse } from '../service/status-codes.ts'
import type { WalletRef } from '../wallet/port.ts'
import type { FlowPorts } from './flow-ports.ts'
import type { NoticeKind, Order, ServiceCall } from './order.ts'
import type { CallsAsked, OrderTerms, OrderTransaction } from './order-parts.ts'

/** What was tried at the service for an event; null: nothing. */
export type Tries = ServiceCall | readonly ServiceCall[] | null

/** Everything that can happen to an order. Events may come late, twice or for another state; `reduce` sorts that out. */
export type FlowEvent =
  /** The reads before a prompt: what the spender may take now, what it must be able to take, whether `approve` works. */
  | {
      readonly kind: 'prepared'
      readonly allowanceUnits: string
      readonly neededUnits: string
      /** Part of `neededUnits` that other live orders hold (R13). */
      readonly heldUnits: string
      readonly approveWorks: boolean
      readonly accountNonce: number
      /** The wallet takes approval and send as one. */
      readonly mayBatch?: boolean
      /** What the account holds of the input, smallest unit; absent where `mayBatch` is not true. */
      readonly balanceUnits?: string
    }
  /** Something in the way before the wallet was asked; nothing was asked. */
  | { readonly kind: 'blocked'; readonly problem: ProblemData; readonly attempt: Tries }
  /** The quote lives and its nonce is unused: the wallet may be asked to sign. */
  | { readonly kind: 'readyToSign' }
  /** A later quote's deal, weighed where it is worse than the reviewed one; null where it was not. */
  | {
      readonly kind: 'requoted'
      readonly terms: OrderTerms
      readonly reviewed: ReviewedTerms
      readonly loss: ValueLoss | null
      readonly attempt: Tries
    }
  | { readonly kind: 'walletAnswered'; readonly requestId: string; readonly result: unknown }
  /** All that comes before the request itself is done: it is put before the wallet next. */
  | { readonly kind: 'put'; readonly requestId: string }
  /**
   * The wallet rejected it, or was never reached. `isTrusted`: no page was in between, so that nothing was signed or sent.
   */
  | {
      readonly kind: 'walletRefused'
      readonly requestId: string
      readonly problem: ProblemData
      readonly isTrusted?: true
    }
  /** What two endpoints show of earlier requests: the one that was used, if any, and those that can never be used any more. */
  | { readonly kind: 'unclosedRead'; readonly usedId: string | null; readonly closedIds: readonly string[] }
  /** The wallet does not take several calls as one; nothing was sent. */
  | { readonly kind: 'callsRefused'; readonly requestId: string }
  /** What the wallet says became of the calls it took; `hash` is what the chain knows of them. */
  | {
      readonly kind: 'callsSeen'
      readonly outcome: 'waiting' | 'sent' | 'failed'
      readonly hash: Hex | null
      /** The wallet calls them failed, and the chain does not show it for sure yet. */
      readonly isUnsure?: boolean
      /** It names no transaction either: the account as it is now, which nothing waits for and nothing left where it is idle. */
      readonly unnamed?: Pick<CallsAsked, 'accountNonce' | 'heldUnits'> & { readonly isIdle: boolean }
    }
  /** Nobody knows whether the wallet did it. */
  | { readonly kind: 'walletLost'; readonly requestId: string; readonly problem: ProblemData }
  /** The allowance as read now, with the state of the approval's transaction where there is one. */
  | {
      readonly kind: 'allowanceSeen'
      readonly allowanceUnits: string
      readonly neededUnits: string
      readonly transaction: OrderTransaction['state'] | null
    }
  /** What may be taken of a stopped order's account at this time of the chain's; null where another order explains that. */
  | { readonly kind: 'approvalSeen'; readonly units: string | null; readonly chainSeconds: number }
  | {
      readonly kind: 'signatureChecked'
      readonly valid: boolean
      /** The account has code, which is who refuses a signature that is not valid. */
      readonly isContract: boolean
      /** One endpoint alone says that the account takes it: good enough to post, but no proof of whose the account is. */
      readonly isOneSource?: true
      readonly signature: Hex
      readonly submitBody: string
    }
  | { readonly kind: 'submitAccepted'; readonly requestHash: string | null; readonly attempt: ServiceCall }
  | { readonly kind: 'submitFailed'; readonly problem: ProblemData; readonly attempt: ServiceCall }
  | { readonly kind: 'polled'; readonly response: StatusResponse; readonly attempt: ServiceCall }
  | { readonly kind: 'pollFailed'; readonly problem: ProblemData; readonly attempt: ServiceCall }
  /** The same call was mined under another hash: sped up in the wallet. */
  | { readonly kind: 'transactionRepriced'; readonly hash: Hex; readonly by: Hex }
  /** The sent transaction as the chain shows it. `differs`: other target, data or value than was reviewed. */
  | {
      readonly kind: 'transactionSeen'
      readonly hash: Hex
      readonly state: OrderTransaction['state']
      readonly differs: boolean
      /** The nonce a node showed it with; left out where none did. */
      readonly accountNonce?: number
      /** One node shows that it failed, or what took its place: not deep enough yet, or no second one does. */
      readonly isUnsure?: boolean
      /** Two hosts show it mined as deep as the chain's ends are read. */
      readonly isDeep?: boolean
    }
  /** No endpoint knows the sent transaction, and all of them count its nonce as used. `isOneSource`: they are one host. */
  | { readonly kind: 'transactionMissing'; readonly hash: Hex; readonly isOneSource?: boolean }
  /** Permit2's nonce as all endpoints see it, from so many hosts; `blockSeconds` is the chain's own time. */
  | {
      readonly kind: 'nonceRead'
      readonly used: boolean
      readonly blockSeconds: number
      readonly sources: number
      /** The endpoints in use are on one host, so that two will never agree. */
      readonly hasTooFewHosts?: true
      /** Two endpoints show that it was cancelled, by whichever browser or tool, before anything was taken by it. */
      readonly isCancelled?: true
      /** What stands against a refund that is named of a signature that was not used. */
      readonly doubt?: ChainDoubt
    }
  /** The stored body is about to be POSTed: written down first, so that a death in mid-POST looks before it posts again. */
  | { readonly kind: 'posting' }
  /** The swap's own transaction, whose hash never came back; null while none is found. */
  | {
      readonly kind: 'transactionFound'
      readonly hash: Hex | null
      /** What the wallet is asked to send would come too late now. */
      readonly isTooLate?: boolean
    }
  /** What lies on the deposit address, smallest unit. `isOneSource`: one endpoint alone sees anything. */
  | { readonly kind: 'depositSeen'; readonly units: string; readonly isOneSource?: true }
  /**
   * What the chain says about a reported end: `no` is "not seen yet", `cannot` is "no endpoint for that chain", `unused`
   * that nothing was ever paid. `evidence` is what was read, also where it proves nothing; `doubt` says why.
   */
  | {
      readonly kind: 'proof'
      readonly proof: 'yes' | 'no' | 'cannot' | 'unused'
      readonly evidence?: Evidence
      readonly doubt?: ChainDoubt
      /** The inbox says that it paid the request out: nothing of it lies there any more. */
      readonly isInboxEmpty?: true
      /** A gateway says that it took the request's money out of the inbox; a cancellation may have brought it back. */
      readonly isExtracted?: true
      /** Two endpoints show the signature used. */
      readonly isSignatureUsed?: true
      /** A signature is past its deadline, and no second endpoint is in use that could show more of it. */
      readonly isReportedOnly?: true
      /** Two endpoints see nothing at the deposit address. */
      readonly isDepositUnseen?: true
    }
  /** A read failed; nothing is known, the task is tried again. */
  | { readonly kind: 'readFailed'; readonly problem: ProblemData }
  | { readonly kind: 'lapsed' }
  /** This machine's clock shows less than when the order was written: what it waits for is counted from now. */
  | { readonly kind: 'clockSetBack' }
  /** A notice was shown; another one may have taken its place meanwhile. */
  | { readonly kind: 'notified'; readonly of: NoticeKind }
  /** The user asks again, seeing this request of the wallet open; without one where they saw none. */
  | { readonly kind: 'retry'; readonly requestId?: string }
  | { readonly kind: 'abandon' }
  /** The user takes the offer of this id. */
  | { readonly kind: 'acceptOffer'; readonly offerId: string }
  /** The user takes a failed request's funds out of the inbox; reviewed like any other transaction. */
  | { readonly kind: 'withdraw'; readonly accountNonce: number; readonly wallet: WalletRef }
  /** What became of the withdrawal's transaction; `isMissing`: no endpoint knows it, and nothing took its place. */
  | {
      readonly kind: 'withdrawSeen'
      readonly transaction: Pick<OrderTransaction, 'hash' | 'state'>
      readonly isMissing: boolean
    }
  /** The user cancels what was signed; `sinceBlock` (digits) is one at which its nonce was unused. */
  | {
      readonly kind: 'cancel'
      readonly accountNonce: number
      readonly sinceBlock: string
      readonly wallet: WalletRef
    }
  /** What became of the nonce, and of the transaction that is to invalidate it; `open` while that is not decided. */
  | {
      readonly kind: 'cancelSeen'
      readonly end: 'open' | 'cancelled' | 'taken'
      /** One endpoint alone says that it is cancelled. */
      readonly doubt?: ChainDoubt
      /** No endpoint knows the transaction, and nothing took its place. */
      readonly isMissing?: true
      readonly transaction: Pick<OrderTransaction, 'hash' | 'state'> | null
    }
  /** The user takes back what a swap that is over let its contract take; `wallet` holds the account now. */
  | {
      readonly kind: 'revoke'
      readonly reviewKey: string
      readonly accountNonce: number
      readonly wallet: WalletRef
    }
  /** What became of the revocation's transaction and of the approvals still under way, and what the chain says is left. */
  | {
      readonly kind: 'revokeSeen'
      readonly transaction: Pick<OrderTransaction, 'hash' | 'state'> | null
      readonly approvals: readonly Pick<OrderTransaction, 'hash' | 'state'>[]
      readonly left: AllowanceSeen
    }
  | { readonly kind: 'seen' }

export type EventKind = FlowEvent['kind']

/** The events of a kind, or of several. */
export type EventOf<Kind extends EventKind> = Extract<FlowEvent, { kind: Kind }>

/** What the background does for an order when it is due; each may be done again after a crash. */
export interface Task {
  readonly name: string
  /** Only reads, and may wait a moment where many orders are due at once. */
  readonly isRead?: true
  /** Its outcome may put a request before the wallet: one order of a wallet, and of an account, at a time. */
  readonly leadsToPrompt?: true
  /** Written down before it is done. */
  readonly before?: FlowEvent
  /**
   * Does it through the ports and says what came of it. It never writes the order and never asks the wallet; whatever it
   * throws is a read that failed and is tried again. `isWatched`: somebody looks at the order now.
   */
  run(order: Order, ports: FlowPorts, isWatched: boolean): Promise<FlowEvent>
}
