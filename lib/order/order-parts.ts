import type { Address, Hex } from '../base/hex.ts'
import { minuteMs } from '../base/time.ts'
import type { RequestType } from '../deployment/schema.ts'
import type { Refuel, SignTypedData, TxData } from '../service/route.ts'
import type { WalletRef } from '../wallet/port.ts'

/**
 * `withdraw` takes the funds of a failed request out of the inbox. `cancel` invalidates a signature's nonce.
 * `revoke` sets the allowance of a finished swap to zero. `sendCalls` is approval and send as one batch
 * (EIP-5792).
 */
export type WalletPurpose =
  | 'resetApproval'
  | 'approve'
  | 'sign'
  | 'send'
  | 'sendCalls'
  | 'withdraw'
  | 'cancel'
  | 'revoke'

/**
 * Returns whether a request is an exit: it recovers funds, a signature or an allowance in any state of the
 * order.
 */
export function isExit({ purpose }: Pick<WalletRequestRecord, 'purpose'>): boolean {
  return purpose === 'withdraw' || purpose === 'cancel' || purpose === 'revoke'
}

export type ApprovalPurpose = Extract<WalletPurpose, 'resetApproval' | 'approve'>

/** The only current wallet request. Answers are matched by its ID (R8). */
export interface WalletRequestRecord {
  readonly requestId: string
  readonly purpose: WalletPurpose
  /** The wallet for an exit, which is the one connected at that time. Absent if it is the order's own. */
  readonly wallet?: WalletRef
  readonly requestedMs: number
  /** The account's next nonce at the request, to find a lost transaction again. Null for signatures. */
  readonly accountNonce: number | null
  /** In the smallest unit of the input token. */
  readonly amountUnits: string | null
  /** Native currency that the transaction sends. Absent if zero. */
  readonly nativeUnits?: string
  /** It may have been approved since, even if the wallet connection lost its memory. */
  readonly sentToWalletMs?: number
  /** The wallet may still show the request. */
  readonly connectionLostMs?: number
  /** The wallet's own error does not show whether the request was sent. */
  readonly walletErrorMs?: number
  /** The allowance at an approval request, or the lowest one read since. Absent for other requests. */
  readonly lowestAllowanceUnits?: string
  /** The chain's time at the first read after a stop, in Unix seconds. Absent before that. */
  readonly watchStartSeconds?: number
}

/**
 * A signature or transaction request of the swap that was sent to a wallet. It stays open until the chain or
 * a trusted answer closes it, because a page may store what it reports as rejected.
 */
export interface UnclosedRequest {
  readonly record: WalletRequestRecord
  /** The terms of that request. The order may have newer ones by now. */
  readonly terms: OrderTerms
  /** The person knows that it may still be used, and continues. */
  readonly isAccepted?: true
  /** The wallet answered, but the answer does not close it. Absent: the wallet may still show it. */
  readonly isAnswered?: true
}

/** The account's state at the batch request, to detect whether the calls were sent. */
export interface BatchStart {
  /** Its next nonce. Moves past unrelated transactions. */
  readonly accountNonce: number
  /** Its balance of the input token, in the smallest unit. */
  readonly heldUnits: string
  /** Since when the wallet reports them as failed and nothing of them is seen. Absent otherwise. */
  readonly unseenSinceMs?: number
}

/** Fields of a batch of approval and send (EIP-5792). */
export interface OfCalls {
  /** The wallet's ID of the batch; Ferry's own ID until it answers. Absent without a batch. */
  readonly callsId?: string | null
  readonly batchStart?: BatchStart
  /** The wallet did not accept a batch, so the calls are requested one by one. */
  readonly oneByOne?: boolean
}

export interface OrderTransaction {
  readonly purpose: 'resetApproval' | 'approve' | 'send' | 'withdraw' | 'cancel' | 'revoke'
  readonly hash: Hex
  readonly chainId: number
  readonly state: 'sent' | 'mined' | 'failed' | 'replaced' | 'dropped'
  readonly accountNonce: number | null
  /** A node has shown it with this nonce. Before that, the nonce is the account's next one at the request. */
  readonly isNonceSeen?: true
  /**
   * How often its nonce was used while no endpoint knew the transaction, counted at most once a minute, and
   * the last time.
   */
  readonly missing?: { readonly count: number; readonly atMs: number }
  readonly sentMs: number
  readonly minedMs: number | null
  /** The chain showed that it is not the reviewed transaction. It never counts as the person's payment. */
  readonly differs?: true
  /**
   * The request that it answers. Open again if the transaction differs. Absent once the transaction is
   * verified as ours.
   */
  readonly request?: WalletRequestRecord
  /** Two hosts showed it mined at the chain's `confirmations`. Absent before that. */
  readonly isDeep?: true
  /** The ID of the batch that it carries. Absent if it was requested by itself. */
  readonly callsId?: string
  /** In the smallest unit of the input token. */
  readonly amountUnits: string | null
  /** Native currency that it sends. Absent if zero. */
  readonly nativeUnits?: string
}

/** A transaction that differs from the review does not count. */
export function isOwnPayment({ purpose, state, differs }: OrderTransaction): boolean {
  return purpose === 'send' && state === 'mined' && differs !== true
}

const missingReads = 3

/**
 * Counts one more read in which no endpoint knows the transaction. After the third, each at least a minute
 * apart, it is dropped. Null if the last one was counted less than a minute ago.
 */
export function countMissingRead(
  { missing, state }: OrderTransaction,
  nowMs: number,
): Required<Pick<OrderTransaction, 'missing' | 'state'>> | null {
  const { count, atMs } = missing ?? { count: 0, atMs: nowMs - minuteMs }
  // The time is ahead of the clock, which was set back since. The minute restarts.
  if (nowMs >= atMs && nowMs - atMs < minuteMs) return null
  const next = { count: nowMs < atMs ? count : count + 1, atMs: nowMs }
  return { missing: next, state: next.count < missingReads ? state : 'dropped' }
}

export interface DepositTerms {
  /** In the origin chain's own format. Used once. */
  readonly address: string
  readonly token: string
  readonly amount: string
  readonly chainId: number
  /** Without the memo, the deposit cannot be attributed. Null if the chain needs none. */
  readonly memo: string | null
  /** Unix seconds by the service's clock. Later deposits are refunded. */
  readonly expirySeconds: number
  readonly refundAddress: string | null
}

/** The terms that every order has: parts of one checked quote, as received. */
interface CommonTerms {
  readonly quoteId: string
  /** Unix seconds by the service's clock. */
  readonly quoteExpirySeconds: number
  /** The service's clock minus this machine's when the quote arrived, in ms. */
  readonly clockOffsetMs: number
  readonly minAmountOut: string
  readonly promisedAmount: string
  /** Destination native currency that the route delivers in addition. Absent if none. */
  readonly refuel?: Refuel
}

export interface SignedTerms extends CommonTerms {
  readonly requestType: RequestType
  readonly requestHash: Hex
  readonly signTypedData: SignTypedData
  readonly txData: null
  readonly permitDeadlineSeconds: number
  /** Permit2's unordered nonce as a digit string. */
  readonly permitNonce: string
  readonly spender?: never
  readonly deposit?: never
}

interface UnsignedTerms extends CommonTerms {
  readonly signTypedData: null
  readonly permitDeadlineSeconds: null
  readonly permitNonce: null
}

export interface InboxTerms extends UnsignedTerms {
  readonly requestType: RequestType
  readonly requestHash: Hex
  readonly txData: TxData
  readonly spender?: never
  readonly deposit?: never
}

/** Terms of a manual order: a transaction, which is also its key at the service. */
export interface ManualTerms extends UnsignedTerms {
  readonly requestType: null
  readonly requestHash: null
  readonly txData: TxData
  /** The spender of the token, one of the file's `manualSpenders`. Absent: the target. */
  readonly spender?: Address
  readonly deposit?: never
}

export interface TransferTerms extends UnsignedTerms {
  readonly requestType: null
  readonly requestHash: Hex
  /** Null if it is sent from elsewhere. */
  readonly txData: TxData | null
  readonly spender?: never
  readonly deposit: DepositTerms
}

/** The terms of an order. A newer quote replaces them as a whole, by terms of the same kind. */
export type OrderTerms = SignedTerms | InboxTerms | ManualTerms | TransferTerms

/**
 * How long a transaction must be seen mined if too few hosts show it, because its block may be reorganised.
 */
const minedLongMs = 3 * minuteMs

export function isMinedForLong({ minedMs }: OrderTransaction, nowMs: number): boolean {
  return minedMs !== null && nowMs - minedMs >= minedLongMs
}
