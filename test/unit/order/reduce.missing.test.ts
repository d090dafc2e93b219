import { expect, test } from 'vitest'
import type { FlowEvent } from '../../../lib/order/event.ts'
import type { Order } from '../../../lib/order/order.ts'
import type { OrderTransaction } from '../../../lib/order/order-parts.ts'
import { reduce, taskOf } from '../../../lib/order/reduce.ts'
import { transactionHash as hash, orderOf, transactionOf } from './order-fixture.ts'

const startMs = 1_800_000_000_000
const missing: FlowEvent = { kind: 'transactionMissing', hash }
const waiting: FlowEvent = {
  kind: 'transactionObserved',
  hash,
  state: 'sent',
  differs: false,
  accountNonce: 4,
}

function sent(fields: Partial<OrderTransaction> = {}, order: Partial<Order> = {}): Order {
  const transactions = [transactionOf('send', { sentMs: startMs, ...fields })]
  return orderOf({ kind: 'native', state: 'sent', transactions, ...order })
}

const after = (order: Order, event: FlowEvent, ms: number) =>
  reduce(order, event, { nowMs: startMs + ms, freshId: 'fresh' }).order

test('counts three missing reads only if they are a minute apart', () => {
  let order = after(sent({ isNonceSeen: true }), missing, 1_000)
  expect(order.transactions[0]?.missing).toEqual({ count: 1, atMs: startMs + 1_000 })
  order = after(order, missing, 60_999)
  expect(order.transactions[0]?.missing).toEqual({ count: 1, atMs: startMs + 1_000 })
  expect(order.dueMs).toBe(startMs + 60_999 + 5_000)
  order = after(order, missing, 61_000)
  expect(order).toMatchObject({ state: 'sent', transactions: [{ state: 'sent', missing: { count: 2 } }] })
  order = after(order, missing, 121_000)
  expect(order).toMatchObject({
    state: 'unknown_outcome',
    problem: { code: 'transactionDropped', money: 'unknown' },
    transactions: [{ state: 'dropped' }],
  })
})

test('restarts the count when a node shows the transaction, or its nonce as free', () => {
  const twice = sent({ missing: { count: 2, atMs: startMs } })
  const [shown] = after(twice, waiting, 60_000).transactions
  expect(shown).toMatchObject({ accountNonce: 4, isNonceSeen: true })
  expect(shown).not.toHaveProperty('missing')
  const [free] = after(
    twice,
    { kind: 'transactionObserved', hash, state: 'sent', differs: false },
    60_000,
  ).transactions
  expect(free).toMatchObject({ accountNonce: 3 })
  expect(free).not.toHaveProperty('missing')
  expect(free).not.toHaveProperty('isNonceSeen')
})

test('does not count when the clock was set back, and sets the time of the last read again', () => {
  const once = sent({ missing: { count: 1, atMs: startMs + 3_600_000 } })
  expect(after(once, missing, 0).transactions[0]?.missing).toEqual({ count: 1, atMs: startMs })
})

test('stays in unknown_outcome while the transaction is missing and no node has shown its nonce, and continues when it is back', () => {
  const dropped = after(sent({ missing: { count: 2, atMs: startMs } }), missing, 60_000)
  expect(dropped).toMatchObject({
    state: 'unknown_outcome',
    problem: { code: 'transactionDropped', money: 'unknown' },
    transactions: [{ state: 'dropped', missing: { count: 3 } }],
  })
  const still = after(dropped, missing, 3_600_000)
  expect(still).toMatchObject({ state: 'unknown_outcome', transactions: [{ missing: { count: 3 } }] })
  expect(still.readCount).toBe(dropped.readCount + 1)
  const back = after(still, waiting, 3_700_000)
  expect(back).toMatchObject({ state: 'sent', problem: null, transactions: [{ state: 'sent' }] })
})

test('counts only the order’s own sent transaction as missing', () => {
  const undecided = sent({}, { state: 'needs_user' })
  expect(after(undecided, missing, 0)).toBe(undecided)
  const over = sent({}, { state: 'reported_terminal', statusCode: 5 })
  expect(after(over, missing, 0)).toMatchObject({ transactions: [{ missing: { count: 1 } }] })
  const deep = sent({ state: 'mined', isDeep: true }, { state: 'pending' })
  expect(after(deep, missing, 0)).toBe(deep)
  const order = sent()
  expect(after(order, { kind: 'transactionMissing', hash: `0x${'cd'.repeat(32)}` }, 0)).toBe(order)
})

/** Part of a swap that is in progress. */
const mined = { state: 'mined', minedMs: startMs } as const
const steps = [{ step: 'mined', atMs: startMs }] as const

test('returns to sent when no endpoint knows the mined transaction any more', () => {
  const order = after(sent(mined, { state: 'pending', timeline: steps }), missing, 1_000)
  expect(order).toMatchObject({ state: 'sent', timeline: [], transactions: [{ minedMs: null }] })
  expect(order.transactions).toMatchObject([{ state: 'sent', missing: { count: 1 } }])
})

test('does so too when the service has accepted the request, which continues meanwhile', () => {
  const timeline = [{ step: 'accepted', atMs: startMs }, ...steps] as const
  let order = after(sent(mined, { state: 'pending', timeline }), missing, 1_000)
  expect(order).toMatchObject({ state: 'pending', transactions: [{ state: 'sent' }] })
  for (const ms of [61_000, 121_000]) order = after(order, missing, ms)
  expect(order).toMatchObject({ state: 'unknown_outcome', problem: { code: 'transactionDropped' } })
})

test.each([
  ['the service says that it is past accepted', { statusCode: 1 }, {}],
  ['the chain showed it as deep as ends are read', {}, { isDeep: true }],
] as const)('is not watched when %s', (_why, fields, transaction) => {
  const order = sent({ ...mined, ...transaction }, { state: 'pending', readCount: 2, ...fields })
  expect(taskOf(order, startMs)?.name).toBe('poll')
  expect(after(order, waiting, 1_000)).toBe(order)
})

test('reads the transaction and polls the service in turns until then', () => {
  const order = sent(mined, { state: 'pending' })
  expect(taskOf(order, startMs)?.name).toBe('watchTransaction')
  const seen: FlowEvent = { kind: 'transactionObserved', hash, state: 'mined', differs: false }
  const again = after(order, seen, 1_000)
  expect(again).toMatchObject({ state: 'pending', readCount: 1, transactions: [{ minedMs: startMs }] })
  expect(taskOf(again, startMs)?.name).toBe('poll')
  const deep = after(order, { ...seen, isDeep: true }, 1_000)
  expect(deep.transactions).toMatchObject([{ state: 'mined', isDeep: true }])
  expect(taskOf({ ...deep, readCount: 2 }, startMs)?.name).toBe('poll')
})

test('reads a transaction that is pending for a minute in turns with the polls of the service', () => {
  expect(after(sent(), waiting, 59_999).readCount).toBe(0)
  expect(after(sent(), waiting, 60_000).readCount).toBe(1)
})
