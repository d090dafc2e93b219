import type { Hex } from '../base/hex.ts'
import type { ProblemData } from '../base/problem-shape.ts'
import type { AllowanceEvidence, NonceEvidence } from '../chain/chain-views.ts'
import type { ChainDoubt, Evidence } from '../chain/evidence.ts'
import type { ServiceCall } from '../service/service-call.ts'
import type { StatusResponse } from '../service/status.ts'
import type { WalletRef } from '../wallet/port.ts'
import type { FlowPorts } from './flow-ports.ts'
import type { BatchStart, NotificationKind, Offer, Order, OrderTransaction } from './order.ts'

export type LoggedCalls = ServiceCall | readonly ServiceCall[] | null

/**
 * Everything that can happen to an order. Events may come late, twice or for another state; `reduce` handles
 * that.
 */
export type FlowEvent =
  | {
      readonly kind: 'prepared'
      readonly allowanceUnits: string
      readonly neededUnits: string
      /** The part of `neededUnits` that other running orders need (R13). */
      readonly reservedUnits: string
      readonly approveWorks: boolean
      readonly accountNonce: number
      readonly canBatch?: boolean
      /** The account's balance of the input token, in the smallest unit. Absent unless `canBatch` is true. */
      readonly balanceUnits?: string
    }
  /** A problem before the wallet request. No request was sent. */
  | { readonly kind: 'blocked'; readonly problem: ProblemData; readonly attempt: LoggedCalls }
  /** The quote is valid and its nonce is unused, so the wallet may be asked to sign. */
  | { readonly kind: 'readyToSign' }
  /** The terms of a newer quote, with their loss by the prices of now. */
  | ({ readonly kind: 'requoted'; readonly attempt: LoggedCalls } & Omit<Offer, 'id'>)
  | { readonly kind: 'walletAnswered'; readonly requestId: string; readonly result: unknown }
  /** Every step before the request itself is done. It is sent to the wallet next. */
  | { readonly kind: 'sentToWallet'; readonly requestId: string }
  /**
   * The wallet rejected the request, or never received it. `isTrusted`: the wallet itself rejected it without a page, or it
   * never reached the wallet, so nothing was signed or sent.
   */
  | {
      readonly kind: 'walletRejected'
      readonly requestId: string
      readonly problem: ProblemData
      readonly isTrusted?: true
    }
  /**
   * What two endpoints show of live requests: the one that was used, if any, and those that can never be
   * used any more.
   */
  | {
      readonly kind: 'liveRequestsRead'
      readonly usedId: string | null
      readonly deadIds: readonly string[]
      /** Those of `deadIds` whose transaction the wallet named, and whose nonce another transaction used. */
      readonly replacedIds?: readonly string[]
    }
  /** The wallet does not accept batches of calls. Nothing was sent. */
  | { readonly kind: 'batchUnsupported'; readonly requestId: string; readonly isTrusted?: true }
  /** `hash` is the transaction that the chain shows for the calls. */
  | {
      readonly kind: 'callsObserved'
      readonly outcome: 'waiting' | 'sent' | 'failed'
      readonly hash: Hex | null
      /** The wallet reports that they failed, and the chain does not confirm it yet. */
      readonly isUncertain?: boolean
      /**
       * The wallet names no transaction either. This is the account's current state. `isIdle`: it has no
       * pending transaction and kept its balance.
       */
      readonly unnamed?: Pick<BatchStart, 'accountNonce' | 'heldUnits'> & { readonly isIdle: boolean }
    }
  /** It is unknown whether the wallet did it. */
  | { readonly kind: 'walletLost'; readonly requestId: string; readonly problem: ProblemData }
  | {
      readonly kind: 'allowanceObserved'
      readonly allowanceUnits: string
      readonly neededUnits: string
      /** Under another hash if the person sped it up. */
      readonly transaction: Pick<OrderTransaction, 'hash' | 'state' | 'gasUnits'> | null
    }
  | {
      readonly kind: 'signatureChecked'
      readonly valid: boolean
      /** The account has code, and its contract rejects invalid signatures. */
      readonly isContract: boolean
      /**
       * Two hosts did not agree that the account accepts the signature. It may be posted, but does not prove who
       * owns the account.
       */
      readonly isUnproven?: true
      readonly signature: Hex
      readonly submitBody: string
    }
  | { readonly kind: 'submitAccepted'; readonly requestHash: string | null; readonly attempt: ServiceCall }
  | { readonly kind: 'submitFailed'; readonly problem: ProblemData; readonly attempt: ServiceCall }
  | { readonly kind: 'polled'; readonly response: StatusResponse; readonly attempt: ServiceCall }
  | { readonly kind: 'pollFailed'; readonly problem: ProblemData; readonly attempt: ServiceCall }
  /** The same call was mined under another hash, because it was sped up in the wallet. */
  | { readonly kind: 'transactionRepriced'; readonly hash: Hex; readonly by: Hex }
  /** `differs`: its target, data or value is not the reviewed one. */
  | {
      readonly kind: 'transactionObserved'
      readonly hash: Hex
      readonly state: OrderTransaction['state']
      readonly differs: boolean
      /** The nonce that enough hosts show. Absent if too few do. */
      readonly accountNonce?: number
      /** Too few hosts show that it failed or was replaced, or its block is not deep enough yet. */
      readonly isUncertain?: boolean
      /** Two hosts show it mined at the depth that the chain's deployment requires. */
      readonly isDeep?: boolean
      /** The gas that the person paid for it. Absent if unknown. */
      readonly gasUnits?: string
    }
  /** No endpoint knows the sent transaction, and all of them show its nonce as used. */
  | { readonly kind: 'transactionMissing'; readonly hash: Hex }
  /** Permit2's nonce, and the number of hosts that show it so. */
  | ({
      readonly kind: 'nonceRead'
      readonly sources: number
      /** Two endpoints show that it was cancelled, from any browser or tool, before it took anything. */
      readonly isCancelled?: true
      /** Why a reported refund is doubted when its signature was not used. */
      readonly doubt?: ChainDoubt
    } & NonceEvidence)
  /** Stored first, so that after a crash the order is polled before it is posted again. */
  | { readonly kind: 'posting' }
  /** The swap's own transaction, whose hash the wallet never returned. Null while none is found. */
  | {
      readonly kind: 'transactionFound'
      readonly hash: Hex | null
      /** The requested transaction would come too late now. */
      readonly isTooLate?: boolean
    }
  /** The balance of the deposit address, in the smallest unit. `isOneSource`: only one endpoint shows any. */
  | { readonly kind: 'depositObserved'; readonly units: string; readonly isOneSource?: true }
  /**
   * The chain's evidence about a reported end. `verified`: two hosts show its payment. `pending`: not seen yet. `unreadable`:
   * no endpoint for that chain. `neverPaid`: nothing was ever paid. `evidence` is the read payment, even if it proves
   * nothing; `doubt` says why.
   */
  | {
      readonly kind: 'proof'
      readonly proof: 'verified' | 'pending' | 'unreadable' | 'neverPaid'
      readonly evidence?: Evidence
      readonly doubt?: ChainDoubt
      /** The inbox's event shows that it paid out the request, so nothing of it is left there. */
      readonly isInboxEmpty?: true
      /**
       * A gateway's event shows that it took the funds out of the inbox. A cancellation may have returned
       * them.
       */
      readonly isExtracted?: true
      /** Two endpoints show the signature used. */
      readonly isSignatureUsed?: true
      /** A signature is past its deadline, and no second endpoint exists that could show more. */
      readonly isReportedOnly?: true
      /** Two endpoints show an empty deposit address. */
      readonly isDepositUnseen?: true
    }
  /** A read failed. Nothing is known, and the task is retried. */
  | { readonly kind: 'readFailed'; readonly problem: ProblemData }
  /** The quote or the permit ended before Ferry could post the signature. */
  | { readonly kind: 'signatureTimedOut' }
  /** The person did not decide in time (`decisionTimeoutMs`). */
  | { readonly kind: 'decisionTimedOut' }
  /** Nothing came to the deposit address until long after its deadline. */
  | { readonly kind: 'depositLapsed' }
  /** Ferry waits no longer for late answers of the order's wallet. */
  | { readonly kind: 'lateAnswersOver' }
  /** This machine's clock is behind the time at which the order was written. Waits are counted from now. */
  | { readonly kind: 'clockSetBack' }
  /** A notification was displayed. Another one may have replaced it meanwhile. */
  | { readonly kind: 'notified'; readonly of: NotificationKind }
  /** The person retries. `requestId` is the open request on their screen; absent if there was none. */
  | { readonly kind: 'retry'; readonly requestId?: string }
  | { readonly kind: 'stop' }
  | { readonly kind: 'acceptOffer'; readonly offerId: string }
  /** The person withdraws a failed request's funds from the inbox. Reviewed like any other transaction. */
  | { readonly kind: 'withdraw'; readonly accountNonce: number; readonly wallet: WalletRef }
  /** `isMissing`: no endpoint knows it, and nothing replaced it. */
  | {
      readonly kind: 'withdrawObserved'
      readonly transaction: Pick<OrderTransaction, 'hash' | 'state'>
      readonly isMissing: boolean
    }
  /** The person cancels the signature. `sinceBlock` (digits) is a block at which its nonce was unused. */
  | {
      readonly kind: 'cancel'
      readonly accountNonce: number
      readonly sinceBlock: string
      readonly wallet: WalletRef
    }
  /** The state of the nonce, and of the transaction that should invalidate it. `open` means undecided. */
  | {
      readonly kind: 'cancelObserved'
      readonly end: 'open' | 'cancelled' | 'taken'
      /** Only one endpoint reports the cancellation. */
      readonly doubt?: ChainDoubt
      /** No endpoint knows the transaction, and nothing replaced it. */
      readonly isMissing?: true
      readonly transaction: Pick<OrderTransaction, 'hash' | 'state'> | null
    }
  /** The person revokes the allowance of a finished swap. `wallet` holds the account now. */
  | {
      readonly kind: 'revoke'
      readonly reviewKey: string
      readonly accountNonce: number
      readonly wallet: WalletRef
    }
  | {
      readonly kind: 'revokeObserved'
      readonly transaction: Pick<OrderTransaction, 'hash' | 'state'> | null
      readonly left: AllowanceEvidence
    }
  | { readonly kind: 'viewed' }
  /** The person undoes putting a swap away. */
  | { readonly kind: 'showAgain' }

export type EventKind = FlowEvent['kind']

export type EventOf<Kind extends EventKind> = Extract<FlowEvent, { kind: Kind }>

/** The background's work for an order that is due. It may run again after a crash. */
export interface Task {
  readonly name: string
  /** Only reads, so it may wait a moment when many orders are due at the same time. */
  readonly isRead?: true
  /**
   * Its outcome may send a wallet request, so only one order per wallet, and per account, runs it at a time.
   */
  readonly leadsToPrompt?: true
  /** An event that is stored before the task runs. */
  readonly before?: FlowEvent
  /**
   * Runs the task through the ports and returns the resulting event. It never writes the order and never
   * sends a wallet request. A thrown error is a failed read, which is retried.
   */
  run(order: Order, ports: FlowPorts): Promise<FlowEvent>
}
