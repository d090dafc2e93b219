import { expect, test } from 'vitest'
import type { FlowEvent } from '../../../../lib/order/event.ts'
import type { Order } from '../../../../lib/order/order.ts'
import type { OrderTransaction } from '../../../../lib/order/order-parts.ts'
import { reduce } from '../../../../lib/order/reduce.ts'
import { orderOf } from '../order-fixture.ts'

const hash = `0x${'ab'.repeat(32)}` as const
const by = `0x${'cd'.repeat(32)}` as const
const nowMs = 1_800_000_000_000

function extra(purpose: OrderTransaction['purpose']): Order {
  const { request } = orderOf().reviewed
  const transaction: OrderTransaction = {
    purpose,
    hash,
    chainId: request.originChainId,
    state: 'sent',
    accountNonce: 3,
    sentMs: nowMs,
    minedMs: null,
    amountUnits: null,
    isNonceSeen: true,
    missing: { count: 2, atMs: nowMs - 100_000 },
  }
  const transactions = [transaction]
  return orderOf({ state: 'unknown_outcome', signature: hash, submitBody: '{"a":1}', transactions })
}

const events: readonly FlowEvent[] = [
  { kind: 'transactionObserved', hash, state: 'failed', differs: false },
  { kind: 'transactionObserved', hash, state: 'replaced', differs: false },
  { kind: 'transactionObserved', hash, state: 'mined', differs: false },
  { kind: 'transactionMissing', hash },
  { kind: 'transactionRepriced', hash, by },
]

test.each(['approve', 'resetApproval', 'cancel', 'withdraw', 'revoke'] as const)(
  'a transaction to %s never changes the state of a live signature',
  (purpose) => {
    const order = extra(purpose)
    for (const event of events) {
      expect(reduce(order, event, { nowMs, freshId: 'fresh' }), event.kind).toEqual({
        order,
        sendsRequest: false,
      })
    }
  },
)

test.each([
  ['a node showed its nonce', true, 'replaced'],
  ['no node ever showed its nonce', undefined, 'dropped'],
] as const)(
  'of two transactions with one nonce, the unmined one gives way to the other: %s',
  (_why, isNonceSeen, state) => {
    const [sent] = extra('send').transactions as [OrderTransaction]
    const { isNonceSeen: _seen, missing: _missing, ...plain } = sent
    const lost = isNonceSeen === undefined ? plain : { ...plain, isNonceSeen }
    const won = { ...sent, hash: by }
    const order = orderOf({ kind: 'native', state: 'sent', transactions: [won, lost], pollCount: 4 })
    const { order: next } = reduce(
      order,
      { kind: 'transactionRepriced', hash, by },
      { nowMs, freshId: 'fresh' },
    )
    expect(next.transactions.map((one) => [one.hash, one.state, one.missing])).toEqual([
      [by, 'sent', undefined],
      [hash, state, undefined],
    ])
    expect(next).toMatchObject({ state: 'sent', sourceTransactionHash: by, dueMs: nowMs })
  },
)

test('reads a transaction that lost its nonce in turns with the service, without a loop', () => {
  const [sent] = extra('send').transactions as [OrderTransaction]
  const { isNonceSeen: _seen, missing: _missing, ...plain } = sent
  const transactions = [
    { ...sent, hash: by, state: 'failed' as const },
    { ...plain, state: 'dropped' as const },
  ]
  const order = orderOf({ kind: 'native', state: 'unknown_outcome', transactions, pollCount: 4 })
  const { order: next } = reduce(
    order,
    { kind: 'transactionRepriced', hash, by },
    { nowMs, freshId: 'fresh' },
  )
  expect(next).toMatchObject({ state: 'unknown_outcome', transactions, pollCount: 5 })
  expect(next.dueMs).toBeGreaterThan(nowMs)
})

test('restarts the count of missing reads after a finished transfer was sped up', () => {
  const { transactions } = extra('send')
  const order = orderOf({ kind: 'deposit', state: 'reported_terminal', statusCode: 5, transactions })
  const repriced = { kind: 'transactionRepriced', hash, by } as const
  const { order: next } = reduce(order, repriced, { nowMs, freshId: 'fresh' })
  expect(next.transactions.map((one) => [one.hash, one.state, one.missing?.count])).toEqual([
    [hash, 'replaced', 2],
    [by, 'sent', undefined],
  ])
})
