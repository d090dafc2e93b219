import type { Address, Hex } from '../base/hex.ts'
import { minuteMs } from '../base/time.ts'
import type { RequestType } from '../deployment/deployment.ts'
import type { Refuel, SignTypedData, TxData } from '../service/quote-result.ts'
import type { WalletRef } from '../wallet/port.ts'

/**
 * `withdraw` takes the funds of a failed request back out of the inbox; `cancel` invalidates a signature's nonce;
 * `revoke` sets the allowance of a swap that is over to zero; `sendCalls` is approval and send as one (EIP-5792).
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

/** Returns whether a request gets money, a signature or an allowance back, whatever the order does meanwhile. */
export function isExit({ purpose }: Pick<WalletRequestRecord, 'purpose'>): boolean {
  return purpose === 'withdraw' || purpose === 'cancel' || purpose === 'revoke'
}

/** An approval, or the reset of an old one that has to come before it. */
export type ApprovalPurpose = Extract<WalletPurpose, 'resetApproval' | 'approve'>

/** The one request that may be open at the wallet; answers bind to its id (R8). */
export interface WalletRequestRecord {
  readonly requestId: string
  readonly purpose: WalletPurpose
  /** The wallet that an exit is put to, which is the one connected by then; absent where it is the order's own. */
  readonly wallet?: WalletRef
  readonly askedMs: number
  /** The account's next nonce when it was asked: lets a lost transaction be found again (null for signatures). */
  readonly accountNonce: number | null
  /** Of the input token, smallest unit. */
  readonly amountUnits: string | null
  /** What the transaction sends of the chain's own currency; absent where nothing is sent. */
  readonly nativeUnits?: string
  /** When a transaction was about to be put before the wallet: it may have been sent since, whatever the way there remembers. */
  readonly putMs?: number
  /** When the way to the wallet was cut while it asked, which may show its question still; absent where it was not. */
  readonly lostMs?: number
  /** When the wallet answered with an error of its own, which does not say whether it was sent; absent where it did not. */
  readonly errorMs?: number
  /** The allowance when an approval was requested, or the smallest one read since; absent unless it is an approval. */
  readonly allowedUnits?: string
  /** The chain's time when it was first looked for after a stop, Unix seconds; absent where it was not. */
  readonly watchedFromSeconds?: number
}

/**
 * A signature or a transaction of the swap that was put before a wallet. It is open until the chain, or an answer that can be
 * trusted, closes it: a page may say "rejected" of what it keeps.
 */
export interface UnclosedRequest {
  readonly record: WalletRequestRecord
  /** The deal of that request. The order may have another one by now. */
  readonly terms: OrderTerms
  /** The user knows that it may still be used, and goes on. */
  readonly isAccepted?: true
  /** The wallet answered it, in a way that does not close it. Absent: the wallet may still show it. */
  readonly isAnswered?: true
}

/** The account when its wallet was asked for calls, by which it is told whether they were carried. */
export interface CallsAsked {
  /** Its next nonce; moves on past what it sent besides. */
  readonly accountNonce: number
  /** What it held of the input, smallest unit. */
  readonly heldUnits: string
  /** The wallet has called them failed since then, and nothing of them was seen; absent where that is not so. */
  readonly unseenSinceMs?: number
}

/** What approval and send as one bring along (EIP-5792). */
export interface OfCalls {
  /** The wallet's name for calls it was given as one; ours until it answers. Absent where none were. */
  readonly callsId?: string | null
  /** The account when they were asked for; absent where none were. */
  readonly callsAsked?: CallsAsked
  /** The wallet would not take several calls as one: asked one by one. */
  readonly oneByOne?: boolean
}

/** A transaction of the user's own account that this order caused. */
export interface OrderTransaction {
  readonly purpose: 'resetApproval' | 'approve' | 'send' | 'withdraw' | 'cancel' | 'revoke'
  readonly hash: Hex
  readonly chainId: number
  readonly state: 'sent' | 'mined' | 'failed' | 'replaced' | 'dropped'
  readonly accountNonce: number | null
  /** A node has shown it with this nonce; until then the nonce is the one that was next when the wallet was asked. */
  readonly isNonceSeen?: true
  /** How often, at least a minute apart, its nonce was used up and no endpoint knew it; the last time. */
  readonly missing?: { readonly count: number; readonly atMs: number }
  readonly sentMs: number
  readonly minedMs: number | null
  /** The chain showed that it is not the reviewed transaction: mined or not, it is never the user's payment. */
  readonly differs?: true
  /** The request that the wallet answered with it; open again where the transaction differs. Absent once it is shown ours. */
  readonly request?: WalletRequestRecord
  /** Two hosts showed it mined as deep as the chain's `confirmations`; absent until then. */
  readonly isDeep?: true
  /** What the wallet took the calls under that it carries; absent where it was asked for by itself. */
  readonly callsId?: string
  /** Of the input token, smallest unit. */
  readonly amountUnits: string | null
  /** What it sends of the chain's own currency; absent where it sends none. */
  readonly nativeUnits?: string
}

/** Returns whether the chain showed the user's own payment mined: a transaction that differs from the review is none. */
export function isOwnPayment({ purpose, state, differs }: OrderTransaction): boolean {
  return purpose === 'send' && state === 'mined' && differs !== true
}

/** Reads that find a transaction missing before it counts as dropped. */
const missingReads = 3

/**
 * Counts once more that no endpoint knows a transaction: the third time, each a minute after the one before, it is dropped.
 * Null where the last one was counted less than a minute ago.
 */
export function missedAgain(
  { missing, state }: OrderTransaction,
  nowMs: number,
): Required<Pick<OrderTransaction, 'missing' | 'state'>> | null {
  const { count, atMs } = missing ?? { count: 0, atMs: nowMs - minuteMs }
  // Dated ahead of the clock: it was set back since, and the minute begins anew.
  if (nowMs >= atMs && nowMs - atMs < minuteMs) return null
  const next = { count: nowMs < atMs ? count : count + 1, atMs: nowMs }
  return { missing: next, state: next.count < missingReads ? state : 'dropped' }
}

/** Where a deposit goes, as it was checked and shown. */
export interface DepositTerms {
  /** In the origin chain's own form; single use. */
  readonly address: string
  readonly token: string
  readonly amount: string
  readonly chainId: number
  /** Without it the deposit is nobody's; null where the chain needs none. */
  readonly memo: string | null
  /** Unix seconds by the service's clock; what comes later is refunded. */
  readonly expirySeconds: number
  readonly refundAddress: string | null
}

/** What every order executes has: parts of one checked quote, as received. */
interface CommonTerms {
  readonly quoteId: string
  /** Unix seconds by the service's clock. */
  readonly quoteExpirySeconds: number
  /** The service's clock minus ours when the quote came, in ms. */
  readonly clockOffsetMs: number
  readonly minAmountOut: string
  readonly promisedAmount: string
  /** What comes along of the destination's own currency, as the route showed it; absent where nothing does. */
  readonly refuel?: Refuel
}

/** What a signed order executes: a permit with its request. */
export interface SignedTerms extends CommonTerms {
  readonly requestType: RequestType
  readonly requestHash: Hex
  readonly signTypedData: SignTypedData
  readonly txData: null
  /** Permit deadline, Unix seconds. */
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

/** What an order to the inbox executes: a request that its transaction makes there. */
export interface InboxTerms extends UnsignedTerms {
  readonly requestType: RequestType
  readonly requestHash: Hex
  readonly txData: TxData
  readonly spender?: never
  readonly deposit?: never
}

/** What a manual order executes: a transaction, by which it is followed. */
export interface ManualTerms extends UnsignedTerms {
  readonly requestType: null
  readonly requestHash: null
  readonly txData: TxData
  /** Who takes the token: one of the file's `manualSpenders`. Absent: the target. */
  readonly spender?: Address
  readonly deposit?: never
}

/** What a deposit executes: a plain transfer. */
export interface TransferTerms extends UnsignedTerms {
  readonly requestType: null
  readonly requestHash: Hex
  /** Null where it is sent from elsewhere. */
  readonly txData: TxData | null
  readonly spender?: never
  readonly deposit: DepositTerms
}

/** What an order executes. A new quote replaces it as a whole, by one of the same kind. */
export type OrderTerms = SignedTerms | InboxTerms | ManualTerms | TransferTerms

/** As long as a transaction that too few hosts show has to be seen mined to be told as such: a block may go again. */
const shownForMs = 3 * minuteMs

/** Returns whether a transaction was seen mined for so long that it is told, be it by one host alone. */
export function isMinedLong({ minedMs }: OrderTransaction, nowMs: number): boolean {
  return minedMs !== null && nowMs - minedMs >= shownForMs
}
