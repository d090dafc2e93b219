import { describe, expect, test } from 'vitest'
import { dayMs, minuteMs } from '../../../../lib/base/time.ts'
import { createProblemData } from '../../../../lib/order/change.ts'
import type { FlowEvent } from '../../../../lib/order/event.ts'
import { isReportedInInbox } from '../../../../lib/order/exits/exit-rules.ts'
import { taskAfterEnd } from '../../../../lib/order/flows/after-end.ts'
import { countEndRead } from '../../../../lib/order/flows/ends.ts'
import type { Order, OrderTransaction } from '../../../../lib/order/order.ts'
import { reduce, taskOf } from '../../../../lib/order/reduce.ts'
import type { OrderKind } from '../../../../lib/quote/terms.ts'
import {
  type OrderPart,
  orderOf,
  polledOf,
  recordOf,
  requestOf,
  transactionOf,
  withPart,
} from '../order-fixture.ts'
import { paymentOf } from '../pairs/pair-events.ts'

const nowMs = 1_800_000_010_000
const hash = `0x${'ab'.repeat(32)}` as const
const refundHash = `0x${'cd'.repeat(32)}` as const
const next = (order: Order, event: FlowEvent, atMs = nowMs) =>
  reduce(order, event, { nowMs: atMs, freshId: 'fresh' }).order

const sent = transactionOf('send', { hash, sentMs: nowMs - 1_000 })
const record = requestOf('send', { requestId: 'live', requestedMs: nowMs - 60_000 })
const ended = (kind: OrderKind, fields: OrderPart = {}) =>
  withPart(orderOf({ kind }), { state: 'reported_terminal', statusCode: 5, ...fields })
const live = (kind: OrderKind, fields: OrderPart = {}) => {
  const order = ended(kind, fields)
  return withPart(order, { liveRequests: [{ record, terms: order.terms }] })
}
const tasks = (order: Order) => [0, 2, 4].map((readCount) => taskAfterEnd({ ...order, readCount }).name)

const sentKinds: readonly OrderKind[] = ['native', 'inbox', 'manual', 'deposit']

describe.each(sentKinds)('a %s swap that the service reports as over', (kind) => {
  test('follows its transaction until a block has it, and only then says that the money left', () => {
    const order = ended(kind, { transactions: [sent] })
    expect(tasks(order)).toEqual(['watchTransaction', 'watchTransaction', 'verify'])
    const mined = next(order, { kind: 'transactionObserved', hash, state: 'mined', differs: false })
    expect(mined).toMatchObject({
      state: 'reported_terminal',
      problem: { money: 'atOrigin' },
      transactions: [{ state: 'mined' }],
    })
    const isNotified = kind === 'deposit'
    expect(mined.notification).toEqual(isNotified ? { kind: 'failed', state: 'pending' } : order.notification)
    expect(tasks(mined)).toEqual(Array(3).fill('verify'))
  })

  test('does not count a transaction that differs as its payment, and follows it no more', () => {
    const order = ended(kind, { transactions: [sent] })
    const after = next(order, { kind: 'transactionObserved', hash, state: 'mined', differs: true })
    expect(after).toMatchObject({ problem: { money: 'unknown' }, transactions: [{ differs: true }] })
    expect(tasks(after)).toEqual(Array(3).fill('verify'))
  })

  test.each<[string, OrderPart]>([
    ['a refund', { statusCode: 7 }],
    ['a delivery', { statusCode: 4 }],
    ['a named refund', { refundTransactionHash: refundHash }],
  ])('reads its transaction in turns with the proof of %s', (_what, fields) => {
    expect(tasks(ended(kind, { transactions: [sent], ...fields }))).toEqual([
      'verify',
      'watchTransaction',
      'watchTransaction',
    ])
  })

  test('looks for the transaction of a request without an answer, and for its end', () => {
    expect(tasks(live(kind))).toEqual(['findTransaction', 'readLiveRequests', 'verify'])
    const found = next(live(kind), { kind: 'transactionFound', hash })
    expect(found).toMatchObject({ state: 'reported_terminal', transactions: [{ hash, state: 'sent' }] })
    expect(tasks(found)).toEqual(['watchTransaction', 'findTransaction', 'verify'])
    const dead = next(live(kind), { kind: 'liveRequestsRead', usedId: null, deadIds: ['live'] })
    // Nothing shows that the money left: the text must not say that it is in the inbox.
    expect(dead).toMatchObject({
      state: 'reported_terminal',
      liveRequests: [],
      problem: { money: 'unknown' },
    })
    expect(isReportedInInbox(dead)).toBe(false)
    expect(tasks(dead)).toEqual(Array(3).fill('verify'))
  })

  test('waits between the reads that find nothing', () => {
    for (const event of [
      { kind: 'transactionFound', hash: null },
      { kind: 'liveRequestsRead', usedId: 'live', deadIds: [] },
    ] as const) {
      const after = next(live(kind), event)
      expect(after).toMatchObject({ readCount: 1, liveRequests: [{ record }] })
      expect(after.dueMs).toBeGreaterThan(nowMs)
    }
  })
})

test('a transaction that no endpoint knows is dropped after three reads, and still followed: it may return', () => {
  const missing: FlowEvent = { kind: 'transactionMissing', hash }
  const order = ended('deposit', { transactions: [{ ...sent, isNonceSeen: true }] })
  const after = [0, 1, 2].reduce((one, minutes) => next(one, missing, nowMs + minutes * minuteMs), order)
  expect(after).toMatchObject({ transactions: [{ state: 'dropped' }], problem: { money: 'unknown' } })
  expect(tasks(after)).toEqual(['watchTransaction', 'watchTransaction', 'verify'])
  const replaced = next(after, { kind: 'transactionObserved', hash, state: 'replaced', differs: false })
  expect(tasks(replaced)).toEqual(Array(3).fill('verify'))
})

test('a transaction that has its nonce again after a reorganisation is followed again, and its replacement is not', () => {
  const by = `0x${'ef'.repeat(32)}` as const
  const transactions = [
    { ...sent, state: 'replaced', isNonceSeen: true },
    { ...sent, hash: by, isNonceSeen: true },
  ] as const
  const after = next(ended('deposit', { transactions }), { kind: 'transactionRepriced', hash: by, by: hash })
  expect(after.transactions.map((one) => one.state)).toEqual(['sent', 'replaced'])
  expect(tasks(after)).toEqual(['watchTransaction', 'watchTransaction', 'verify'])
})

test('a read of an open send changes the place of a failed withdrawal, not its code', () => {
  const problem = createProblemData('withdrawNotSent', 'unknown', { reason: 'failed' })
  const order = ended('inbox', { transactions: [sent], problem })
  const waiting = next(order, { kind: 'transactionObserved', hash, state: 'sent', differs: false })
  expect(waiting.problem).toMatchObject({ code: 'withdrawNotSent', money: 'unknown', facts: problem.facts })
  const mined = next(waiting, { kind: 'transactionObserved', hash, state: 'mined', differs: false })
  expect(mined.problem).toMatchObject({ code: 'withdrawNotSent', money: 'atOrigin', facts: problem.facts })
})

test('a reported refund is not closed while a send of the swap is open', () => {
  const old = {
    statusCode: 7,
    endReads: { count: 12, atMs: nowMs },
    timeline: [{ step: 'refunded', atMs: nowMs - 2 * dayMs }],
  } as const
  expect(countEndRead(ended('deposit', old), nowMs)).toMatchObject({ fundsSettled: true })
  expect(countEndRead(live('deposit', old), nowMs)).not.toHaveProperty('fundsSettled')
  expect(countEndRead(ended('deposit', { ...old, transactions: [sent] }), nowMs)).not.toHaveProperty(
    'fundsSettled',
  )
})

test('an end on a chain that cannot be read is not accounted for while a send is open', () => {
  const unreadable: FlowEvent = { kind: 'proof', proof: 'unreadable' }
  expect(next(ended('deposit', { statusCode: 4 }), unreadable).fundsSettled).toBe(true)
  expect(next(live('deposit', { statusCode: 4 }), unreadable).fundsSettled).toBe(false)
})

test('a deposit that one host showed after the end takes turns with the service, until a second host shows it', () => {
  const byOne: FlowEvent = { kind: 'depositObserved', units: '5', isOneSource: true }
  const first = next(ended('deposit'), byOne)
  expect(first).toMatchObject({ depositObserved: { units: '5', isOneSource: true }, readCount: 0 })
  expect(taskAfterEnd(first).name).toBe('verify')
  const again = next(first, byOne, nowMs + minuteMs)
  expect(again).toMatchObject({ depositObserved: first.depositObserved, readCount: 1 })
  expect(again.dueMs).toBeGreaterThan(nowMs + minuteMs)
  expect(taskAfterEnd(again).name).toBe('poll')
  const shown = next(again, { kind: 'depositObserved', units: '5' }, nowMs + 2 * minuteMs)
  expect(shown.depositObserved).toEqual({ units: '5', atMs: nowMs + 2 * minuteMs })
  expect(shown).toMatchObject({ problem: { money: 'atOrigin' }, notification: { kind: 'failed' } })
})

describe('a send whose named transaction differs', () => {
  const named = { ...sent, request: record }
  const differs: FlowEvent = { kind: 'transactionObserved', hash, state: 'mined', differs: true }
  const stillOpen = (order: Order) => {
    expect(order).toMatchObject({ state: 'reported_terminal', problem: { money: 'unknown' } })
    expect(order.liveRequests?.map((one) => one.record.requestId)).toEqual(['live'])
    expect(tasks(order)).toEqual(['findTransaction', 'readLiveRequests', 'verify'])
  }

  test('stays open when the service reports an end afterwards', () => {
    const order = withPart(orderOf({ kind: 'deposit' }), { state: 'sent', transactions: [named] })
    const unknown = next(order, differs)
    expect(unknown).toMatchObject({ state: 'unknown_outcome', walletRequest: record })
    stillOpen(next(unknown, polledOf(recordOf(order, { statusCode: 5 }))))
  })

  test('stays open when the chain shows that after the end, until its request is dead', () => {
    const after = next(ended('deposit', { transactions: [named] }), differs)
    stillOpen(after)
    const dead = next(after, { kind: 'liveRequestsRead', usedId: null, deadIds: ['live'] })
    expect(next(dead, differs).liveRequests).toEqual([])
  })

  test('is closed when that transaction turns out to be its own', () => {
    const order = withPart(orderOf({ kind: 'deposit' }), { state: 'sent', transactions: [named] })
    const found = next(next(order, differs), { kind: 'transactionFound', hash })
    expect(found).toMatchObject({ state: 'sent', walletRequest: null, liveRequests: [] })
  })
})

test('a reported end is verified by reads alone, so many of them share the read slots', () => {
  const task = taskOf(orderOf({ state: 'reported_terminal', statusCode: 4 }), 0)
  expect(task).toMatchObject({ name: 'verify', isRead: true })
})

test('a verified delivery replaces the refund that the service reported, with its step', () => {
  const step = (name: 'assigned' | 'extracted' | 'refunded') => ({ step: name, atMs: nowMs }) as const
  const evidence = paymentOf('delivery', 2)
  const refunded = ended('signed', {
    ...{ statusCode: 7, timeline: (['assigned', 'extracted', 'refunded'] as const).map(step), viewed: true },
    ...{ refundTransactionHash: refundHash, destinationTransactionHash: evidence.hash },
  })
  const after = next(refunded, { kind: 'proof', proof: 'verified', evidence })
  expect(after).toMatchObject({
    ...{ state: 'verified_terminal', statusCode: 3, problem: null, fulfilledAmount: evidence.units },
    ...{ refundTransactionHash: null, notification: { kind: 'done', state: 'pending' }, viewed: false },
  })
  expect(after.timeline.map((one) => one.step)).toEqual(['assigned', 'extracted', 'fulfilled'])
})

describe('a swap on one chain that ended by a receipt of which only one host knows', () => {
  const mined: OrderTransaction = { ...sent, state: 'mined', minedMs: nowMs - 1_000 }
  const plain = ended('manual', { statusCode: 4, destinationTransactionHash: hash, transactions: [mined] })
  const { reviewed } = plain
  const request = { ...reviewed.request, destinationChainId: reviewed.request.originChainId }
  const order = withPart(plain, { reviewed: { ...reviewed, request } })

  test('follows the hash that the same call has now', () => {
    const after = next(order, { kind: 'transactionRepriced', hash, by: refundHash })
    expect(after).toMatchObject({ state: 'sent', statusCode: null, destinationTransactionHash: null })
    expect(after.transactions).toMatchObject([
      { hash, state: 'replaced' },
      { hash: refundHash, state: 'sent' },
    ])
    expect(after.notification).toBeNull()
  })

  test('is unknown if two hosts show that its transaction was not the reviewed one', () => {
    const event = { kind: 'transactionObserved', hash, state: 'mined', differs: true } as const
    expect(next(order, event)).toMatchObject({
      state: 'unknown_outcome',
      statusCode: null,
      problem: { code: 'transactionDiffers', money: 'unknown' },
      notification: { kind: 'failed', state: 'pending' },
    })
  })

  test('is unknown after three reads in which no endpoint knows its transaction', () => {
    const missing = { kind: 'transactionMissing', hash } as const
    const twice = next(next(order, missing), missing, nowMs + minuteMs)
    expect(twice).toMatchObject({ state: 'reported_terminal', statusCode: 4 })
    const seen = { kind: 'transactionObserved', hash, state: 'sent', differs: false } as const
    expect(next(next(twice, seen), missing, nowMs + 2 * minuteMs).state).toBe('reported_terminal')
    const lost = next(twice, missing, nowMs + 2 * minuteMs)
    expect(lost).toMatchObject({
      state: 'unknown_outcome',
      statusCode: null,
      problem: { code: 'transactionDropped', money: 'unknown' },
      // A host that shows it again does not end the swap immediately: its block counts from then.
      transactions: [{ state: 'dropped', minedMs: null }],
    })
    expect(lost.timeline.map(({ step }) => step)).not.toContain('mined')
  })
})
