import * as v from 'valibot'
import { problemShape as problem } from '../base/problem-shape.ts'
import {
  chainIdShape,
  countShape as count,
  type Decoded,
  digitsShape,
  hashShape,
  hexShape,
  namesShape,
  objectShape,
  onlyTrue,
} from '../base/shapes.ts'
import { type ChainDoubt, evidenceShape as evidence } from '../chain/evidence.ts'
import { nativePriceShape, reviewedShape } from '../quote/reviewed-terms.ts'
import { kindShapes, termsShape } from '../quote/terms.ts'
import { consentShape, proposedByShape } from '../review/consents.ts'
import { valueLossShape as loss, lossGateShape } from '../review/value-loss.ts'
import { serviceCallShape } from '../service/service-call.ts'
import { walletRefShape } from '../wallet/port.ts'
import { type OrderState, orderStates } from './order-state.ts'

const text = v.string()

/** How often something was read (`countRead`), and the last time. */
const countedReadsShape = objectShape({ count, atMs: count })
export type CountedReads = v.InferOutput<typeof countedReadsShape>

/**
 * `withdraw` takes the funds of a failed request out of the inbox. `cancel` invalidates a signature's nonce.
 * `revoke` sets the allowance of a finished swap to zero. `sendCalls` is approval and send as one batch
 * (EIP-5792).
 */
const purposeShape = v.picklist([
  'resetApproval',
  'approve',
  'sign',
  'send',
  'sendCalls',
  'withdraw',
  'cancel',
  'revoke',
])

export type WalletPurpose = Decoded<typeof purposeShape>
export type ApprovalPurpose = Extract<WalletPurpose, 'resetApproval' | 'approve'>

/** The only current wallet request. Answers are matched by its ID (R8). */
const walletRequestShape = objectShape({
  requestId: text,
  purpose: purposeShape,
  /** The wallet for an exit, which is the one connected at that time. Absent if it is the order's own. */
  wallet: v.exactOptional(walletRefShape),
  requestedMs: count,
  /** The account's next nonce at the request, to find a lost transaction again. Null for signatures. */
  accountNonce: v.nullable(count),
  /** In the smallest unit of the input token. */
  amountUnits: v.nullable(digitsShape),
  /** Native currency that the transaction sends. Absent if zero. */
  nativeUnits: v.exactOptional(digitsShape),
  /** It may have been approved since, even if the wallet connection lost its memory. */
  sentToWalletMs: v.exactOptional(count),
  /** The wallet may still show the request. */
  connectionLostMs: v.exactOptional(count),
  /** A page reported that the wallet rejected it, which only the chain can confirm. */
  isRejectedByPage: onlyTrue,
  /** The chain shows the allowance that it requests. Nothing is left to reject, but its answer may name the transaction. */
  isAllowanceSeen: onlyTrue,
  /** The wallet's own error does not show whether the request was sent. */
  walletErrorMs: v.exactOptional(count),
})

export type WalletRequestRecord = Decoded<typeof walletRequestShape>

const transactionShape = objectShape({
  purpose: v.picklist(['resetApproval', 'approve', 'send', 'withdraw', 'cancel', 'revoke']),
  hash: hashShape,
  chainId: chainIdShape,
  state: v.picklist(['sent', 'mined', 'failed', 'replaced', 'dropped']),
  accountNonce: v.nullable(count),
  /**
   * Enough hosts have shown it with this nonce. Before that, the nonce is the account's next one at the
   * request.
   */
  isNonceSeen: onlyTrue,
  /** The reads in which its nonce was used and no endpoint knew the transaction. */
  missing: v.exactOptional(countedReadsShape),
  sentMs: count,
  minedMs: v.nullable(count),
  /** The chain showed that it is not the reviewed transaction. It never counts as the person's payment. */
  differs: onlyTrue,
  /**
   * The request that it answers. Open again if the transaction differs. Absent once the transaction is
   * verified as ours.
   */
  request: v.exactOptional(walletRequestShape),
  /** Two hosts showed it mined at the chain's `confirmations`. Absent before that. */
  isDeep: onlyTrue,
  /** The ID of the batch that it carries. Absent if it was requested by itself. */
  callsId: v.exactOptional(text),
  /** In the smallest unit of the input token. */
  amountUnits: v.nullable(digitsShape),
  /** The gas that the person paid for it, in the native currency. Absent if unknown, or if another account paid. */
  gasUnits: v.exactOptional(digitsShape),
})

export type OrderTransaction = Decoded<typeof transactionShape>

/** Fields of a batch of approval and send (EIP-5792). */
const ofCalls = {
  /** The wallet's ID of the batch; Ferry's own ID until it answers. Absent without a batch. */
  callsId: v.exactOptional(v.nullable(text)),
  /** The account's state at the batch request, to detect whether the calls were sent. */
  batchStart: v.exactOptional(
    objectShape({
      /** Its next nonce. Moves past unrelated transactions. */
      accountNonce: count,
      /** Its balance of the input token, in the smallest unit. */
      heldUnits: digitsShape,
      /** The reads in a row in which the wallet reports them as failed and nothing of them is seen. */
      unseen: v.exactOptional(countedReadsShape),
    }),
  ),
  /** The wallet did not accept a batch, so the calls are requested one by one. */
  oneByOne: v.exactOptional(v.boolean()),
}

export type OfCalls = Decoded<v.ObjectSchema<typeof ofCalls, undefined>>
export type BatchStart = NonNullable<OfCalls['batchStart']>

/**
 * A signature or transaction request of the swap that was sent to a wallet. It stays open until the chain or
 * a trusted answer closes it, because a page may store what it reports as rejected.
 */
const liveRequestShape = objectShape({
  record: walletRequestShape,
  /** The terms of that request. The order may have newer ones by now. */
  terms: termsShape,
  /** The person knows that it may still be used, and continues. */
  isAccepted: onlyTrue,
  /** The wallet answered, but the answer does not close it. Absent: the wallet may still show it. */
  isAnswered: onlyTrue,
})

export type LiveRequest = Decoded<typeof liveRequestShape>

const timelineEntryShape = objectShape({
  step: v.picklist([
    'confirmed',
    'resetApproved',
    'approved',
    'signed',
    'sent',
    'mined',
    'deposited',
    'accepted',
    'assigned',
    'extracted',
    'fulfilled',
    'settled',
    'expired',
    'cancelled',
    'refunded',
    'stopped',
  ]),
  atMs: count,
})

export type TimelineEntry = Decoded<typeof timelineEntryShape>

const notificationKindShape = v.picklist(['done', 'failed', 'refunded', 'late', 'cancelled', 'depositDue'])

export type NotificationKind = Decoded<typeof notificationKindShape>

/** The state of a revocation. Its transactions are in the order. */
const revocationShape = objectShape({
  /** The review that confirmed it. A second confirmation is the same revocation. */
  reviewKey: text,
  /** `requested`: open in the wallet; `sent`: pending on chain; `over`: Ferry no longer waits for it. */
  state: v.picklist(['requested', 'sent', 'over']),
  atMs: count,
  problem: v.nullable(problem),
  /** The remaining allowance at its end, in the smallest unit. Null if it was not read. */
  leftUnits: v.nullable(digitsShape),
})

export type Revocation = Decoded<typeof revocationShape>

/** A newer quote that waits for the person. */
const offerShape = objectShape({
  terms: termsShape,
  reviewed: reviewedShape,
  /** A fresh ID from Ferry. Accepting an offer names the one that was displayed. */
  id: text,
  /** The loss when the offer arrived. */
  loss,
})

export type Offer = Decoded<typeof offerShape>

export const orderStateShape = v.custom<OrderState>(
  (value) => typeof value === 'string' && Object.hasOwn(orderStates, value),
)

/**
 * The schema version of stored orders and of the JSON export. It stays 1 until the first release. Afterwards,
 * an incompatible change raises it, with a migration and a fixture.
 */
export const orderSchema = 1

const statusCode = v.nullable(v.picklist([0, 1, 2, 3, 4, 5, 6, 7]))

const record = {
  schema: v.literal(orderSchema),
  id: v.pipe(text, v.nonEmpty(), v.maxLength(128)),
  /** Counts the writes. A write must name the revision that it read (R2). */
  rev: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  state: orderStateShape,
  createdMs: count,
  updatedMs: count,
  /** Null for a deposit that is sent from elsewhere. */
  wallet: v.nullable(walletRefShape),
  reviewed: reviewedShape,
  consents: v.array(consentShape),
  approvals: v.array(v.picklist(['resetApproval', 'approve'])),
  walletRequest: v.nullable(walletRequestShape),
  /**
   * Approvals and exits that Ferry stopped waiting for without an answer. A late answer still counts (R8).
   * Absent if there was none.
   */
  supersededRequests: v.exactOptional(v.array(walletRequestShape)),
  /** Signature and transaction requests that may still be used. Absent if there was none. */
  liveRequests: v.exactOptional(v.array(liveRequestShape)),
  /** When the chain last showed that none of them was used, or the swap was stopped with one of them left. */
  liveRequestsReadMs: v.exactOptional(count),
  transactions: v.array(transactionShape),
  /** The progress as Ferry knows it: from the service's codes, from the chain, or from its own rules. */
  statusCode,
  /** The last code that the service itself reported and Ferry accepted. Null if there is none. */
  reportedCode: statusCode,
  /** Transactions on both chains, each in its chain's own format (`normalizeTransactionId`). */
  sourceTransactionHash: v.nullable(text),
  destinationTransactionHash: v.nullable(text),
  refundTransactionHash: v.nullable(text),
  /** The chain of the refund, one of the two chains of the request. Null while unknown. */
  refundChainId: v.nullable(chainIdShape),
  fulfilledAmount: v.nullable(digitsShape),
  readCount: count,
  dueMs: v.nullable(count),
  offer: v.nullable(offerShape),
  problem: v.nullable(problem),
  timeline: v.array(timelineEntryShape),
  serviceCalls: v.array(serviceCallShape),
  /** Reports that contradict a terminal state (R10). */
  anomalies: v.array(text),
  /**
   * When Permit2's nonce was first read as unused after the deadline. A second, later read ends the order
   * (R3).
   */
  unusedSeenMs: v.nullable(count),
  /** When the reads before the open prompt first outlasted a quote. Absent if they did not. */
  quoteOutlastedMs: v.exactOptional(count),
  /**
   * The person wants the allowance revoked after the swap. The wallet request still needs their confirmation.
   */
  revokeAfter: onlyTrue,
  revoking: v.exactOptional(revocationShape),
  fundsSettled: v.boolean(),
  /** The newest blocks of its chains when it was created. A chain that could not be read is missing. */
  heads: v.array(objectShape({ chainId: chainIdShape, blockNumber: digitsShape, blockSeconds: count })),
  /** What the accepted loss required. Absent: nothing. */
  lossLevel: v.exactOptional(lossGateShape),
  /** The currency that gas is paid in. Absent if it had no price at the review. */
  native: v.exactOptional(nativePriceShape),
  /** The reads since the reported end, counted at most once an hour. */
  endReads: v.exactOptional(countedReadsShape),
  /** The payment that ended the order, as far as the chain was read. Fixed once the end is verified. */
  evidence: v.exactOptional(evidence),
  /** Why the chain does not prove a reported end. Absent if the chain was not read, or proves it. */
  doubt: v.exactOptional(
    namesShape<ChainDoubt>({ notShown: true, notNamed: true, notListed: true, oneSource: true, less: true }),
  ),
  notification: v.nullable(
    objectShape({ kind: notificationKindShape, state: v.picklist(['pending', 'notified']) }),
  ),
  viewed: v.boolean(),
  /**
   * Restored from a copy, which may not be from Ferry. It is followed, but no wallet request for its funds is
   * sent.
   */
  restored: onlyTrue,
  /**
   * When the person put it away after a week without reports. Ferry follows it, but it is not on the badge
   * and blocks nothing.
   */
  putAwayMs: v.exactOptional(count),
  proposedBy: v.exactOptional(proposedByShape),
}

const never = v.exactOptional(v.never())
/** Members by feature. */
const ofSignature = {
  /** Erased once the swap is over. */
  signature: v.nullable(hexShape),
  /** The exact body of the POST. Retries send these bytes (R4). Erased with the signature. */
  submitBody: v.nullable(text),
  submitCount: count,
  /**
   * Two hosts did not agree that the account, which has code, accepts the signature. So it does not prove who owns
   * the account.
   */
  isSignerUnproven: onlyTrue,
  /** Whether the chain last showed the permit as used, or past its deadline by the chain's own time. */
  isPermitOver: v.exactOptional(v.boolean()),
  /**
   * Set once the person requested the cancellation: a block (digits) at which the nonce was unused, where the
   * search starts. `isTooLate`: the nonce was used before it could be invalidated.
   */
  cancelling: v.exactOptional(objectShape({ sinceBlock: digitsShape, isTooLate: v.boolean() })),
}
/** The members of features in kinds without them. */
const without = {
  signature: v.null(),
  submitBody: v.null(),
  submitCount: v.literal(0),
  isSignerUnproven: never,
  isPermitOver: never,
  cancelling: never,
  callsId: never,
  batchStart: never,
  oneByOne: never,
  depositObserved: never,
  depositUnseenMs: never,
  isInboxEmpty: never,
}
const ofDeposit = {
  depositObserved: v.exactOptional(
    objectShape({
      units: digitsShape,
      atMs: count,
      /** The received token, if it is not the requested one. */
      token: v.exactOptional(text),
      /** The service reported it, and no chain has shown it. */
      isReported: onlyTrue,
      /** Only one endpoint observed it. It is displayed as seen, but proves no payment. */
      isOneSource: onlyTrue,
    }),
  ),
  /**
   * When two endpoints last saw an empty deposit address after the order was reported as over. Absent if it
   * could not be read, or a deposit was seen. Earlier reads do not count, because an exchange may pay out
   * later.
   */
  depositUnseenMs: v.exactOptional(count),
}
/** The inbox's event shows that it paid out the request, so nothing of it is left there. */
const ofInbox = { isInboxEmpty: onlyTrue }

export type OfSignature = Decoded<v.ObjectSchema<typeof ofSignature, undefined>>
export type OfDeposit = Decoded<v.ObjectSchema<typeof ofDeposit, undefined>>
export type OfInbox = Decoded<v.ObjectSchema<typeof ofInbox, undefined>>

const { signed, inbox, manual, deposit } = kindShapes
// The distinguishing members come first, so that a row of another kind fails immediately.
const signedOrder = objectShape({ ...signed, ...without, ...ofSignature, ...record })
const inboxOrder = objectShape({ ...inbox, ...without, ...ofCalls, ...ofInbox, ...record })
const manualOrder = objectShape({ ...manual, ...without, ...ofCalls, ...record })
const depositOrder = objectShape({ ...deposit, ...without, ...ofDeposit, ...record })
const orderShape = v.union([signedOrder, inboxOrder, manualOrder, depositOrder])

export type SignedOrder = Decoded<typeof signedOrder>
export type InboxOrder = Decoded<typeof inboxOrder>
export type ManualOrder = Decoded<typeof manualOrder>
export type DepositOrder = Decoded<typeof depositOrder>
export type CallsOrder = InboxOrder | ManualOrder

/** A swap that Ferry follows: the stored record, written before and after each side effect (R1). */
export type Order = SignedOrder | InboxOrder | ManualOrder | DepositOrder

/**
 * The members that a view receives as they are stored: without signature, request body, terms, and superseded and live
 * requests.
 */
export type OrderFacts = Omit<
  Order,
  'signature' | 'submitBody' | 'offer' | 'terms' | 'supersededRequests' | 'liveRequests'
>

/** The members that orders of every kind have. */
export type OrderRecord = Decoded<v.ObjectSchema<typeof record, undefined>>

/** Returns the order of a stored row. Null if the row does not fit the schema. */
export function readOrder(row: unknown): Order | null {
  return isOrder(row) ? row : null
}

/**
 * Every member is checked, because a torn or forged row must not block the others. Members that the schema does
 * not name are kept. `restoredOrder` drops everything that a copy cannot prove.
 */
export function isOrder(row: unknown): row is Order {
  return v.is(orderShape, row)
}
