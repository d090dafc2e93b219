import { expect, test } from 'vitest'
import type { FlowEvent } from '../../../../lib/order/event.ts'
import type { Order } from '../../../../lib/order/order.ts'
import { reduce } from '../../../../lib/order/reduce.ts'
import type { OrderKind } from '../../../../lib/quote/terms.ts'
import { type OrderPart, orderOf, requestOf, transactionOf, withPart } from '../order-fixture.ts'

const nowMs = 1_800_000_010_000
const hash = `0x${'ab'.repeat(32)}` as const
const other = `0x${'cd'.repeat(32)}` as const
const record = requestOf('send', { requestId: 'late', requestedMs: nowMs - 60_000 })
const answered: FlowEvent = {
  kind: 'walletAnswered',
  requestId: 'late',
  result: hash.toUpperCase().replace('0X', '0x'),
}
const next = (order: Order, event: FlowEvent = answered) =>
  reduce(order, event, { nowMs, freshId: 'fresh' }).order

function withLateSend(kind: OrderKind, fields: OrderPart, quoteId?: string): Order {
  const order = withPart(orderOf({ kind }), { viewed: true, ...fields })
  const terms = quoteId === undefined ? order.terms : { ...order.terms, quoteId }
  return { ...order, liveRequests: [{ record, terms }] }
}

test.each<[OrderKind, OrderPart]>([
  ['native', { state: 'pending', statusCode: 0 }],
  ['manual', { state: 'pending', statusCode: 2 }],
  ['native', { state: 'reported_terminal', statusCode: 5 }],
  ['deposit', { state: 'reported_terminal', statusCode: 5 }],
  ['inbox', { state: 'reported_terminal', statusCode: 7 }],
  ['native', { state: 'verified_terminal', statusCode: 3 }],
])('the late hash of a %s order with %j is recorded as its transaction', (kind, fields) => {
  const order = withLateSend(kind, fields)
  const after = next(order)
  expect(after).toMatchObject({
    state: order.state,
    statusCode: order.statusCode,
    transactions: [{ purpose: 'send', hash, state: 'sent', accountNonce: 3, request: record }],
    liveRequests: [],
    anomalies: [],
    viewed: false,
  })
})

const current = transactionOf('send', { hash: other, accountNonce: 4, sentMs: nowMs - 1_000 })

test.each(['sent', 'pending'] as const)(
  'the late hash for another quote is listed in %s as a transaction that differs from the followed one',
  (state) => {
    const after = next(withLateSend('native', { state, transactions: [current] }, 'earlier'))
    expect(after).toMatchObject({
      state,
      transactions: [{ hash, differs: true }, current],
      anomalies: [`an earlier wallet request was sent: ${hash}`],
    })
  },
)

// Older wallets return the ID itself, which may be as long as a hash.
test.each([{ id: '0x12' }, hash])(
  'the late ID of calls %j is noted, and the request stays live until the chain closes it',
  (result) => {
    const order = withLateSend('inbox', { state: 'reported_terminal', statusCode: 5 })
    const calls = {
      ...order,
      liveRequests: [{ record: { ...record, purpose: 'sendCalls' as const }, terms: order.terms }],
    }
    const after = next(calls, { kind: 'walletAnswered', requestId: 'late', result })
    expect(after).toMatchObject({
      anomalies: ['an earlier wallet request was sent: calls'],
      transactions: [],
    })
    expect(after.liveRequests).toHaveLength(1)
  },
)
