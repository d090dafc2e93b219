import { expect, test } from 'vitest'
import { restoredOrder } from '../../../lib/order/backup.ts'
import { createProblemData } from '../../../lib/order/change.ts'
import { endProblem } from '../../../lib/order/end-problems.ts'
import type { Order } from '../../../lib/order/order.ts'
import { orderOf, requestOf, transactionHash, transactionOf } from './order-fixture.ts'

test.each<Order['state']>([
  'confirmed',
  'approve_requested',
  'approve_sent',
  'approved',
  'sign_requested',
  'needs_user',
])('%s ends in needs_user, with a problem for the person', (state) => {
  const order = orderOf({ state, walletRequest: requestOf('sign'), offer: {} as never })
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

test('reports a sent approval in the problem', () => {
  const transactions = [{ purpose: 'approve' }] as unknown as Order['transactions']
  const order = restoredOrder(orderOf({ state: 'approve_sent', transactions }), 5)
  expect(order.problem).toMatchObject({ money: 'approvedOnly' })
})

test('looks for a requested transaction, and does not request it again', () => {
  const order = orderOf({ state: 'send_requested', walletRequest: requestOf('send') })
  expect(restoredOrder(order, 5)).toEqual({ ...order, restored: true, state: 'unknown_outcome' })
})

test('drops the wallet request of an exit', () => {
  for (const purpose of ['withdraw', 'cancel', 'revoke'] as const) {
    const order = orderOf({ state: 'pending', walletRequest: requestOf(purpose) })
    expect(restoredOrder(order, 5)).toEqual({ ...order, restored: true, walletRequest: null })
  }
})

test.each<Order['state']>(['signed', 'submitting', 'submitted', 'sent', 'pending'])(
  '%s is still followed',
  (state) => {
    const order = orderOf({ state })
    expect(restoredOrder(order, 5)).toEqual({ ...order, restored: true })
  },
)

test.each<Order['state']>(['reported_terminal', 'verified_terminal', 'expired_unused', 'cancelled_unused'])(
  '%s is not trusted, and is read again',
  (state) => {
    const order = orderOf({ state, fundsSettled: true, unusedSeenMs: 4, readCount: 3 })
    expect(restoredOrder(order, 5)).toEqual({
      ...order,
      restored: true,
      state: 'unknown_outcome',
      fundsSettled: false,
      unusedSeenMs: null,
      readCount: 0,
      dueMs: 5,
    })
  },
)

test('drops every claim of a copy that only the service or a chain can make', () => {
  const hash = transactionHash
  const evidence = { kind: 'delivery', hash, sources: 9 } as unknown as NonNullable<Order['evidence']>
  const sent = transactionOf('send', { state: 'mined', sentMs: 1, minedMs: 2 })
  const order = orderOf({
    state: 'verified_terminal',
    statusCode: 4,
    timeline: [
      { step: 'sent', atMs: 1 },
      { step: 'settled', atMs: 2 },
    ],
    transactions: [sent, { ...sent, state: 'dropped' }],
    sourceTransactionHash: hash,
    destinationTransactionHash: hash,
    refundTransactionHash: hash,
    refundChainId: 1,
    fulfilledAmount: '1',
    fundsSettled: true,
    evidence,
    doubt: 'less',
    isInboxEmpty: true,
    isPermitOver: true,
    depositObserved: { units: '1', atMs: 1 },
    notification: { kind: 'done', state: 'pending' },
  })
  expect(restoredOrder(order, 5)).toEqual({
    ...orderOf(),
    restored: true,
    state: 'unknown_outcome',
    timeline: [{ step: 'sent', atMs: 1 }],
    transactions: [
      { ...sent, state: 'sent', minedMs: null },
      { ...sent, state: 'dropped' },
    ],
    // Only a hint for the search.
    sourceTransactionHash: hash,
    dueMs: 5,
  })
})

test('drops every claim of a copy about the place of the money', () => {
  const reported = ['mined', 'deposited', 'assigned', 'extracted', 'fulfilled', 'expired'] as const
  const order = orderOf({
    state: 'pending',
    statusCode: 2,
    timeline: [
      { step: 'signed', atMs: 1 },
      { step: 'accepted', atMs: 2 },
      ...reported.map((step) => ({ step, atMs: 3 })),
    ],
    problem: createProblemData('swapNotDelivered', 'atOrigin'),
    depositUnseenMs: 4,
  })
  const copy = restoredOrder(order, 5)
  expect(copy).toMatchObject({ state: 'pending', statusCode: null, problem: null })
  expect(copy.timeline.map(({ step }) => step)).toEqual(['signed', 'accepted'])
  expect(copy).not.toHaveProperty('depositUnseenMs')
  expect(endProblem(copy, 5)?.money).toBe('signatureLives')
})
