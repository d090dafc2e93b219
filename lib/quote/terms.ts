import * as v from 'valibot'
import type { JsonObject } from '../base/json.ts'
import { isObject } from '../base/object.ts'
import {
  addressShape,
  chainIdShape,
  countShape,
  type Decoded,
  digitsShape,
  hashShape,
  hexShape,
  objectShape,
} from '../base/shapes.ts'
import type { TypeMap } from '../deployment/schema.ts'
import { storedTokenShape as token } from '../service/token-shape.ts'

const text = v.string()

const depositTermsShape = objectShape({
  /** In the origin chain's own format. Used once. */
  address: text,
  token: text,
  amount: digitsShape,
  chainId: chainIdShape,
  /** Without the memo, the deposit cannot be attributed. Null if the chain needs none. */
  memo: v.nullable(text),
  /** Unix seconds by the service’s clock. Nothing says that later deposits are refunded. */
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
  return v.custom<Value>(isObject)
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

type KindShapes = typeof kindShapes

interface KindTermsOf<Name extends keyof KindShapes> {
  readonly kind: Decoded<KindShapes[Name]['kind']>
  readonly terms: Decoded<KindShapes[Name]['terms']>
}

/** An order's kind with its terms. */
export type KindTerms = { [Name in keyof KindShapes]: KindTermsOf<Name> }[keyof KindShapes]

/**
 * The swap method: `signed` by a permit, `native` and `inbox` (a token) as a transaction to the inbox,
 * `manual` as a transaction of `build-tx`, `deposit` as a plain transfer, from this wallet or from elsewhere.
 */
export type OrderKind = KindTerms['kind']
