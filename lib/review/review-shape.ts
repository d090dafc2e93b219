import * as v from 'valibot'
import { isDecimalText } from '../base/decimal.ts'
import {
  addressShape,
  chainIdShape,
  digitsShape,
  hashShape,
  hexShape,
  namesShape,
  objectShape,
} from '../base/shapes.ts'
import type { OrderKind } from '../order/order.ts'
import { rungs } from './value-loss.ts'

const text = v.string()
const count = v.pipe(v.number(), v.finite())
const decimal = v.custom<string>(isDecimalText, 'decimal text')

const token = objectShape({
  chainId: chainIdShape,
  address: text,
  name: text,
  symbol: text,
  decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255)),
})

const ask = objectShape({
  originChainId: chainIdShape,
  destinationChainId: chainIdShape,
  inputToken: text,
  inputAmount: digitsShape,
  outputToken: text,
  userAddress: v.nullable(addressShape),
  receiverAddress: text,
  slippagePercent: v.nullable(decimal),
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

/** How a swap is carried out. */
export const orderKindShape = namesShape<OrderKind>({
  signed: true,
  native: true,
  inbox: true,
  manual: true,
  deposit: true,
})

/** What the user saw and agreed to, member by member, as it is stored. */
export const reviewedShape = objectShape({
  ask,
  inputToken: token,
  outputToken: token,
  minAmountOut: digitsShape,
  promisedAmount: digitsShape,
  inputValueInUsd: v.nullable(decimal),
  outputValueInUsd: v.nullable(decimal),
  fees: v.array(objectShape({ token, amount: digitsShape, feeInUsd: v.nullable(decimal) })),
  estimatedSeconds: v.nullable(count),
  isPayloadUnconfirmed: v.optional(v.literal(true)),
  onTheWay: v.optional(objectShape({ token, minUnits: digitsShape })),
})

/** What is signed, sent or paid, as it is stored. */
export const termsShape = objectShape({
  quoteId: text,
  requestType: v.nullable(v.picklist(['SINGLE_OUTPUT_REQUEST', 'SWAP_REQUEST'])),
  requestHash: v.nullable(hashShape),
  quoteExpirySeconds: count,
  clockOffsetMs: count,
  minAmountOut: digitsShape,
  promisedAmount: digitsShape,
  signTypedData: v.nullable(
    objectShape({ domain: objectShape({}), types: objectShape({}), values: objectShape({}) }),
  ),
  txData: v.nullable(
    objectShape({ to: addressShape, data: hexShape, value: digitsShape, chainId: v.nullable(chainIdShape) }),
  ),
  permitDeadlineSeconds: v.nullable(count),
  permitNonce: v.nullable(digitsShape),
  deposit: v.optional(deposit),
})

/** The wallet that is asked, as it is stored. */
export const walletRefShape = objectShape({
  way: v.picklist(['page', 'extension', 'loopback']),
  id: text,
  name: text,
  origin: text,
  iconUrl: v.nullable(text),
})

/** One thing to agree to, as it is stored. */
export const questionShape = objectShape({ code: text, facts: v.record(v.string(), v.string()) })

/** The newest block of a chain, as it is stored. */
export const headShape = objectShape({ chainId: chainIdShape, blockNumber: digitsShape, blockSeconds: count })

/** One call of the service, as it is stored. */
export const serviceCallShape = objectShape({
  endpoint: text,
  atMs: count,
  outcome: text,
  serverRequestId: v.nullable(text),
})

/** Which page's swap it is, as it is stored. */
export const proposedByShape = objectShape({ swapId: text, origin: text })

/** A review, as far as its confirmation acts on it. */
export const reviewShape = objectShape({
  checked: objectShape({ kind: orderKindShape, deal: termsShape, reviewed: reviewedShape }),
  account: v.nullable(objectShape({ address: addressShape, wallet: v.nullable(walletRefShape) })),
  risk: objectShape({ loss: objectShape({ rung: v.picklist(rungs) }) }),
  proposal: objectShape({
    proposedBy: v.nullable(proposedByShape),
    question: v.nullable(objectShape({ origin: text, choices: v.array(text) })),
  }),
  questions: v.array(questionShape),
  heads: v.array(headShape),
  attempts: v.array(serviceCallShape),
  standing: v.nullable(objectShape({ units: v.nullable(digitsShape) })),
})
