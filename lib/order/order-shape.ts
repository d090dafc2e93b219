import * as v from 'valibot'
import { fundsLocations, problemCodes, problemSources } from '../base/problem.ts'
import { chainIdShape, digitsShape, hashShape, hexShape, namesShape, objectShape } from '../base/shapes.ts'
import type { ChainDoubt, Evidence } from '../chain/evidence.ts'
import {
  consentShape,
  headShape,
  kindShapes,
  offerShape,
  proposedByShape,
  reviewedShape,
  serviceCallShape,
  termsShape,
  walletRefShape,
} from '../review/review-shape.ts'
import type { NotificationKind, Order, OrderRecord, Revocation, TimelineEntry } from './order.ts'
import type { OrderTransaction, WalletPurpose } from './order-parts.ts'
import { type OrderState, orderEnds, orderStates } from './order-state.ts'

const text = v.string()
const count = v.pipe(v.number(), v.finite())
const onlyTrue = v.exactOptional(v.literal(true))
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
  wallet: v.exactOptional(walletRefShape),
  requestedMs: count,
  accountNonce: v.nullable(count),
  amountUnits: v.nullable(digitsShape),
  nativeUnits: v.exactOptional(digitsShape),
  sentToWalletMs: v.exactOptional(count),
  connectionLostMs: v.exactOptional(count),
  walletErrorMs: v.exactOptional(count),
  lowestAllowanceUnits: v.exactOptional(digitsShape),
  watchStartSeconds: v.exactOptional(count),
})

const transaction = objectShape({
  purpose: namesShape<OrderTransaction['purpose']>({
    resetApproval: true,
    approve: true,
    send: true,
    withdraw: true,
    cancel: true,
    revoke: true,
  }),
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
  isNonceSeen: onlyTrue,
  missing: v.exactOptional(objectShape({ count, atMs: count })),
  callsId: v.exactOptional(text),
  sentMs: count,
  minedMs: v.nullable(count),
  differs: onlyTrue,
  request: v.exactOptional(walletRequest),
  isDeep: onlyTrue,
  amountUnits: v.nullable(digitsShape),
  nativeUnits: v.exactOptional(digitsShape),
})

const problem = objectShape({
  code: v.picklist(problemCodes),
  money: v.picklist(fundsLocations),
  reportedBy: v.picklist(problemSources),
  facts,
  serverRequestId: v.nullable(text),
  retryAfterMs: v.nullable(count),
})

const evidence: v.GenericSchema<unknown, Evidence> = objectShape({
  kind: v.picklist(['delivery', 'refund']),
  chainId: chainIdShape,
  hash: hashShape,
  token: text,
  units: digitsShape,
  paidIn: v.exactOptional(objectShape({ symbol: text, decimals: count })),
  logIndexes: v.array(count),
  isBalanceGrowth: onlyTrue,
  blockNumber: digitsShape,
  blockSeconds: count,
  sources: count,
})

const revoking: v.GenericSchema<unknown, Revocation> = objectShape({
  reviewKey: text,
  state: v.picklist(['asked', 'sent', 'over']),
  atMs: count,
  problem: v.nullable(problem),
  leftUnits: v.nullable(digitsShape),
})

const depositObserved = objectShape({
  units: digitsShape,
  atMs: count,
  token: v.exactOptional(text),
  isReported: onlyTrue,
  isOneSource: onlyTrue,
})

const notification = objectShape({
  kind: namesShape<NotificationKind>({
    ...{ done: true, failed: true, refunded: true, late: true, cancelled: true },
    depositDue: true,
  }),
  state: v.picklist(['pending', 'notified']),
})

const step = namesShape<TimelineEntry['step']>({
  confirmed: true,
  resetApproved: true,
  approved: true,
  signed: true,
  sent: true,
  mined: true,
  deposited: true,
  accepted: true,
  assigned: true,
  extracted: true,
  fulfilled: true,
  settled: true,
  expired: true,
  cancelled: true,
  refunded: true,
  stopped: true,
})

export const orderStateShape = v.custom<OrderState>(
  (value) =>
    typeof value === 'string' && (Object.hasOwn(orderStates, value) || Object.hasOwn(orderEnds, value)),
)

/**
 * The schema version of stored orders and of the JSON export. It stays 1 until the first release. Afterwards,
 * an incompatible change raises it, with a migration and a fixture.
 */
export const orderSchema = 1

const record = {
  schema: v.literal(orderSchema),
  id: v.pipe(text, v.nonEmpty(), v.maxLength(128)),
  rev: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  state: orderStateShape,
  createdMs: count,
  updatedMs: count,
  wallet: v.nullable(walletRefShape),
  reviewed: reviewedShape,
  consents: v.array(consentShape),
  approvals: v.array(v.picklist(['resetApproval', 'approve'])),
  walletRequest: v.nullable(walletRequest),
  supersededRequests: v.exactOptional(v.array(walletRequest)),
  unclosed: v.exactOptional(
    v.array(
      objectShape({ record: walletRequest, terms: termsShape, isAccepted: onlyTrue, isAnswered: onlyTrue }),
    ),
  ),
  unclosedReadMs: v.exactOptional(count),
  transactions: v.array(transaction),
  statusCode: v.nullable(v.picklist([0, 1, 2, 3, 4, 5, 6, 7])),
  reportedCode: v.nullable(v.picklist([0, 1, 2, 3, 4, 5, 6, 7])),
  sourceTransactionHash: v.nullable(text),
  destinationTransactionHash: v.nullable(text),
  refundTransactionHash: v.nullable(text),
  refundChainId: v.nullable(chainIdShape),
  fulfilledAmount: v.nullable(digitsShape),
  pollCount: count,
  dueMs: v.nullable(count),
  offer: v.nullable(offerShape),
  autoAccepted: v.exactOptional(
    objectShape({ minAmountOut: digitsShape, promisedAmount: digitsShape, atMs: count }),
  ),
  problem: v.nullable(problem),
  timeline: v.array(objectShape({ step, atMs: count })),
  serviceCalls: v.array(serviceCallShape),
  anomalies: v.array(text),
  unusedSeenMs: v.nullable(count),
  revokeAfter: onlyTrue,
  lateApproval: v.exactOptional(objectShape({ units: digitsShape, atMs: count })),
  revoking: v.exactOptional(revoking),
  fundsSettled: v.boolean(),
  heads: v.array(headShape),
  evidence: v.exactOptional(evidence),
  doubt: v.exactOptional(
    namesShape<ChainDoubt>({ notShown: true, notNamed: true, notListed: true, oneSource: true, less: true }),
  ),
  notification: v.nullable(notification),
  viewed: v.boolean(),
  restored: onlyTrue,
  putAwayMs: v.exactOptional(count),
  proposedBy: v.exactOptional(proposedByShape),
} satisfies { readonly [member in Exclude<keyof OrderRecord, 'terms'>]-?: unknown }

const never = v.exactOptional(v.never())
/** Members by feature, and their values in kinds without the feature. */
const ofSignature = {
  signature: v.nullable(hexShape),
  submitBody: v.nullable(text),
  submitCount: count,
  isSignerUnproven: v.exactOptional(v.literal(true)),
  isPermitOver: v.exactOptional(v.boolean()),
  cancelling: v.exactOptional(objectShape({ sinceBlock: digitsShape, isTooLate: v.boolean() })),
}
const noSignature = {
  signature: v.null(),
  submitBody: v.null(),
  submitCount: v.literal(0),
  isSignerUnproven: never,
  isPermitOver: never,
  cancelling: never,
}
const ofCalls = {
  callsId: v.exactOptional(v.nullable(text)),
  batchStart: v.exactOptional(
    objectShape({ accountNonce: count, heldUnits: digitsShape, unseenSinceMs: v.exactOptional(count) }),
  ),
  oneByOne: v.exactOptional(v.boolean()),
}
const noCalls = { callsId: never, batchStart: never, oneByOne: never }
const ofDeposit = {
  depositObserved: v.exactOptional(depositObserved),
  depositUnseenMs: v.exactOptional(count),
}
const noDeposit = { depositObserved: never, depositUnseenMs: never }
const ofInbox = { isInboxEmpty: onlyTrue }
const noInbox = { isInboxEmpty: never }

const [signed, inbox, manual, deposit] = kindShapes
// The distinguishing members come first, so that a row of another kind fails immediately.
const order: v.GenericSchema<unknown, Order> = v.union([
  objectShape({ ...signed, ...ofSignature, ...noCalls, ...noDeposit, ...noInbox, ...record }),
  objectShape({ ...inbox, ...noSignature, ...ofCalls, ...noDeposit, ...ofInbox, ...record }),
  objectShape({ ...manual, ...noSignature, ...ofCalls, ...noDeposit, ...noInbox, ...record }),
  objectShape({ ...deposit, ...noSignature, ...noCalls, ...ofDeposit, ...noInbox, ...record }),
])

/**
 * Every member is checked, because a torn or forged row must not block the others. Members that the shape does
 * not name are kept. `restoredOrder` drops everything that a copy cannot prove.
 */
export function isOrder(row: unknown): row is Order {
  return v.is(order, row)
}
