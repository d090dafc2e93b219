import type { Evidence } from '../../../../lib/chain/evidence.ts'
import { createProblemData } from '../../../../lib/order/change.ts'
import type { FlowEvent } from '../../../../lib/order/event.ts'
import type { StatusCode } from '../../../../lib/service/status-codes.ts'
import {
  attempt,
  transactionHash as hash,
  noLoss,
  orderOf,
  recordOf,
  pageWallet as wallet,
  withTerms,
} from '../order-fixture.ts'
import { liveId, requestId } from './pair-orders.ts'

type Kind = FlowEvent['kind']
type Variants = { readonly [kind in Kind]: readonly Omit<Extract<FlowEvent, { kind: kind }>, 'kind'>[] }

const base = orderOf()
const { request } = base.reviewed
const problem = createProblemData('walletRejected')
const sources = { serverRequestId: null, clockOffsetMs: 0 } as const
const other = `0x${'cd'.repeat(32)}` as const
const codes: readonly (StatusCode | null)[] = [null, 0, 1, 2, 3, 4, 5, 6, 7]
const states = ['sent', 'mined', 'failed', 'replaced', 'dropped'] as const

const delivered = { destinationTransactionHash: hash, fulfilledAmount: '5' } as const
const records = [
  ...codes.map((statusCode) => recordOf(base, { ...delivered, statusCode })),
  recordOf(base, { ...delivered, statusCode: 0, hasSourcePayment: true }),
  recordOf(base, { ...delivered, statusCode: 1, destinationChainId: 1 }),
]

const answers = [hash, '0x1234', '0x', null, { id: 'calls' }].map((result) => ({ requestId, result }))

const units = ['0', '5', '1500000'] as const

const prepared = units.flatMap((allowanceUnits) =>
  [true, false].flatMap((approveWorks) =>
    [true, false].flatMap((canBatch) =>
      ['0', '5'].map((reservedUnits) => ({
        allowanceUnits,
        neededUnits: '1500000',
        reservedUnits,
        approveWorks,
        canBatch,
        accountNonce: 3,
      })),
    ),
  ),
)

const requoted = [base.terms.minAmountOut, '1'].flatMap((minAmountOut) =>
  [base.terms.signTypedData, null].map((signTypedData) => ({
    terms: withTerms(base, { minAmountOut, signTypedData }).terms,
    reviewed: { ...base.reviewed, minAmountOut },
    loss: noLoss,
    attempt,
  })),
)

/** A payment as that many hosts show it. */
export function paymentOf(kind: Evidence['kind'], hosts: number): Evidence {
  const isDelivery = kind === 'delivery'
  return {
    kind,
    chainId: isDelivery ? request.destinationChainId : request.originChainId,
    hash: other,
    token: request.outputToken as Evidence['token'],
    units: '5',
    logIndexes: [1],
    blockNumber: '9',
    blockSeconds: 9,
    sources: hosts,
  }
}

/** On the destination, where a refund may come too. */
const evidence = (['delivery', 'refund'] as const).flatMap((kind) =>
  [1, 2].map((hosts) => ({ ...paymentOf(kind, hosts), chainId: request.destinationChainId, hash })),
)

const seen = (['open', 'cancelled', 'taken'] as const).flatMap((end) => [
  { end, transaction: null },
  ...states.map((state) => ({ end, transaction: { hash, state } })),
])

const left = [
  { units: 0n, sources: 2, wanted: 2 },
  { units: 5n, sources: 2, wanted: 2 },
]

/** Every event, with each value that makes a difference. */
const variants: Variants = {
  prepared,
  blocked: [{ problem, attempt: null }],
  readyToSign: [{}],
  requoted,
  walletAnswered: answers,
  walletRejected: [
    { requestId, problem },
    { requestId, problem, isTrusted: true },
  ],
  liveRequestsRead: [
    { usedId: null, deadIds: [] },
    { usedId: null, deadIds: [liveId] },
    { usedId: liveId, deadIds: [] },
  ],
  batchUnsupported: [{ requestId }, { requestId, isTrusted: true }],
  callsObserved: [
    { outcome: 'waiting', hash: null },
    { outcome: 'sent', hash },
    { outcome: 'sent', hash: other },
    { outcome: 'failed', hash: null },
    {
      outcome: 'waiting',
      hash: null,
      isUncertain: true,
      unnamed: { accountNonce: 3, heldUnits: '5', isIdle: true },
    },
  ],
  walletLost: [{ requestId, problem }],
  allowanceObserved: units.flatMap((allowanceUnits) =>
    [null, ...states.flatMap((state) => [hash, other].map((of) => ({ hash: of, state })))].map(
      (transaction) => ({
        ...{ allowanceUnits, neededUnits: '1500000', transaction },
      }),
    ),
  ),
  signatureChecked: [true, false].map((valid) => ({
    valid,
    isContract: false,
    signature: '0x12',
    submitBody: '{}',
  })),
  submitAccepted: [base.terms.requestHash, hash, null].map((requestHash) => ({ requestHash, attempt })),
  submitFailed: [{ problem, attempt }],
  polled: [
    { response: { kind: 'notIndexed', ...sources }, attempt },
    ...records.map((one) => ({ response: { kind: 'record', record: one, ...sources } as const, attempt })),
  ],
  pollFailed: [{ problem, attempt }],
  transactionRepriced: [{ hash, by: other }],
  transactionObserved: states.flatMap((state) =>
    [true, false].flatMap((differs) => {
      const seen = { hash, state, differs, accountNonce: 3 }
      return [seen, { ...seen, isDeep: true }]
    }),
  ),
  transactionMissing: [{ hash }],
  nonceRead: [true, false].flatMap((used) =>
    [0, Number.MAX_SAFE_INTEGER].flatMap((blockSeconds) =>
      [1, 2].flatMap((hosts) => {
        const seen = { used, blockSeconds, sources: hosts }
        return used ? [seen, { ...seen, isCancelled: true }] : [seen]
      }),
    ),
  ),
  posting: [{}],
  transactionFound: [{ hash }, { hash: other }, { hash: null }, { hash: null, isTooLate: true }],
  depositObserved: [{ units: '0' }, { units: '9' }],
  proof: [
    { proof: 'pending' },
    { proof: 'unreadable' },
    { proof: 'neverPaid' },
    { proof: 'pending', isInboxEmpty: true },
    { proof: 'pending', isDepositUnseen: true },
    ...evidence.map((one) => ({ proof: 'verified' as const, evidence: one })),
  ],
  readFailed: [{ problem }],
  signatureTimedOut: [{}],
  decisionTimedOut: [{}],
  depositLapsed: [{}],
  lateAnswersOver: [{}],
  clockSetBack: [{}],
  sentToWallet: [{ requestId }],
  notified: [{ of: 'done' }],
  retry: [{}, { requestId }],
  stop: [{}],
  acceptOffer: [{ offerId: 'offer' }],
  withdraw: [{ accountNonce: 3, wallet }],
  withdrawObserved: states.flatMap((state) => [
    { transaction: { hash, state }, isMissing: false },
    { transaction: { hash: other, state }, isMissing: state === 'sent' },
  ]),
  cancel: [{ accountNonce: 3, sinceBlock: '7', wallet }],
  cancelObserved: seen,
  revoke: [{ reviewKey: 'another', accountNonce: 3, wallet }],
  revokeObserved: [null, ...states.map((state) => ({ hash, state }))].flatMap((transaction) =>
    left.map((one) => ({ transaction, left: one })),
  ),
  viewed: [{}],
  showAgain: [{}],
}

export const eventKinds = Object.keys(variants) as Kind[]

/** Every event of a kind that the table of pairs uses. */
export function eventsOf(kind: Kind): readonly FlowEvent[] {
  return variants[kind].map((fields) => ({ kind, ...fields }) as FlowEvent)
}
