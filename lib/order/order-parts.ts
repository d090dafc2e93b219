import * as v from 'valibot'
import {
  chainIdShape,
  countShape,
  type Decoded,
  digitsShape,
  hashShape,
  objectShape,
  onlyTrue,
} from '../base/shapes.ts'
import { termsShape } from '../quote/terms.ts'
import { walletRefShape } from '../wallet/port.ts'

const text = v.string()

/** How often something was read (`countRead`), and the last time. */
export const countedReadsShape = objectShape({ count: countShape, atMs: countShape })
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
export const walletRequestShape = objectShape({
  requestId: text,
  purpose: purposeShape,
  /** The wallet for an exit, which is the one connected at that time. Absent if it is the order's own. */
  wallet: v.exactOptional(walletRefShape),
  requestedMs: countShape,
  /** The account's next nonce at the request, to find a lost transaction again. Null for signatures. */
  accountNonce: v.nullable(countShape),
  /** In the smallest unit of the input token. */
  amountUnits: v.nullable(digitsShape),
  /** Native currency that the transaction sends. Absent if zero. */
  nativeUnits: v.exactOptional(digitsShape),
  /** It may have been approved since, even if the wallet connection lost its memory. */
  sentToWalletMs: v.exactOptional(countShape),
  /** The wallet may still show the request. */
  connectionLostMs: v.exactOptional(countShape),
  /** A page reported that the wallet rejected it, which only the chain can confirm. */
  isRejectedByPage: onlyTrue,
  /** The chain shows the allowance that it requests. Nothing is left to reject, but its answer may name the transaction. */
  isAllowanceSeen: onlyTrue,
  /** The wallet's own error does not show whether the request was sent. */
  walletErrorMs: v.exactOptional(countShape),
})

export type WalletRequestRecord = Decoded<typeof walletRequestShape>

export const transactionShape = objectShape({
  purpose: v.picklist(['resetApproval', 'approve', 'send', 'withdraw', 'cancel', 'revoke']),
  hash: hashShape,
  chainId: chainIdShape,
  state: v.picklist(['sent', 'mined', 'failed', 'replaced', 'dropped']),
  accountNonce: v.nullable(countShape),
  /**
   * Enough hosts have shown it with this nonce. Before that, the nonce is the account's next one at the
   * request.
   */
  isNonceSeen: onlyTrue,
  /** The reads in which its nonce was used and no endpoint knew the transaction. */
  missing: v.exactOptional(countedReadsShape),
  sentMs: countShape,
  minedMs: v.nullable(countShape),
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
  /** Native currency that it sends. Absent if zero. */
  nativeUnits: v.exactOptional(digitsShape),
  /** The gas that the person paid for it, in the native currency. Absent if unknown, or if another account paid. */
  gasUnits: v.exactOptional(digitsShape),
})

export type OrderTransaction = Decoded<typeof transactionShape>

/** Fields of a batch of approval and send (EIP-5792). */
export const ofCalls = {
  /** The wallet's ID of the batch; Ferry's own ID until it answers. Absent without a batch. */
  callsId: v.exactOptional(v.nullable(text)),
  /** The account's state at the batch request, to detect whether the calls were sent. */
  batchStart: v.exactOptional(
    objectShape({
      /** Its next nonce. Moves past unrelated transactions. */
      accountNonce: countShape,
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
export const liveRequestShape = objectShape({
  record: walletRequestShape,
  /** The terms of that request. The order may have newer ones by now. */
  terms: termsShape,
  /** The person knows that it may still be used, and continues. */
  isAccepted: onlyTrue,
  /** The wallet answered, but the answer does not close it. Absent: the wallet may still show it. */
  isAnswered: onlyTrue,
})

export type LiveRequest = Decoded<typeof liveRequestShape>
