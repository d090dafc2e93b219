import type { Hex } from '../base/hex.ts'
import type { ProblemData } from '../base/problem.ts'
import type { ChainDoubt, ChainHead, Evidence } from '../chain/evidence.ts'
import type { ReviewedTerms } from '../quote/route-summary.ts'
import type { RequiredConsent, ValueLoss } from '../review/agreement.ts'
import type { StatusCode } from '../service/status-codes.ts'
import type { WalletRef } from '../wallet/port.ts'
import type {
  ApprovalPurpose,
  InboxTerms,
  ManualTerms,
  OfCalls,
  OrderTerms,
  OrderTransaction,
  SignedTerms,
  TransferTerms,
  UnclosedRequest,
  WalletRequestRecord,
} from './order-parts.ts'
import type { OrderState } from './order-state.ts'

/** One call to the service, stored for support. At most 50 are kept; repeated ones are dropped first. */
export interface ServiceCall {
  /** `chains` and `tokens` are the lists that an order is based on, read before it. */
  readonly endpoint: 'chains' | 'tokens' | 'quote' | 'submit' | 'status' | 'build-tx'
  readonly atMs: number
  /** `ok`, `notIndexed` or a problem code. */
  readonly outcome: string
  readonly serverRequestId: string | null
}

export interface TimelineEntry {
  readonly step:
    | 'confirmed'
    | 'resetApproved'
    | 'approved'
    | 'signed'
    | 'sent'
    | 'mined'
    | 'deposited'
    | 'accepted'
    | 'assigned'
    | 'extracted'
    | 'fulfilled'
    | 'settled'
    | 'expired'
    | 'cancelled'
    | 'refunded'
    | 'stopped'
  readonly atMs: number
}

export type NotificationKind = 'done' | 'failed' | 'refunded' | 'late' | 'cancelled' | 'depositDue'

export interface ProposedBy {
  readonly swapId: string
  readonly origin: string
}

/** The state of a revocation. Its transactions are in the order. */
export interface Revocation {
  /** The review that confirmed it. A second confirmation is the same revocation. */
  readonly reviewKey: string
  /** `asked`: open in the wallet; `sent`: pending on chain; `over`: Ferry no longer waits for it. */
  readonly state: 'asked' | 'sent' | 'over'
  readonly atMs: number
  readonly problem: ProblemData | null
  /** The remaining allowance at its end, in the smallest unit. Null if it was not read. */
  readonly leftUnits: string | null
}

export interface OfSignature {
  /** Erased once the swap is over. */
  readonly signature: Hex | null
  /** The exact body of the POST. Retries send these bytes (R4). Erased with the signature. */
  readonly submitBody: string | null
  readonly submitCount: number
  /**
   * Only one endpoint reported that the account, which has code, accepts the signature. It does not prove who
   * owns the account.
   */
  readonly isSignerUnproven?: true
  /** Whether the chain last showed the permit as used, or past its deadline by the chain's own time. */
  readonly isPermitOver?: boolean
  /**
   * Set once the person requested the cancellation: a block (digits) at which the nonce was unused, where the
   * search starts. `isTooLate`: the nonce was used before it could be invalidated.
   */
  readonly cancelling?: { readonly sinceBlock: string; readonly isTooLate: boolean }
}

type NoSignature = { readonly [member in 'signature' | 'submitBody']: null } & {
  readonly submitCount: 0
} & None<'isPermitOver' | 'cancelling' | 'isSignerUnproven'>

export interface OfDeposit {
  readonly depositObserved?: {
    readonly units: string
    readonly atMs: number
    /** The received token, if it is not the requested one. */
    readonly token?: string
    /** The service reported it, and no chain has shown it. */
    readonly isReported?: true
    /** Only one endpoint observed it. It is displayed as seen, but proves no payment. */
    readonly isOneSource?: true
  }
  /**
   * When two endpoints last saw an empty deposit address after the order was reported as over. Absent if it
   * could not be read, or a deposit was seen. Earlier reads do not count, because an exchange may pay out
   * later.
   */
  readonly depositUnseenMs?: number
}

export interface OfInbox {
  /** The inbox's event shows that it paid out the request, so nothing of it is left there. */
  readonly isInboxEmpty?: true
}

type None<Member extends string> = { readonly [member in Member]?: never }
type NoCalls = None<keyof OfCalls>
type NoDeposit = None<keyof OfDeposit>
type NoInbox = None<keyof OfInbox>

export interface SignedOrder extends OrderRecord<SignedTerms>, OfSignature, NoCalls, NoDeposit, NoInbox {
  readonly kind: 'signed'
}

export interface InboxOrder extends OrderRecord<InboxTerms>, NoSignature, OfCalls, NoDeposit, OfInbox {
  readonly kind: 'native' | 'inbox'
}

export interface ManualOrder extends OrderRecord<ManualTerms>, NoSignature, OfCalls, NoDeposit, NoInbox {
  readonly kind: 'manual'
}

export interface DepositOrder extends OrderRecord<TransferTerms>, NoSignature, NoCalls, OfDeposit, NoInbox {
  readonly kind: 'deposit'
}

export type CallsOrder = InboxOrder | ManualOrder

/** A swap that Ferry follows: the stored record, written before and after each side effect (R1). */
export type Order = SignedOrder | InboxOrder | ManualOrder | DepositOrder

/**
 * The swap method: `signed` by a permit, `native` and `inbox` (a token) as a transaction to the inbox,
 * `manual` as a transaction of `build-tx`, `deposit` as a plain transfer, from this wallet or from elsewhere.
 */
export type OrderKind = Order['kind']

export interface OrderRecord<Terms extends OrderTerms = OrderTerms> {
  readonly schema: 1
  readonly id: string
  /** Counts the writes. A write must name the revision that it read (R2). */
  readonly rev: number
  readonly state: OrderState
  readonly createdMs: number
  readonly updatedMs: number
  /** Null for a deposit that is sent from elsewhere. */
  readonly wallet: WalletRef | null
  readonly reviewed: ReviewedTerms
  readonly consents: readonly RequiredConsent[]
  readonly approvals: readonly ApprovalPurpose[]
  readonly terms: Terms
  readonly walletRequest: WalletRequestRecord | null
  /**
   * Approvals and exits that another request superseded without an answer. A late answer still counts (R8).
   * Absent if there was none.
   */
  readonly supersededRequests?: readonly WalletRequestRecord[]
  /** Signatures and transactions of the swap that no trusted answer has closed. Absent if there was none. */
  readonly unclosed?: readonly UnclosedRequest[]
  /** When the chain last showed that none of them was used, or the swap was stopped with one of them left. */
  readonly unclosedReadMs?: number
  readonly transactions: readonly OrderTransaction[]
  /** The progress as Ferry knows it: from the service's codes, from the chain, or from its own rules. */
  readonly statusCode: StatusCode | null
  /** The last code that the service itself reported and Ferry accepted. Null if there is none. */
  readonly reportedCode: StatusCode | null
  /** Transactions on both chains, each in its chain's own format (`normalizeTransactionId`). */
  readonly sourceTransactionHash: string | null
  readonly destinationTransactionHash: string | null
  readonly refundTransactionHash: string | null
  /** The chain of the refund, one of the two chains of the request. Null while unknown. */
  readonly refundChainId: number | null
  readonly fulfilledAmount: string | null
  readonly pollCount: number
  readonly dueMs: number | null
  readonly offer: Offer | null
  /**
   * Set if the order continued automatically with a newer quote that promises slightly less than the reviewed
   * one. The reviewed terms stay stored, because the next quote is compared with them.
   */
  readonly autoAccepted?: AutoAcceptedTerms
  readonly problem: ProblemData | null
  readonly timeline: readonly TimelineEntry[]
  readonly serviceCalls: readonly ServiceCall[]
  /** Reports that contradict a terminal state (R10). */
  readonly anomalies: readonly string[]
  /**
   * When Permit2's nonce was first read as unused after the deadline. A second, later read ends the order
   * (R3).
   */
  readonly unusedSeenMs: number | null
  /**
   * The person wants the allowance revoked after the swap. The wallet request still needs their confirmation.
   */
  readonly revokeAfter?: true
  /**
   * An allowance that the chain shows although the wallet never confirmed the approval, in the smallest unit.
   * Absent once it was revoked.
   */
  readonly lateApproval?: { readonly units: string; readonly atMs: number }
  readonly revoking?: Revocation
  readonly fundsSettled: boolean
  /** The newest blocks of its chains when it was created. A chain that could not be read is missing. */
  readonly heads: readonly ChainHead[]
  /** The payment that ended the order, as far as the chain was read. Fixed once the end is verified. */
  readonly evidence?: Evidence
  /** Why the chain does not prove a reported end. Absent if the chain was not read, or proves it. */
  readonly doubt?: ChainDoubt
  readonly notification: {
    readonly kind: NotificationKind
    readonly state: 'pending' | 'notified'
  } | null
  readonly viewed: boolean
  /**
   * Restored from a copy, which may not be from Ferry. It is followed, but no wallet request for its funds is
   * sent.
   */
  readonly restored?: true
  /**
   * When the person put it away after a week without reports. Ferry follows it, but it is not on the badge
   * and blocks nothing.
   */
  readonly putAwayMs?: number
  readonly proposedBy?: ProposedBy
}

/** A newer quote that waits for the person. */
export interface Offer {
  readonly terms: OrderTerms
  readonly reviewed: ReviewedTerms
  /** A fresh ID from Ferry. Accepting an offer names the one that was displayed. */
  readonly id: string
  /** The loss when the offer arrived. Null if it was not calculated. */
  readonly loss: ValueLoss | null
}

/**
 * The amounts of the quote that the order continued with, in the output token's smallest unit, and since
 * when.
 */
interface AutoAcceptedTerms {
  readonly minAmountOut: string
  readonly promisedAmount: string
  readonly atMs: number
}
