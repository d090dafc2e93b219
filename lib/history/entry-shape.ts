import * as v from 'valibot'
import {
  chainIdShape,
  countShape,
  type Decoded,
  digitsShape,
  hashShape,
  namesShape,
  objectShape,
  onlyTrue,
} from '../base/shapes.ts'
import { orderStateShape } from '../order/order.ts'
import type { OrderPhase } from '../order/order-state.ts'
import type { OrderKind } from '../quote/terms.ts'
import { storedTokenShape } from '../service/token-shape.ts'

const text = v.nullable(v.string())
/** Digit strings in the smallest unit; null where unknown. */
const units = v.nullable(digitsShape)
const statusCode = v.nullable(v.picklist([0, 1, 2, 3, 4, 5, 6, 7]))

const legShape = objectShape({
  token: storedTokenShape,
  amount: units,
  minAmountOut: units,
  valueInUsd: text,
  priceInUsd: text,
  minValueInUsd: text,
})

const itemShape = objectShape({
  requestType: v.string(),
  requestHash: hashShape,
  statusCode,
  statusName: text,
  sourceTransactionHash: text,
  destinationTransactionHash: text,
  refundTransactionHash: text,
  refundChainId: v.nullable(chainIdShape),
  input: v.array(legShape),
  intermediateSwap: v.array(legShape),
  output: v.array(legShape),
  sender: v.string(),
  recipient: v.string(),
  orderMs: v.nullable(countShape),
  sourceSeconds: v.nullable(countShape),
  destinationSeconds: v.nullable(countShape),
  /** When Ferry read it (our clock). */
  readMs: countShape,
})

/** A request from the service's history. */
export type PastServiceRequest = Decoded<typeof itemShape>

export const entryShape = objectShape({
  /** Unique, and sorts newest first. */
  key: v.string(),
  /** When the swap began; 0 if unknown. */
  atMs: countShape,
  /** Null if Ferry did not create the swap. */
  orderId: text,
  /** The order's revision, to find the newer of two reads; 0 for a request of the service. */
  rev: countShape,
  kind: v.nullable(
    namesShape<OrderKind>({ signed: true, native: true, inbox: true, manual: true, deposit: true }),
  ),
  state: orderStateShape,
  statusCode,
  reportedCode: statusCode,
  phase: namesShape<OrderPhase>({
    wallet: true,
    needsUser: true,
    offer: true,
    unknown: true,
    stopping: true,
    running: true,
    done: true,
    failed: true,
    refunded: true,
    stopped: true,
    unused: true,
    cancelled: true,
  }),
  fundsSettled: v.boolean(),
  inputToken: v.nullable(storedTokenShape),
  outputToken: v.nullable(storedTokenShape),
  inputAmount: units,
  promisedAmount: units,
  minAmountOut: units,
  fulfilledAmount: units,
  /** The money that the chain shows to be back; absent otherwise. */
  refunded: v.exactOptional(objectShape({ units: digitsShape, symbol: v.string(), decimals: countShape })),
  /** Decimal text. */
  inputValueInUsd: text,
  /** At the price of the quote; null if nothing arrived or the price is unknown. */
  receivedValueInUsd: text,
  /** The total cost of a delivered swap; negative is a gain. Null for others, and if it is unknown. */
  costInUsd: text,
  /** A part of the cost is unknown, so `costInUsd` is a lower bound. Absent if it is complete. */
  isCostLowerBound: onlyTrue,
  sender: text,
  receiver: v.string(),
  requestHash: text,
  quoteId: text,
  sourceTransactionHash: text,
  destinationTransactionHash: text,
  refundTransactionHash: text,
  /** Null if unknown, which means the origin chain. */
  refundChainId: v.nullable(chainIdShape),
  /** Number of RPC endpoints on different hosts that verified the end; null if the end is only reported. */
  proofSources: v.nullable(countShape),
  /** Identifies the route across quotes; null if unknown. */
  routeKey: text,
  /** From submission to delivery, both observed by Ferry; null otherwise. */
  deliverySeconds: v.nullable(countShape),
  /** From failure to refund, both observed by Ferry; absent otherwise. */
  refundSeconds: v.exactOptional(countShape),
  /** The request in the service's history; null if it was not read, or the service does not know it. */
  item: v.nullable(itemShape),
})

/** One entry of the history: an order, a request that only the service knows, or both merged. */
export type HistoryEntry = Decoded<typeof entryShape>
