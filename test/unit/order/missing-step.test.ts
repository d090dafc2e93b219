import { expect, test } from 'vitest'
import type { FlowEvent } from '../../../lib/order/event.ts'
import type { Order } from '../../../lib/order/order.ts'
import type { OrderTransaction } from '../../../lib/order/order-parts.ts'
import { reduce } from '../../../lib/order/reduce.ts'
import { orderOf } from './order-fixture.ts'

const hash = `0x${'ab'.repeat(32)}` as const
const startMs = 1_800_000_000_000
const missing: FlowEvent = { kind: 'transactionMissing', hash }
const waiting: FlowEvent = { kind: 'transactionSeen', hash, state: 'sent', differs: false, accountNonce: 4 }

function sent(fields: Partial<OrderTransaction> = {}, order: Partial<Order> = {}): Order {
  const transaction: OrderTransaction = {
    purpose: 'send',
    hash,
    chainId: 31337,
    state: 'sent',
    accountNonce: 3,
    sentMs: startMs,
    minedMs: null,
    amountUnits: '5',
    ...fields,
  }
  return orderOf({ kind: 'native', state: 'sent', transactions: [transaction], ...order })
}

const after = (order: Order, event: FlowEvent, ms: number) =>
  reduce(order, event, { nowMs: startMs + ms, freshId: 'fresh' }).order

test('three looks count only a minute apart', () => {
  let order = after(sent({ isNonceSeen: true }), missing, 1_000)
  expect(order.transactions[0]?.missing).toEqual({ count: 1, atMs: startMs + 1_000 })
  order = after(order, missing, 60_999)
  expect(order.transactions[0]?.missing).toEqual({ count: 1, atMs: startMs + 1_000 })
  expect(order.dueMs).toBe(startMs + 60_999 + 5_000)
  order = after(order, missing, 61_000)
  expect(order).toMatchObject({ state: 'sent', transactions: [{ state: 'sent', missing: { count: 2 } }] })
  order = after(order, missing, 121_000)
  expect(order).toMatchObject({ state: 'needs_user', transactions: [{ state: 'dropped' }] })
})

test('a node that shows it again, or its nonce as free, begins the count anew', () => {
  const twice = sent({ missing: { count: 2, atMs: startMs } })
  const [shown] = after(twice, waiting, 60_000).transactions
  expect(shown).toMatchObject({ accountNonce: 4, isNonceSeen: true })
  expect(shown).not.toHaveProperty('missing')
  const [free] = after(
    twice,
    { kind: 'transactionSeen', hash, state: 'sent', differs: false },
    60_000,
  ).transactions
  expect(free).toMatchObject({ accountNonce: 3 })
  expect(free).not.toHaveProperty('missing')
  expect(free).not.toHaveProperty('isNonceSeen')
})

test('a clock that was set back counts nothing, and dates the last look anew', () => {
  const once = sent({ missing: { count: 1, atMs: startMs + 3_600_000 } })
  expect(after(once, missing, 0).transactions[0]?.missing).toEqual({ count: 1, atMs: startMs })
})

test('one whose nonce no node has shown stays unknown for as long as it is missing, and goes on when it is back', () => {
  const dropped = after(sent({ missing: { count: 2, atMs: startMs } }), missing, 60_000)
  expect(dropped).toMatchObject({
    state: 'unknown_outcome',
    problem: { code: 'transactionDropped', money: 'unknown' },
    transactions: [{ state: 'dropped', missing: { count: 3 } }],
  })
  const still = after(dropped, missing, 3_600_000)
  expect(still).toMatchObject({ state: 'unknown_outcome', transactions: [{ missing: { count: 3 } }] })
  expect(still.pollCount).toBe(dropped.pollCount + 1)
  const back = after(still, waiting, 3_700_000)
  expect(back).toMatchObject({ state: 'sent', problem: null, transactions: [{ state: 'sent' }] })
})

test('only the order’s own sent transaction can be missing', () => {
  for (const state of ['pending', 'needs_user', 'reported_terminal'] as const) {
    const order = sent({}, { state })
    expect(after(order, missing, 0)).toBe(order)
  }
  const order = sent()
  expect(after(order, { kind: 'transactionMissing', hash: `0x${'cd'.repeat(32)}` }, 0)).toBe(order)
})

test('a transaction on its way for a minute takes turns with the looks at the service', () => {
  expect(after(sent(), waiting, 59_999).pollCount).toBe(0)
  expect(after(sent(), waiting, 60_000).pollCount).toBe(1)
})
