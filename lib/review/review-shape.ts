import * as v from 'valibot'
import { isDecimalText } from '../base/decimal.ts'
import { addressFormats } from '../base/hex.ts'
import type { JsonObject } from '../base/json.ts'
import {
  addressShape,
  chainIdShape,
  digitsShape,
  hashShape,
  hexShape,
  namesShape,
  objectShape,
} from '../base/shapes.ts'
import type { TypeMap } from '../deployment/schema.ts'
import type { Offer, ServiceCall } from '../order/order.ts'
import type { InboxTerms, ManualTerms, OrderTerms, SignedTerms, TransferTerms } from '../order/order-parts.ts'
import type { FeeKind, ReviewedTerms } from '../quote/route-summary.ts'
import type { QuoteOptions } from '../service/quote-request.ts'
import { storedTokenShape as token } from '../service/token-shape.ts'
import { consentCodes, lossGates, type PriceCheck, type ValueLoss } from './agreement.ts'

const text = v.string()
const count = v.pipe(v.number(), v.finite())
const decimal = v.custom<string>(isDecimalText, 'decimal text')
const onlyTrue = v.exactOptional(v.literal(true))

/** An object whose members are validated where they are used. */
function anyObject<Value extends object>() {
  return v.custom<Value>((value) => typeof value === 'object' && value !== null && !Array.isArray(value))
}

const request = objectShape({
  originChainId: chainIdShape,
  destinationChainId: chainIdShape,
  inputToken: text,
  inputAmount: digitsShape,
  outputToken: text,
  userAddress: v.nullable(addressShape),
  receiverAddress: text,
  slippagePercent: v.nullable(decimal),
  originFormat: v.exactOptional(v.picklist(addressFormats)),
  destinationFormat: v.exactOptional(v.picklist(addressFormats)),
  options: v.exactOptional(anyObject<QuoteOptions>()),
})

const deposit = objectShape({
  address: text,
  token: text,
  amount: digitsShape,
  chainId: chainIdShape,
  memo: v.nullable(text),
  expirySeconds: count,
  refundAddress: v.nullable(text),
})

const feeKind = namesShape<FeeKind>({
  relayer: true,
  route: true,
  affiliate: true,
  gas: true,
  native: true,
  deposit: true,
})

export const reviewedShape: v.GenericSchema<unknown, ReviewedTerms> = objectShape({
  request,
  routeKey: v.nullable(text),
  originChainName: v.nullable(text),
  inputToken: token,
  outputToken: token,
  minAmountOut: digitsShape,
  promisedAmount: digitsShape,
  inputValueInUsd: v.nullable(decimal),
  outputValueInUsd: v.nullable(decimal),
  effectiveInUsd: v.exactOptional(decimal),
  fees: v.array(objectShape({ kind: feeKind, token, amount: digitsShape, feeInUsd: v.nullable(decimal) })),
  unknownFees: v.array(feeKind),
  estimatedSeconds: v.nullable(count),
  proposedApproval: v.exactOptional(
    objectShape({
      spenderAddress: addressShape,
      amount: text,
      tokenAddress: addressShape,
      userAddress: addressShape,
    }),
  ),
  nativeValueUnits: v.exactOptional(digitsShape),
  findUnpinnedSwitchboard: v.exactOptional(text),
  delegate: v.exactOptional(addressShape),
  refuelUnits: v.exactOptional(digitsShape),
  leeway: onlyTrue,
  isPayloadUnconfirmed: onlyTrue,
  intermediateSwap: v.exactOptional(objectShape({ token, minUnits: digitsShape })),
})

const tokenAmount = objectShape({ token, amount: digitsShape })

const commonTerms = {
  quoteId: text,
  quoteExpirySeconds: count,
  clockOffsetMs: count,
  minAmountOut: digitsShape,
  promisedAmount: digitsShape,
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
const signTypedData = objectShape({
  domain: anyObject<JsonObject>(),
  types: anyObject<TypeMap>(),
  values: anyObject<JsonObject>(),
})

const signedTerms: v.GenericSchema<unknown, SignedTerms> = objectShape({
  ...commonTerms,
  requestType,
  requestHash: hashShape,
  signTypedData,
  txData: v.null(),
  permitDeadlineSeconds: count,
  permitNonce: digitsShape,
})
const inboxTerms: v.GenericSchema<unknown, InboxTerms> = objectShape({
  ...commonTerms,
  ...unsigned,
  requestType,
  requestHash: hashShape,
  txData,
})
const manualTerms: v.GenericSchema<unknown, ManualTerms> = objectShape({
  ...commonTerms,
  ...unsigned,
  requestType: v.null(),
  requestHash: v.null(),
  txData,
  spender: v.exactOptional(addressShape),
})
const transferTerms: v.GenericSchema<unknown, TransferTerms> = objectShape({
  ...commonTerms,
  ...unsigned,
  requestType: v.null(),
  requestHash: hashShape,
  txData: v.nullable(txData),
  deposit,
})

/** Each order kind with its terms, as stored; spread it into the shapes that contain them. */
export const kindShapes = [
  { kind: v.literal('signed'), terms: signedTerms },
  { kind: v.picklist(['native', 'inbox']), terms: inboxTerms },
  { kind: v.literal('manual'), terms: manualTerms },
  { kind: v.literal('deposit'), terms: transferTerms },
] as const

const loss: v.GenericSchema<unknown, ValueLoss> = objectShape({
  level: v.picklist(lossGates),
  percent: v.nullable(decimal),
  lostInUsd: v.nullable(decimal),
  checkedBy: v.nullable(namesShape<PriceCheck>({ amounts: true, feeds: true })),
  needsPriceConsent: onlyTrue,
  isAtMinimum: v.boolean(),
  intermediateSwapPercent: v.exactOptional(v.nullable(decimal)),
})

export const termsShape: v.GenericSchema<unknown, OrderTerms> = v.union([
  signedTerms,
  inboxTerms,
  manualTerms,
  transferTerms,
])

export const offerShape: v.GenericSchema<unknown, Offer> = objectShape({
  terms: termsShape,
  reviewed: reviewedShape,
  id: text,
  loss: v.nullable(loss),
})

export const walletRefShape = objectShape({
  connector: v.picklist(['page', 'extension', 'loopback']),
  id: text,
  name: text,
  origin: text,
  iconUrl: v.nullable(text),
})

export const consentShape = objectShape({
  code: v.picklist(consentCodes),
  facts: v.record(v.string(), v.string()),
})

export const headShape = objectShape({ chainId: chainIdShape, blockNumber: digitsShape, blockSeconds: count })

export const serviceCallShape: v.GenericSchema<unknown, ServiceCall> = objectShape({
  endpoint: namesShape<ServiceCall['endpoint']>({
    chains: true,
    tokens: true,
    quote: true,
    submit: true,
    status: true,
    'build-tx': true,
  }),
  atMs: count,
  outcome: text,
  serverRequestId: v.nullable(text),
})

export const proposedByShape = objectShape({ swapId: text, origin: text })
