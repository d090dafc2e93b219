import * as v from 'valibot'
import { moneyPlaces, problemCodes } from '../base/problem-code.ts'
import { chainIdShape, digitsShape, hashShape, hexShape, namesShape, objectShape } from '../base/shapes.ts'
import {
  headShape,
  orderKindShape,
  proposedByShape,
  questionShape,
  reviewedShape,
  serviceCallShape,
  termsShape,
  walletRefShape,
} from '../review/review-shape.ts'
import type { Order } from './order.ts'
import { orderEnds, orderStates } from './order-state.ts'
import type { OrderTransaction, WalletPurpose } from './order-transaction.ts'

const text = v.string()
const count = v.pipe(v.number(), v.finite())
const facts = v.record(v.string(), v.string())

const purpose = namesShape<WalletPurpose>({
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
  accountNonce: v.nullable(count),
  amountUnits: v.nullable(digitsShape),
  nativeUnits: v.optional(digitsShape),
})

const transaction = objectShape({
  purpose,
  hash: hashShape,
  chainId: chainIdShape,
  state: namesShape<OrderTransaction['state']>({
    sent: true,
    mined: true,
    failed: true,
    replaced: true,
    dropped: true,
  }),
  accountNonce: v.nullable(count),
  sentMs: count,
  minedMs: v.nullable(count),
  amountUnits: v.nullable(digitsShape),
  nativeUnits: v.optional(digitsShape),
})

const problem = objectShape({
  code: v.picklist(problemCodes),
  money: v.picklist(moneyPlaces),
  facts,
  serverRequestId: v.nullable(text),
  retryAfterMs: v.nullable(count),
})

const order = objectShape({
  schema: v.literal(1),
  id: v.pipe(text, v.nonEmpty(), v.maxLength(128)),
  rev: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  kind: orderKindShape,
  state: v.picklist([...Object.keys(orderStates), ...Object.keys(orderEnds)]),
  createdMs: count,
  updatedMs: count,
  wallet: v.nullable(walletRefShape),
  reviewed: reviewedShape,
  agreed: v.optional(v.array(questionShape)),
  deal: termsShape,
  walletRequest: v.nullable(walletRequest),
  transactions: v.array(transaction),
  signature: v.nullable(hexShape),
  submitBody: v.nullable(text),
  submitCount: count,
  statusCode: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(7))),
  sourceTransactionHash: v.nullable(text),
  destinationTransactionHash: v.nullable(text),
  refundTransactionHash: v.nullable(text),
  fulfilledAmount: v.nullable(digitsShape),
  callsId: v.nullish(text),
  oneByOne: v.optional(v.boolean()),
  lookCount: count,
  dueMs: v.nullable(count),
  problem: v.nullable(problem),
  timeline: v.array(objectShape({ step: text, atMs: count })),
  attempts: v.array(serviceCallShape),
  anomalies: v.array(text),
  unusedSeenMs: v.nullable(count),
  cancelling: v.optional(objectShape({ sinceBlock: digitsShape, isTooLate: v.boolean() })),
  moneyAccounted: v.boolean(),
  heads: v.optional(v.array(headShape)),
  seen: v.boolean(),
  proposedBy: v.optional(proposedByShape),
})

/**
 * Whether a row of a copy is an order, member by member: one that was torn, or that somebody wrote, must not stop those
 * beside it. What no member here names is taken over as it is; what a copy cannot prove is dropped by `restoredOrder`.
 */
export function isOrder(row: unknown): row is Order {
  return v.is(order, row)
}
