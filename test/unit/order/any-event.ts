import fc from 'fast-check'
import { createProblemData } from '../../../lib/order/change.ts'
import type { FlowEvent } from '../../../lib/order/event.ts'
import type { StatusCode } from '../../../lib/service/status-codes.ts'
import { transactionHash as hash, noLoss, orderOf, pageWallet as wallet, withTerms } from './order-fixture.ts'

const attempt = {
  endpoint: 'status',
  atMs: 0,
  outcome: 'ok',
  serverRequestId: null,
  clockOffsetMs: 0,
} as const
const base = orderOf()
const { request } = base.reviewed

const units = fc.constantFrom('0', '1', '1500000', '3000000')
const problem = fc
  .constantFrom('walletRejected', 'serviceBusy', 'rpcUnreachable', 'storageFailed')
  .map((code) => createProblemData(code))
/** IDs of wallet requests: those that this run assigns, and one that was never assigned. */
const requestId = fc.constantFrom('id-1', 'id-2', 'id-3', 'id-4', 'id-5', 'made up')
const result = fc.constantFrom<unknown>(hash, '0x1234', '0x', null, { hash }, 7)
const record = fc.record({
  hash: fc.constant(base.terms.requestHash as string),
  statusCode: fc.constantFrom<StatusCode | null>(null, 0, 1, 2, 3, 4, 5, 6, 7),
  originChainId: fc.constant(request.originChainId),
  destinationChainId: fc.constantFrom(request.destinationChainId, request.destinationChainId, 1),
  inputToken: fc.constantFrom(null, ...Array<string>(4).fill(request.inputToken)),
  inputAmount: fc.constantFrom(null, ...Array<string>(4).fill(request.inputAmount)),
  outputToken: fc.constantFrom(null, request.outputToken as string),
  userAddress: fc.constantFrom(null, ...Array<string | null>(4).fill(request.userAddress)),
  receiverAddress: fc.constant(null),
  sourceTransactionHash: fc.constantFrom(null, hash),
  hasSourcePayment: fc.boolean(),
  destinationTransactionHash: fc.constantFrom(null, hash),
  refundTransactionHash: fc.constant(null),
  refundChainId: fc.constant(null),
  fulfilledAmount: fc.constantFrom(null, '5'),
})

/** Any event that an order may get, except those that lead to a cancellation. */
export const anyEvent: fc.Arbitrary<FlowEvent> = fc.oneof(
  fc.record({
    kind: fc.constant('prepared' as const),
    allowanceUnits: units,
    neededUnits: units,
    reservedUnits: units,
    approveWorks: fc.boolean(),
    accountNonce: fc.nat(9),
    canBatch: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('blocked' as const), problem, attempt: fc.constant(null) }),
  fc.constant<FlowEvent>({ kind: 'readyToSign' }),
  units.map<FlowEvent>((minAmountOut) => ({
    kind: 'requoted',
    terms: withTerms(base, { minAmountOut }).terms,
    reviewed: { ...base.reviewed, minAmountOut },
    loss: noLoss,
    attempt,
  })),
  fc.record({ kind: fc.constant('walletAnswered' as const), requestId, result }),
  fc.record({ kind: fc.constant('walletRejected' as const), requestId, problem }),
  fc.record({ kind: fc.constant('walletLost' as const), requestId, problem }),
  fc.record({
    kind: fc.constant('allowanceObserved' as const),
    allowanceUnits: units,
    neededUnits: units,
    transaction: fc.option(
      fc.record({
        hash: fc.constantFrom(hash, `0x${'5e'.repeat(32)}` as const),
        state: fc.constantFrom('sent', 'mined', 'failed', 'replaced', 'dropped'),
      }),
    ),
  }),
  fc.record({
    kind: fc.constant('signatureChecked' as const),
    valid: fc.boolean(),
    isContract: fc.boolean(),
    signature: fc.constant(hash),
    submitBody: fc.constant('{}'),
  }),
  fc.record({ kind: fc.constant('batchUnsupported' as const), requestId }),
  fc.record({
    kind: fc.constant('transactionFound' as const),
    hash: fc.constantFrom(null, null, hash),
  }),
  fc.record({
    kind: fc.constant('liveRequestsRead' as const),
    usedId: fc.option(requestId),
    deadIds: fc.array(requestId),
  }),
  fc.record({
    kind: fc.constant('callsObserved' as const),
    outcome: fc.constantFrom('waiting' as const, 'sent' as const, 'failed' as const),
    hash: fc.constantFrom(null, hash),
  }),
  fc.constantFrom<FlowEvent>(
    { kind: 'submitAccepted', requestHash: base.terms.requestHash, attempt },
    { kind: 'submitAccepted', requestHash: hash, attempt },
    { kind: 'submitAccepted', requestHash: null, attempt },
    { kind: 'polled', response: { kind: 'notIndexed', serverRequestId: null, clockOffsetMs: 0 }, attempt },
    { kind: 'signatureTimedOut' },
    { kind: 'decisionTimedOut' },
    { kind: 'depositLapsed' },
    { kind: 'lateAnswersOver' },
    { kind: 'cancel', accountNonce: 4, sinceBlock: '100', wallet },
    { kind: 'notified', of: 'done' },
    { kind: 'notified', of: 'late' },
    { kind: 'retry' },
    { kind: 'retry', requestId: 'id-1' },
    { kind: 'retry', requestId: 'id-2' },
    { kind: 'revoke', reviewKey: 'key', accountNonce: 3, wallet },
    { kind: 'stop' },
    { kind: 'acceptOffer', offerId: 'id-1' },
    { kind: 'acceptOffer', offerId: 'id-2' },
    { kind: 'viewed' },
    { kind: 'showAgain' },
  ),
  problem.map<FlowEvent>((one) => ({ kind: 'submitFailed', problem: one, attempt })),
  problem.map<FlowEvent>((one) => ({ kind: 'pollFailed', problem: one, attempt })),
  problem.map<FlowEvent>((one) => ({ kind: 'readFailed', problem: one })),
  record.map<FlowEvent>((one) => ({
    kind: 'polled',
    response: { kind: 'record', record: one, serverRequestId: null, clockOffsetMs: 0 },
    attempt,
  })),
  fc.record({
    kind: fc.constant('transactionObserved' as const),
    hash: fc.constant(hash),
    state: fc.constantFrom('sent', 'mined', 'failed', 'replaced'),
    differs: fc.boolean(),
    accountNonce: fc.constantFrom(3, 4),
  }),
  fc.record({
    kind: fc.constant('nonceRead' as const),
    used: fc.boolean(),
    blockSeconds: fc.constantFrom(0, ...Array<number>(5).fill(Number.MAX_SAFE_INTEGER)),
    sources: fc.constantFrom(1, 2, 2),
  }),
  fc.constantFrom<FlowEvent>({ kind: 'posting' }, { kind: 'transactionMissing', hash }),
  fc.record({
    kind: fc.constant('proof' as const),
    proof: fc.constantFrom('verified', 'pending', 'unreadable'),
    evidence: fc.record({
      kind: fc.constantFrom('delivery', 'refund'),
      chainId: fc.constant(request.destinationChainId),
      hash: fc.constant(hash),
      token: fc.constant(request.outputToken),
      units: fc.constantFrom('5', '9'),
      logIndexes: fc.constant([1]),
      blockNumber: fc.constant('9'),
      blockSeconds: fc.constant(9),
      sources: fc.constantFrom(1, 2, 3),
    }),
  }),
)

/** What the chain shows of a cancellation. */
export const anyCancelSeen: fc.Arbitrary<FlowEvent> = fc.record({
  kind: fc.constant('cancelObserved' as const),
  end: fc.constantFrom('open', 'open', 'cancelled', 'taken'),
  transaction: fc.constantFrom(null, { hash, state: 'sent' as const }, { hash, state: 'failed' as const }),
})
