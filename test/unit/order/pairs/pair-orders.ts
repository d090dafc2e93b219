import { dayMs } from '../../../../lib/base/time.ts'
import { createProblemData } from '../../../../lib/order/change.ts'
import type { Order, WalletPurpose, WalletRequestRecord } from '../../../../lib/order/order.ts'
import type { OrderState } from '../../../../lib/order/order-state.ts'
import { isSameKind } from '../../../../lib/order/order-terms.ts'
import type { OrderKind } from '../../../../lib/quote/terms.ts'
import type { StatusCode } from '../../../../lib/service/status-codes.ts'
import {
  noLoss,
  type OrderPart,
  ofKind,
  orderOf,
  requestOf,
  termsOf,
  transactionOf,
  withPart,
  withTerms,
} from '../order-fixture.ts'

export const nowMs = 1_800_000_020_000
export const requestId = 'requested'
/** ID of an earlier request that only the chain answers in these tests. */
export const liveId = 'liveRequests'
const other = `0x${'ef'.repeat(32)}` as const

const cancelling = { sinceBlock: '7', isTooLate: false }

const agoMs = nowMs - 120_000
const longAgoMs = nowMs - 8 * dayMs
const base = orderOf({ updatedMs: agoMs, dueMs: nowMs })

const transaction = transactionOf('send', { sentMs: agoMs })

/** The wallet requests of a state for the swap itself. */
const purposes: { readonly [state in OrderState]?: readonly WalletPurpose[] } = {
  approve_requested: ['approve', 'resetApproval'],
  approve_sent: ['approve', 'resetApproval'],
  sign_requested: ['sign'],
  send_requested: ['send', 'sendCalls'],
  unknown_outcome: ['send', 'sendCalls'],
  abandoned_unsigned: ['approve', 'sign'],
  expired_unused: ['approve'],
  cancelled_unused: ['approve'],
}

/** States of an unanswered request: still open, its connection lost, or answered with an error. */
const silences: readonly Partial<WalletRequestRecord>[] = [
  {},
  { connectionLostMs: agoMs },
  { connectionLostMs: agoMs, walletErrorMs: agoMs },
]

/** Differences between orders that have no request other than for the swap itself. */
const variants: readonly OrderPart[] = [
  {},
  { notification: { kind: 'done', state: 'pending' } },
  { unusedSeenMs: nowMs - 60_000, isPermitOver: true },
  { transactions: [{ ...transaction, purpose: 'approve', state: 'mined', minedMs: agoMs }] },
  { transactions: [{ ...transaction, missing: { count: 2, atMs: agoMs }, isNonceSeen: true }] },
  {
    transactions: [{ ...transaction, missing: { count: 2, atMs: agoMs }, isNonceSeen: true }],
  },
  { transactions: [{ ...transaction, missing: { count: 2, atMs: agoMs } }] },
  { transactions: [transaction], problem: createProblemData('transactionDropped', 'unknown') },
  { transactions: [transaction], timeline: [{ step: 'accepted', atMs: agoMs }] },
  { transactions: [transaction, { ...transaction, hash: other, state: 'mined', minedMs: agoMs }] },
  { transactions: [{ ...transaction, sentMs: longAgoMs, request: liveRequests('send', requestId).record }] },
  { timeline: [{ step: 'accepted', atMs: longAgoMs }] },
  { timeline: [{ step: 'accepted', atMs: longAgoMs }], depositObserved: { units: '5', atMs: longAgoMs } },
  { callsId: 'calls' },
  {
    callsId: 'calls',
    batchStart: { accountNonce: 3, heldUnits: '5', unseen: { count: 3, atMs: agoMs - 240_000 } },
  },
  { depositObserved: { units: '5', atMs: agoMs } },
  { fundsSettled: true, dueMs: null },
  { putAwayMs: agoMs },
  { offer: { id: 'offer', terms: base.terms, reviewed: base.reviewed, loss: noLoss } },
  { anomalies: ['5->3'], problem: null },
  { submitCount: 1, signature: '0x12', submitBody: '{}' },
  { liveRequests: [liveRequests('send', liveId)] },
  {
    liveRequests: [liveRequests('send', liveId)],
    liveRequestsReadMs: nowMs - 31 * 86_400_000,
    readCount: 1_300,
  },
  ...withEarlierSignature({ liveRequests: [liveRequests('sign', liveId)] }),
]

const oldQuoteOf = (kind: OrderKind) => ({ terms: { ...termsOf(kind), quoteExpirySeconds: 1 } })

/** Variants of single states. */
const ownVariants: { readonly [state in OrderState]?: OrderPart | readonly OrderPart[] } = {
  confirmed: oldQuoteOf('native'),
  approved: [oldQuoteOf('signed'), { ...oldQuoteOf('signed'), quoteOutlastedMs: nowMs - 600_000 }],
  // A cancellation that is pending when the swap ends is read by the state itself.
  reported_terminal: [
    ...[
      [],
      [{ ...transaction, hash: other }],
      [{ ...transaction, hash: other, state: 'dropped' as const }],
    ].map((others) => ({
      transactions: [
        { ...transaction, state: 'mined' as const, minedMs: agoMs, missing: { count: 2, atMs: agoMs } },
        ...others,
      ],
    })),
    { cancelling },
    ...withEarlierSignature({ cancelling, unusedSeenMs: nowMs - 60_000 }),
  ],
  verified_terminal: [...withEarlierSignature({ dueMs: nowMs })],
  stopping: {
    liveRequests: [liveRequests('sign', liveId)],
    transactions: [{ ...transaction, purpose: 'cancel', state: 'mined', minedMs: agoMs }],
  },
  submitting: { doubt: 'oneSource' },
  submitted: { doubt: 'oneSource' },
}

const kinds: readonly OrderKind[] = ['signed', 'native', 'inbox', 'manual', 'deposit']

/** Members that only orders of these kinds have. */
const kindsWith: Partial<Record<keyof OrderPart, readonly OrderKind[]>> = {
  signature: ['signed'],
  isPermitOver: ['signed'],
  cancelling: ['signed'],
  callsId: ['native', 'inbox', 'manual'],
  depositObserved: ['deposit'],
}

function fits(kind: OrderKind, fields: OrderPart): boolean {
  const members = Object.keys(fields) as (keyof OrderPart)[]
  const hasOwnTerms = fields.terms === undefined || isSameKind(ofKind(base, kind), fields.terms)
  return hasOwnTerms && members.every((member) => kindsWith[member]?.includes(kind) !== false)
}

const codes: readonly (StatusCode | null)[] = [null, 0, 1, 2, 3, 4, 5, 6, 7]

/**
 * Returns the possible status codes of a state: an end has a terminal code, and a state that waits for a
 * wallet has none.
 */
function codesOf(state: OrderState): readonly (StatusCode | null)[] {
  if (state === 'reported_terminal' || state === 'verified_terminal') return [3, 4, 5, 6, 7]
  return ['pending', 'unknown_outcome'].includes(state) ? codes.slice(0, 4) : [null]
}

/** An order on one chain whose only status is its receipt. */
const oneChain = {
  ...base.reviewed,
  request: { ...base.reviewed.request, destinationChainId: base.reviewed.request.originChainId },
}

/**
 * Returns every order that the table of pairs uses for a state. `extra`: open requests other than for the swap
 * itself.
 */
export function ordersIn(state: OrderState, extra: readonly OrderPart[] | null = null): readonly Order[] {
  const requested = extra === null ? [null, ...(purposes[state] ?? [])] : [null]
  const each = extra ?? [...variants, ownVariants[state] ?? []].flat()
  return requested.flatMap((purpose) =>
    kinds.flatMap((kind) =>
      codesOf(state).flatMap((statusCode) =>
        each
          .filter((fields) => fits(kind, fields))
          .flatMap((fields) => {
            const requests =
              purpose === null
                ? [null]
                : silences.map((one) => requestOf(purpose, { requestId, requestedMs: agoMs, ...one }))
            const reviewed = kind === 'manual' ? oneChain : base.reviewed
            return requests.map((walletRequest) => {
              const order: Order = { ...ofKind(base, kind), state, statusCode, reviewed, walletRequest }
              return withPart(order, fields)
            })
          }),
      ),
    ),
  )
}

/** Possible open requests and pending transactions other than for the swap itself, with their states. */
export const parallelVariants = {
  'superseded or live request': {
    states: ['confirmed', 'send_requested', 'pending', 'needs_user', 'stopping', 'unknown_outcome'],
    fields: [
      { liveRequests: [liveRequests('sign')] },
      { liveRequests: [liveRequests('send')] },
      { liveRequests: [liveRequests('sendCalls')] },
      { supersededRequests: [requestFor('approve')] },
      { supersededRequests: [requestFor('cancel')] },
      { liveRequests: [liveRequests('send')], transactions: [{ ...transaction, state: 'failed' }] },
    ],
  },
  'withdrawal requested': {
    states: ['pending', 'unknown_outcome', 'reported_terminal'],
    fields: [{ walletRequest: requestFor('withdraw') }],
  },
  'withdrawal pending': {
    states: ['pending', 'unknown_outcome', 'reported_terminal'],
    fields: [{ transactions: [{ ...transaction, purpose: 'withdraw' }] }],
  },
  'cancellation requested': {
    states: ['submitting', 'submitted', 'pending', 'unknown_outcome', 'reported_terminal'],
    fields: withEarlierSignature({ walletRequest: requestFor('cancel'), cancelling }),
  },
  'cancellation pending': {
    states: ['submitting', 'submitted', 'pending', 'unknown_outcome'],
    fields: withEarlierSignature({ cancelling, transactions: [{ ...transaction, purpose: 'cancel' }] }),
  },
  'revocation requested': {
    states: overStates(),
    fields: [{ walletRequest: requestFor('revoke'), revoking: revoking('requested') }],
  },
  'revocation pending': {
    states: overStates(),
    fields: [
      {
        revoking: revoking('sent'),
        transactions: [{ ...transaction, purpose: 'revoke', amountUnits: '0' }],
      },
    ],
  },
} as const satisfies {
  readonly [name: string]: { readonly states: readonly OrderState[]; readonly fields: readonly OrderPart[] }
}

function overStates() {
  const unused = ['abandoned_unsigned', 'expired_unused', 'cancelled_unused'] as const
  return [...unused, 'reported_terminal', 'verified_terminal'] as const
}

function requestFor(purpose: WalletPurpose) {
  return requestOf(purpose, { requestId, requestedMs: agoMs, amountUnits: null })
}

function liveRequests(purpose: WalletPurpose, id = requestId) {
  return { record: { ...requestFor(purpose), requestId: id }, terms: base.terms }
}

/** The same, also with an earlier signature that may still be used. */
function withEarlierSignature(part: OrderPart): readonly OrderPart[] {
  const { record } = liveRequests('sign', liveId)
  const { terms } = withTerms(base, { permitNonce: '99' })
  return [part, { ...part, liveRequests: [{ record, terms }] }]
}

function revoking(state: 'requested' | 'sent') {
  return { reviewKey: 'key', state, atMs: agoMs, problem: null, leftUnits: null }
}
