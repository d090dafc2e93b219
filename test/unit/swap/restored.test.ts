import { expect, test } from 'vitest'
import type { Order, WalletRequestRecord } from '../../../lib/swap/order.ts'
import { restoredOrder } from '../../../lib/swap/restored.ts'
import { orderOf } from './order-fixture.ts'

const request = (purpose: WalletRequestRecord['purpose']): WalletRequestRecord => ({
  requestId: 'one',
  purpose,
  askedMs: 0,
  accountNonce: 1,
  amountUnits: null,
})

test.each<Order['state']>([
  'confirmed',
  'approve_requested',
  'approve_sent',
  'approved',
  'sign_requested',
  'needs_user',
])('%s ends with the person, who is told', (state) => {
  const order = orderOf({ state, walletRequest: request('sign'), offer: {} as never })
  expect(restoredOrder(order, 5)).toEqual({
    ...order,
    restored: true,
    state: 'needs_user',
    walletRequest: null,
    offer: null,
    dueMs: 600_005,
    problem: expect.objectContaining({ code: 'orderRestored', money: 'nothingSent' }),
  })
})

test('what was approved is said', () => {
  const transactions = [{ purpose: 'approve' }] as unknown as Order['transactions']
  const order = restoredOrder(orderOf({ state: 'approve_sent', transactions }), 5)
  expect(order.problem).toMatchObject({ money: 'approvedOnly' })
})

test('a transaction that was asked for is looked for, not asked for again', () => {
  const order = orderOf({ state: 'send_requested', walletRequest: request('send') })
  expect(restoredOrder(order, 5)).toEqual({ ...order, restored: true, state: 'unknown_outcome' })
})

test('a question beside the swap is dropped', () => {
  for (const purpose of ['withdraw', 'cancel'] as const) {
    const order = orderOf({ state: 'pending', walletRequest: request(purpose) })
    expect(restoredOrder(order, 5)).toEqual({ ...order, restored: true, walletRequest: null })
  }
})

test.each<Order['state']>(['signed', 'submitting', 'submitted', 'sent', 'pending', 'reported_terminal'])(
  '%s is followed',
  (state) => {
    const order = orderOf({ state })
    expect(restoredOrder(order, 5)).toEqual({ ...order, restored: true })
  },
)

test.each<[Order['state'], Order['state']]>([
  ['verified_terminal', 'reported_terminal'],
  ['expired_unused', 'unknown_outcome'],
  ['cancelled_unused', 'unknown_outcome'],
])('%s is not believed: it is looked for again', (state, next) => {
  const order = orderOf({ state, moneyAccounted: true, unusedSeenMs: null, lookCount: 3 })
  const expected = { ...order, restored: true, state: next, moneyAccounted: false, lookCount: 0, dueMs: 5 }
  expect(restoredOrder(order, 5)).toEqual(expected)
})
