import type { Hex } from '../base/hex.ts'
import type { ProblemData } from '../base/problem.ts'
import type { ChainDoubt, ChainHead, Evidence } from '../chain/evidence.ts'
import type { ReviewedTerms } from '../quote/route-summary.ts'
import type { ReviewQuestion, ValueLoss } from '../review/agreement.ts'
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

/** One try to reach the service, kept for support: at most 50, of which the repeated ones make room first. */
export interface ServiceCall {
  /** `chains` and `tokens` are the lists behind an order, read before it. */
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

/** What the user is told of an order: its end, that it takes longer than was said, or that a deposit is soon too late. */
export type NoticeKind = 'done' | 'failed' | 'refunded' | 'late' | 'cancelled' | 'depositDue'

/** Which page's swap an order is; written with the order. */
export interface ProposedBy {
  readonly swapId: string
  readonly origin: string
}

/** How the taking back of an allowance stands; the transactions it took are the order's own. */
export interface Revoking {
  /** The review it was confirmed in: confirmed again it is the same one. */
  readonly reviewKey: string
  /** `asked`: at the wallet; `sent`: on its way to the chain; `over`: nobody waits for anything any more. */
  readonly state: 'asked' | 'sent' | 'over'
  /** When it came to that. */
  readonly atMs: number
  /** What was in the way; null where nothing was. */
  readonly problem: ProblemData | null
  /** What the chain said was left at its end, smallest unit; null where it was not read. */
  readonly leftUnits: string | null
}

/** What a signature brings along; an order of another kind has none of it. */
export interface OfSignature {
  /** Erased once the swap is over. */
  readonly signature: Hex | null
  /** The exact body of the POST; retries send these bytes (R4). Erased with the signature. */
  readonly submitBody: string | null
  readonly submitCount: number
  /** One endpoint alone said that the account, which has code, takes the signature: it proves nothing of whose the account is. */
  readonly isSignerUnproven?: true
  /** What the chain last said of the permit: whether its deadline lies behind the chain's own time, or its nonce is used. */
  readonly isPermitOver?: boolean
  /**
   * Set once the user asked to cancel: a block (digits) at which the nonce was unused, from which on it is looked for.
   * `isTooLate`: it was used before it could be invalidated.
   */
  readonly cancelling?: { readonly sinceBlock: string; readonly isTooLate: boolean }
}

type NoSignature = { readonly [member in 'signature' | 'submitBody']: null } & {
  readonly submitCount: 0
} & None<'isPermitOver' | 'cancelling' | 'isSignerUnproven'>

/** What a deposit address brings along. */
export interface OfDeposit {
  /** What was seen of a deposit, on chain or by the service: units so far, and since when. */
  readonly depositSeen?: {
    readonly units: string
    readonly atMs: number
    /** What came, where it is another token than the one asked for. */
    readonly token?: string
    /** The service said so; no chain has shown it. */
    readonly isReported?: true
    /** One endpoint alone saw it: shown as seen, and no proof that anything was paid. */
    readonly isOneSource?: true
  }
  /**
   * When two endpoints last saw nothing at the deposit address of an order that was called over; absent where nobody could
   * look, or did. What was read before that end says nothing of it: an exchange may pay out later.
   */
  readonly depositUnseenMs?: number
}

/** What the inbox brings along. */
export interface OfInbox {
  /** The inbox has said that it paid its request out: nothing of it lies there any more. */
  readonly isInboxEmpty?: true
}

/** Members that an order of this kind does not have. */
type None<Member extends string> = { readonly [member in Member]?: never }
type NoCalls = None<keyof OfCalls>
type NoDeposit = None<keyof OfDeposit>
type NoInbox = None<keyof OfInbox>

/** An order that is signed by a permit. */
export interface SignedOrder extends OrderRecord<SignedTerms>, OfSignature, NoCalls, NoDeposit, NoInbox {
  readonly kind: 'signed'
}

/** An order that is sent to the inbox: the chain's own coin, or a token. */
export interface InboxOrder extends OrderRecord<InboxTerms>, NoSignature, OfCalls, NoDeposit, OfInbox {
  readonly kind: 'native' | 'inbox'
}

/** An order that is sent as a transaction of `build-tx`. */
export interface ManualOrder extends OrderRecord<ManualTerms>, NoSignature, OfCalls, NoDeposit, NoInbox {
  readonly kind: 'manual'
}

/** An order that a plain transfer pays, from this wallet or from anywhere. */
export interface DepositOrder extends OrderRecord<TransferTerms>, NoSignature, NoCalls, OfDeposit, NoInbox {
  readonly kind: 'deposit'
}

/** An order that is sent as a call of a contract, after an approval where it pays with a token. */
export type CallsOrder = InboxOrder | ManualOrder

/** A swap we follow: the durable record, written before and after each side effect (R1). */
export type Order = SignedOrder | InboxOrder | ManualOrder | DepositOrder

/**
 * How an order goes: `signed` by a permit, `native` and `inbox` (a token) as a transaction to the inbox, `manual` as a
 * transaction of `build-tx`, `deposit` as a plain transfer, from this wallet or from anywhere.
 */
export type OrderKind = Order['kind']

/** What every order has, whatever its kind; `Terms` is what it executes. */
export interface OrderRecord<Terms extends OrderTerms = OrderTerms> {
  readonly schema: 1
  readonly id: string
  /** Counts the writes; a write must name the one it read (R2). */
  readonly rev: number
  readonly state: OrderState
  readonly createdMs: number
  readonly updatedMs: number
  /** Null for a deposit that is sent from elsewhere. */
  readonly wallet: WalletRef | null
  readonly reviewed: ReviewedTerms
  /** The review questions that the user agreed to. */
  readonly agreed: readonly ReviewQuestion[]
  /** The approvals that the review announced before the swap itself. */
  readonly approvals: readonly ApprovalPurpose[]
  readonly terms: Terms
  readonly walletRequest: WalletRequestRecord | null
  /** Approvals and exits that another request superseded without an answer: a late one counts all the same (R8). Absent where none was. */
  readonly supersededRequests?: readonly WalletRequestRecord[]
  /** Signatures and transactions of the swap that nothing trusted has closed; absent where there was none. */
  readonly unclosed?: readonly UnclosedRequest[]
  /** When the chain last showed that none of them was used, or the swap was stopped with one of them left. */
  readonly unclosedReadMs?: number
  readonly transactions: readonly OrderTransaction[]
  /** How far it is, as Ferry knows: by the service's codes, by the chain, or by its own rules. */
  readonly statusCode: StatusCode | null
  /** The code that the service itself gave last, as far as Ferry took it over; null where it gave none. */
  readonly reportedCode: StatusCode | null
  /** Transactions of both ends, each in its own chain's form (`transactionIdOn`). */
  readonly sourceTransactionHash: string | null
  readonly destinationTransactionHash: string | null
  readonly refundTransactionHash: string | null
  /** The chain of the refund, which is one of the two chains of the request; null until that is known. */
  readonly refundChainId: number | null
  readonly fulfilledAmount: string | null
  /** Polls of the service so far, and when the next thing is due. */
  readonly pollCount: number
  readonly dueMs: number | null
  readonly offer: Offer | null
  /**
   * The deal is a later one that brings a little less than was reviewed, and went on by itself; absent where it does not.
   * What was reviewed stays beside it: the next one is held against that.
   */
  readonly wentOn?: WentOn
  readonly problem: ProblemData | null
  readonly timeline: readonly TimelineEntry[]
  readonly serviceCalls: readonly ServiceCall[]
  /** Reports that contradict a terminal state (R10). */
  readonly anomalies: readonly string[]
  /** When Permit2's nonce was first read as unused after the deadline; a second, later read ends the order (R3). */
  readonly unusedSeenMs: number | null
  /** The user wants what its contract may still take taken back once it is over; never asked of a wallet by itself. */
  readonly revokeAfter?: true
  /** What was approved for it though its wallet has not said so, as the chain says; smallest unit. None once it was taken back. */
  readonly approvedLate?: { readonly units: string; readonly atMs: number }
  /** Set once the user revoked the allowance of this order, which is over by then. */
  readonly revoking?: Revoking
  readonly fundsSettled: boolean
  /** The newest blocks of its chains when it was made; none of a chain that could not be read. */
  readonly heads: readonly ChainHead[]
  /** The payment that ended it, as far as the chain was read; frozen once the end is proven. */
  readonly evidence?: Evidence
  /** What the chain says of a reported end that it does not prove; absent where it was not read, or proves it. */
  readonly doubt?: ChainDoubt
  readonly notice: {
    readonly kind: NoticeKind
    readonly state: 'pending' | 'notified'
  } | null
  readonly seen: boolean
  /** It came out of a copy, which others than Ferry may have written: it is followed, and no wallet is asked about it. */
  readonly restored?: true
  /** When the user put it away after a week without news: it is followed, and neither on the badge nor in the way of anything. */
  readonly putAwayMs?: number
  /** The page that handed this swap over; absent where the user began it. */
  readonly proposedBy?: ProposedBy
}

/** A later deal that waits for the user. */
export interface Offer {
  readonly terms: OrderTerms
  readonly reviewed: ReviewedTerms
  /** A fresh id of ours. Accepting an offer names the one that was shown. */
  readonly id: string
  /** As it was weighed when the offer came; null where it was not weighed. */
  readonly loss: ValueLoss | null
}

/** What a deal that went on by itself brings, smallest unit of the output token, and since when. */
interface WentOn {
  readonly minAmountOut: string
  readonly promisedAmount: string
  readonly atMs: number
}
