import * as v from 'valibot'
import { isDecimalText } from '../base/decimal.ts'
import { moneyPlaces, problemCodes } from '../base/problem-code.ts'
import { addressShape, chainIdShape, digitsShape, hashShape, hexShape, objectShape } from '../base/shapes.ts'
import type { Order, OrderKind } from './order.ts'
import { orderEnds, orderStates } from './order-state.ts'
import type { OrderTransaction, WalletPurpose } from './order-transaction.ts'

const text = v.string()
const count = v.pipe(v.number(), v.finite())
const decimal = v.custom<string>(isDecimalText, 'decimal text')
const orNull = <Output>(shape: v.GenericSchema<unknown, Output>) => v.nullable(shape)
const facts = v.record(v.string(), v.string())

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
  userAddress: orNull(addressShape),
  receiverAddress: text,
  slippagePercent: orNull(decimal),
})

const reviewed = objectShape({
  ask,
  inputToken: token,
  outputToken: token,
  minAmountOut: digitsShape,
  promisedAmount: digitsShape,
  inputValueInUsd: orNull(decimal),
  outputValueInUsd: orNull(decimal),
  fees: v.array(objectShape({ token, amount: digitsShape, feeInUsd: orNull(decimal) })),
  estimatedSeconds: orNull(count),
  isPayloadUnconfirmed: v.optional(v.literal(true)),
  onTheWay: v.optional(objectShape({ token, minUnits: digitsShape })),
})

const deal = objectShape({
  quoteId: text,
  requestType: orNull(v.picklist(['SINGLE_OUTPUT_REQUEST', 'SWAP_REQUEST'])),
  requestHash: orNull(hashShape),
  quoteExpirySeconds: count,
  clockOffsetMs: count,
  minAmountOut: digitsShape,
  promisedAmount: digitsShape,
  signTypedData: orNull(
    objectShape({ domain: objectShape({}), types: objectShape({}), values: objectShape({}) }),
  ),
  txData: orNull(
    objectShape({ to: addressShape, data: hexShape, value: digitsShape, chainId: orNull(chainIdShape) }),
  ),
  permitDeadlineSeconds: orNull(count),
  permitNonce: orNull(digitsShape),
  deposit: v.optional(
    objectShape({
      address: text,
      token: text,
      amount: digitsShape,
      chainId: chainIdShape,
      memo: orNull(text),
      expirySeconds: count,
      refundAddress: orNull(text),
    }),
  ),
})

/** One of these names; all of them have to be written down, or it does not compile. */
function oneOf<Name extends string>(names: { readonly [name in Name]: true }) {
  return v.custom<Name>((value) => typeof value === 'string' && Object.hasOwn(names, value))
}

const purpose = oneOf<WalletPurpose>({
  resetApproval: true,
  approve: true,
  sign: true,
  send: true,
  sendCalls: true,
  withdraw: true,
  cancel: true,
  revoke: true,
})

const walletRequest = objectShape({
  requestId: text,
  purpose,
  askedMs: count,
  accountNonce: orNull(count),
  amountUnits: orNull(digitsShape),
  nativeUnits: v.optional(digitsShape),
})

const transaction = objectShape({
  purpose,
  hash: hashShape,
  chainId: chainIdShape,
  state: oneOf<OrderTransaction['state']>({
    sent: true,
    mined: true,
    failed: true,
    replaced: true,
    dropped: true,
  }),
  accountNonce: orNull(count),
  sentMs: count,
  minedMs: orNull(count),
  amountUnits: orNull(digitsShape),
  nativeUnits: v.optional(digitsShape),
})

const problem = objectShape({
  code: v.picklist(problemCodes),
  money: v.picklist(moneyPlaces),
  facts,
  serverRequestId: orNull(text),
  retryAfterMs: orNull(count),
})

const wallet = objectShape({
  way: v.picklist(['page', 'extension', 'loopback']),
  id: text,
  name: text,
  origin: text,
  iconUrl: orNull(text),
})

const order = objectShape({
  schema: v.literal(1),
  id: v.pipe(text, v.nonEmpty(), v.maxLength(128)),
  rev: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  kind: oneOf<OrderKind>({ signed: true, native: true, inbox: true, manual: true, deposit: true }),
  state: v.picklist([...Object.keys(orderStates), ...Object.keys(orderEnds)]),
  createdMs: count,
  updatedMs: count,
  wallet: orNull(wallet),
  reviewed,
  agreed: v.optional(v.array(objectShape({ code: text, facts }))),
  deal,
  walletRequest: orNull(walletRequest),
  transactions: v.array(transaction),
  signature: orNull(hexShape),
  submitBody: orNull(text),
  submitCount: count,
  statusCode: orNull(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(7))),
  sourceTransactionHash: orNull(text),
  destinationTransactionHash: orNull(text),
  refundTransactionHash: orNull(text),
  fulfilledAmount: orNull(digitsShape),
  callsId: v.nullish(text),
  oneByOne: v.optional(v.boolean()),
  lookCount: count,
  dueMs: orNull(count),
  problem: orNull(problem),
  timeline: v.array(objectShape({ step: text, atMs: count })),
  attempts: v.array(
    objectShape({ endpoint: text, atMs: count, outcome: text, serverRequestId: orNull(text) }),
  ),
  anomalies: v.array(text),
  unusedSeenMs: orNull(count),
  cancelling: v.optional(objectShape({ sinceBlock: digitsShape, isTooLate: v.boolean() })),
  moneyAccounted: v.boolean(),
  heads: v.optional(
    v.array(objectShape({ chainId: chainIdShape, blockNumber: digitsShape, blockSeconds: count })),
  ),
  seen: v.boolean(),
  proposedBy: v.optional(objectShape({ swapId: text, origin: text })),
})

/**
 * Whether a row of a copy is an order, member by member: one that was torn, or that somebody wrote, must not stop those
 * beside it. What no member here names is taken over as it is; what a copy cannot prove is dropped by `restoredOrder`.
 */
export function isOrder(row: unknown): row is Order {
  return v.is(order, row)
}
