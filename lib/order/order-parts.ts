import * as v from 'valibot'
import type { JsonObject } from '../base/json.ts'
import {
  addressShape,
  chainIdShape,
  countShape,
  type Decoded,
  digitsShape,
  hashShape,
  hexShape,
  objectShape,
  onlyTrue,
} from '../base/shapes.ts'
import type { TypeMap } from '../deployment/schema.ts'
import { storedTokenShape as token } from '../service/token-shape.ts'
import { walletRefShape } from '../wallet/port.ts'

const text = v.string()

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
  /** The wallet's own error does not show whether the request was sent. */
  walletErrorMs: v.exactOptional(countShape),
  /** The allowance at an approval request, or the lowest one read since. Absent for other requests. */
  lowestAllowanceUnits: v.exactOptional(digitsShape),
  /** The chain's time at the first read after a stop, in Unix seconds. Absent before that. */
  watchStartSeconds: v.exactOptional(countShape),
})

export type WalletRequestRecord = Decoded<typeof walletRequestShape>

export const transactionShape = objectShape({
  purpose: v.picklist(['resetApproval', 'approve', 'send', 'withdraw', 'cancel', 'revoke']),
  hash: hashShape,
  chainId: chainIdShape,
  state: v.picklist(['sent', 'mined', 'failed', 'replaced', 'dropped']),
  accountNonce: v.nullable(countShape),
  /** A node has shown it with this nonce. Before that, the nonce is the account's next one at the request. */
  isNonceSeen: onlyTrue,
  /**
   * How often its nonce was used while no endpoint knew the transaction, counted at most once a minute, and
   * the last time.
   */
  missing: v.exactOptional(objectShape({ count: countShape, atMs: countShape })),
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
      /** Since when the wallet reports them as failed and nothing of them is seen. Absent otherwise. */
      unseenSinceMs: v.exactOptional(countShape),
    }),
  ),
  /** The wallet did not accept a batch, so the calls are requested one by one. */
  oneByOne: v.exactOptional(v.boolean()),
}

export type OfCalls = Decoded<v.ObjectSchema<typeof ofCalls, undefined>>
export type BatchStart = NonNullable<OfCalls['batchStart']>

const depositTermsShape = objectShape({
  /** In the origin chain's own format. Used once. */
  address: text,
  token: text,
  amount: digitsShape,
  chainId: chainIdShape,
  /** Without the memo, the deposit cannot be attributed. Null if the chain needs none. */
  memo: v.nullable(text),
  /** Unix seconds by the service's clock. Later deposits are refunded. */
  expirySeconds: countShape,
  refundAddress: v.nullable(text),
})

export type DepositTerms = Decoded<typeof depositTermsShape>

const tokenAmount = objectShape({ token, amount: digitsShape })

/** The terms that every order has: parts of one checked quote, as received. */
const commonTerms = {
  quoteId: text,
  /** Unix seconds by the service's clock. */
  quoteExpirySeconds: countShape,
  /** The service's clock minus this machine's when the quote arrived, in ms. */
  clockOffsetMs: countShape,
  minAmountOut: digitsShape,
  promisedAmount: digitsShape,
  /** Destination native currency that the route delivers in addition. Absent if none. */
  refuel: v.exactOptional(objectShape({ input: v.nullable(tokenAmount), output: tokenAmount })),
}
const unsigned = { signTypedData: v.null(), permitDeadlineSeconds: v.null(), permitNonce: v.null() }
const requestType = v.picklist(['SINGLE_OUTPUT_REQUEST', 'SWAP_REQUEST'])
const txData = objectShape({
  to: addressShape,
  data: hexShape,
  value: digitsShape,
  chainId: v.nullable(chainIdShape),
})
const none = v.exactOptional(v.never())

/** An object whose members are validated where they are used. */
function anyObject<Value extends object>() {
  return v.custom<Value>((value) => typeof value === 'object' && value !== null && !Array.isArray(value))
}

const signedTerms = objectShape({
  ...commonTerms,
  requestType,
  requestHash: hashShape,
  signTypedData: objectShape({
    domain: anyObject<JsonObject>(),
    types: anyObject<TypeMap>(),
    values: anyObject<JsonObject>(),
  }),
  txData: v.null(),
  permitDeadlineSeconds: countShape,
  /** Permit2's unordered nonce as a digit string. */
  permitNonce: digitsShape,
  spender: none,
  deposit: none,
})
const inboxTerms = objectShape({
  ...commonTerms,
  ...unsigned,
  requestType,
  requestHash: hashShape,
  txData,
  spender: none,
  deposit: none,
})
/** Terms of a manual order: a transaction, which is also its key at the service. */
const manualTerms = objectShape({
  ...commonTerms,
  ...unsigned,
  requestType: v.null(),
  requestHash: v.null(),
  txData,
  /** The spender of the token, one of the file's `manualSpenders`. Absent: the target. */
  spender: v.exactOptional(addressShape),
  deposit: none,
})
const transferTerms = objectShape({
  ...commonTerms,
  ...unsigned,
  requestType: v.null(),
  requestHash: hashShape,
  /** Null if it is sent from elsewhere. */
  txData: v.nullable(txData),
  spender: none,
  deposit: depositTermsShape,
})

export const termsShape = v.union([signedTerms, inboxTerms, manualTerms, transferTerms])

/** The terms of an order. A newer quote replaces them as a whole, by terms of the same kind. */
export type OrderTerms = Decoded<typeof termsShape>

/** Each order kind with its terms, as stored; spread it into the shapes that contain them. */
export const kindShapes = {
  signed: { kind: v.literal('signed'), terms: signedTerms },
  inbox: { kind: v.picklist(['native', 'inbox']), terms: inboxTerms },
  manual: { kind: v.literal('manual'), terms: manualTerms },
  deposit: { kind: v.literal('deposit'), terms: transferTerms },
}

/**
 * A signature or transaction request of the swap that was sent to a wallet. It stays open until the chain or
 * a trusted answer closes it, because a page may store what it reports as rejected.
 */
export const unclosedShape = objectShape({
  record: walletRequestShape,
  /** The terms of that request. The order may have newer ones by now. */
  terms: termsShape,
  /** The person knows that it may still be used, and continues. */
  isAccepted: onlyTrue,
  /** The wallet answered, but the answer does not close it. Absent: the wallet may still show it. */
  isAnswered: onlyTrue,
})

export type UnclosedRequest = Decoded<typeof unclosedShape>
