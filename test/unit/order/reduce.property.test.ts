import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Order, WalletRequestRecord } from '../../../lib/order/order.ts'
import { reduce, taskOf } from '../../../lib/order/reduce.ts'
import { anyCancelSeen, anyEvent } from './any-event.ts'
import { transactionHash as hash, type OrderFields, orderOf, transactionOf } from './order-fixture.ts'

const startMs = 1_800_000_000_000
const native = orderOf({ kind: 'native' })

const schedule = fc.array(
  fc.tuple(
    fc.oneof({ weight: 8, arbitrary: anyEvent }, anyCancelSeen),
    fc.constantFrom(0, 1_000, 20_000, 1_000_000),
  ),
  {
    minLength: 1,
    maxLength: 60,
  },
)

const request = { requestId: 'id-1', requestedMs: startMs, accountNonce: 3, amountUnits: '5' } as const
const sent = transactionOf('send', { sentMs: startMs })
const posted = { signature: hash, submitBody: '{"a":1}' } as const
const over = { state: 'reported_terminal', notification: { kind: 'failed', state: 'pending' } } as const

/** Orders in every state, as earlier states leave them. */
const starts: readonly OrderFields[] = [
  { state: 'confirmed' },
  { state: 'confirmed', kind: 'native' },
  { state: 'approve_requested', walletRequest: { ...request, purpose: 'approve' } },
  {
    state: 'approve_sent',
    walletRequest: { ...request, purpose: 'approve' },
    transactions: [{ ...sent, purpose: 'approve' }],
  },
  { state: 'approved' },
  { state: 'sign_requested', walletRequest: { ...request, purpose: 'sign' } },
  { state: 'signed', signature: hash },
  { state: 'submitting', ...posted },
  { state: 'submitted', ...posted },
  { state: 'pending', statusCode: 1, ...posted },
  { state: 'pending', statusCode: 0, ...posted, unusedSeenMs: startMs - 60_000 },
  { state: 'pending', statusCode: 0, ...posted, cancelling: { sinceBlock: '7', isTooLate: false } },
  { state: 'unknown_outcome', ...posted },
  { state: 'unknown_outcome', ...posted, transactions: [{ ...sent, purpose: 'approve' }] },
  { state: 'unknown_outcome', ...posted, transactions: [{ ...sent, purpose: 'cancel' }] },
  { state: 'send_requested', kind: 'native', walletRequest: { ...request, purpose: 'send' } },
  { state: 'sent', kind: 'native', transactions: [sent] },
  { state: 'unknown_outcome', kind: 'native', walletRequest: { ...request, purpose: 'send' } },
  {
    state: 'send_requested',
    kind: 'native',
    walletRequest: { ...request, requestId: 'id-2', purpose: 'send' },
    liveRequests: [{ record: { ...request, purpose: 'send' }, terms: native.terms }],
  },
  {
    state: 'sent',
    kind: 'native',
    transactions: [sent],
    liveRequests: [{ record: { ...request, purpose: 'send' }, terms: native.terms }],
  },
  { state: 'abandoned_unsigned', fundsSettled: true, walletRequest: { ...request, purpose: 'approve' } },
  {
    state: 'send_requested',
    kind: 'inbox',
    callsId: 'id-1',
    walletRequest: { ...request, purpose: 'sendCalls' },
  },
  { state: 'sent', kind: 'inbox', callsId: 'id-1' },
  { ...over, statusCode: 3 },
  { ...over, statusCode: 5 },
  { ...over, statusCode: 6, kind: 'native' },
  { state: 'verified_terminal', statusCode: 3, fundsSettled: true },
  { state: 'needs_user' },
]

const isEnd = (order: Order) => order.state === 'reported_terminal' || order.state === 'verified_terminal'
const isDead = (order: Order) =>
  order.state === 'abandoned_unsigned' ||
  order.state === 'expired_unused' ||
  order.state === 'cancelled_unused'

/** The wallet request, without its silence. */
function listWalletRequests({ walletRequest }: Order) {
  if (walletRequest === null) return null
  return plainOf(walletRequest)
}

function plainOf(request: WalletRequestRecord) {
  const { sentToWalletMs, connectionLostMs, walletErrorMs, isRejectedByPage, isAllowanceSeen, ...requested } =
    request
  return requested
}

/**
 * The requests that may be open in the wallet: the current one, earlier unanswered ones, and one answered
 * with a transaction that was a different one.
 */
function openOf(order: Order) {
  const answered = order.transactions.flatMap(({ request }) => request ?? [])
  const liveRequests = (order.liveRequests ?? []).map(({ record }) => record)
  return [
    listWalletRequests(order),
    ...[...(order.supersededRequests ?? []), ...liveRequests, ...answered].map(plainOf),
  ]
}

/** The parts of a finished order that no event changes, whatever happens to its open wallet requests. */
function finishedPartsOf({ walletRequest, supersededRequests, revoking, transactions, ...order }: Order) {
  return { ...order, wallet: null, dueMs: null, viewed: false, notification: null, updatedMs: 0 }
}

/**
 * An approved open request of a finished order is recorded once: its transactions are unchanged, or one more.
 */
function checkFinished(before: Order, after: Order): void {
  expect(finishedPartsOf(after)).toEqual(finishedPartsOf(before))
  expect(after.transactions.slice(0, before.transactions.length)).toEqual(before.transactions)
  const more = after.transactions.slice(before.transactions.length).map(({ purpose }) => purpose)
  const answered = openOf(before).flatMap((one) => one?.purpose ?? [])
  if (more.length > 0) expect(answered.filter((purpose) => purpose === more[0])).not.toEqual([])
  expect(more.length).toBeLessThanOrEqual(1)
}

/**
 * While a transaction may still send the swap, no event leads to another quote. That would be a second
 * payment.
 */
function checkNoSecondPayment(before: Order, after: Order): void {
  // Only `liveRequests` has signatures and transactions.
  const isOther = ({ purpose }: WalletRequestRecord) => !/^(send|sendCalls|sign)$/.test(purpose)
  expect(after.supersededRequests ?? []).toEqual((after.supersededRequests ?? []).filter(isOther))
  const isAnew = after.state === 'needs_user' || after.state === 'confirmed'
  if (!isAnew || before.state === after.state) return
  const live = after.transactions.filter(({ purpose, state }) => purpose === 'send' && state === 'sent')
  expect(live.length).toBe(0)
}

/**
 * A delivery or refund was only reported, and the chain shows that the signature was never used. The order
 * ends as unused.
 */
const isDisproved = (before: Order, after: Order) =>
  [3, 4, 7].includes(before.statusCode ?? 0) &&
  before.kind === 'signed' &&
  !before.fundsSettled &&
  after.state === 'verified_terminal' &&
  after.problem?.money === 'signedUnused'

/** Steps that cannot have happened when the signature was never used. */
const notTaken: readonly string[] = ['extracted', 'fulfilled', 'settled', 'refunded']

const hasMined = ({ transactions }: Order) =>
  transactions.some(({ purpose, state }) => purpose === 'send' && state === 'mined')

/** A reorganisation removed the block of a swap in progress: its transaction is no longer mined. */
const isMinedNoMore = (before: Order, after: Order) =>
  before.state === 'pending' && hasMined(before) && !hasMined(after)

function judge(before: Order, after: Order, requested: boolean, freshId: string): void {
  // A prompt always has its own stored request.
  if (requested) expect(after.walletRequest?.requestId).toBe(freshId)
  else if (after.walletRequest !== null) expect(openOf(before)).toContainEqual(listWalletRequests(after))
  if (isDead(before)) checkFinished(before, after)
  checkNoSecondPayment(before, after)
  if (isEnd(before)) {
    expect(isEnd(after)).toBe(true)
    const upgrade =
      (before.statusCode === 5 || before.statusCode === 6) && [3, 4, 7].includes(after.statusCode ?? 0)
    const settled = before.statusCode === 3 && after.statusCode === 4
    const reported = isDisproved(before, after) && [5, 6].includes(after.statusCode ?? 0)
    expect(upgrade || settled || reported || after.statusCode === before.statusCode).toBe(true)
  }
  // Codes only move forward, except for the upgrades above. The report of a payment goes with its transaction: it can be paid again.
  if (isMinedNoMore(before, after) && after.state === 'needs_user') expect(after.statusCode).toBeNull()
  else if (!isEnd(before) && before.statusCode !== null) {
    expect(after.statusCode).toBeGreaterThanOrEqual(before.statusCode)
  }
  // The signed bytes stay until the order is over, or until the signature proves invalid before any POST.
  if (before.submitBody !== null && after.submitBody !== null)
    expect(after.submitBody).toBe(before.submitBody)
  if (before.submitBody !== null) expect(after.terms).toBe(before.terms)
  // A signature that was posted is never dropped for a retry. One that never was stays a live request.
  if (before.submitBody !== null && before.state !== 'needs_user' && after.state === 'needs_user') {
    expect([before.state, before.submitCount]).toEqual(['submitting', 0])
    expect(after.liveRequests).toEqual(before.liveRequests)
  }
  if (isEnd(after) || isDead(after)) expect([after.signature, after.submitBody]).toEqual([null, null])
  const gone = isDisproved(before, after) ? notTaken : isMinedNoMore(before, after) ? ['mined'] : []
  const kept = before.timeline.filter(({ step }) => !gone.includes(step))
  expect(after.timeline.slice(0, kept.length)).toEqual(kept)
  expect(after.serviceCalls.length).toBeLessThanOrEqual(50)
  expect([after.id, after.rev, after.kind]).toEqual([before.id, before.rev, before.kind])
  // An order that is not over is never stuck: a task is due, a wallet request is open, or all funds are
  // accounted for.
  const isOpen = after.dueMs !== null || after.walletRequest !== null
  expect(isOpen || after.fundsSettled).toBe(true)
}

test('keeps an order valid after events in any sequence, from any start', () => {
  const reached = new Set<string>()
  fc.assert(
    fc.property(fc.constantFrom(...starts), schedule, (start, events) => {
      let order = orderOf({ dueMs: startMs, ...start })
      let nowMs = startMs
      let requests = 1
      for (const [happened, laterMs] of events) {
        nowMs += laterMs
        const freshId = `id-${requests + 1}`
        const next = reduce(order, happened, { nowMs, freshId })
        judge(order, next.order, next.sendsRequest, freshId)
        if (next.sendsRequest) requests += 1
        order = next.order
        reached.add(order.state)
        taskOf(order, nowMs)
      }
    }),
    { numRuns: 8_000 },
  )
  expect(reached.size).toBe(19)
})

test('never sends two requests after one event that arrives twice', () => {
  fc.assert(
    fc.property(fc.constantFrom(...starts), schedule, (start, events) => {
      let order = orderOf({ dueMs: startMs, ...start })
      for (const [happened, laterMs] of events) {
        const nowMs = startMs + laterMs
        const first = reduce(order, happened, { nowMs, freshId: 'first' })
        const second = reduce(first.order, happened, { nowMs, freshId: 'second' })
        expect(first.sendsRequest && second.sendsRequest).toBe(false)
        order = second.order
      }
    }),
    { numRuns: 1_000 },
  )
})
