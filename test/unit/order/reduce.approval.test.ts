import { describe, expect, it, test } from 'vitest'
import { createProblemData } from '../../../lib/order/change.ts'
import { onAllowanceObserved } from '../../../lib/order/flows/approval.ts'
import type { Order } from '../../../lib/order/order.ts'
import { reduce } from '../../../lib/order/reduce.ts'
import { requesting } from './open-request.ts'
import { orderOf, requestOf, transactionHash, transactionOf } from './order-fixture.ts'

const context = { nowMs: 1_800_000_010_000, freshId: 'fresh' }

const prepared = {
  kind: 'prepared',
  allowanceUnits: '0',
  neededUnits: '1500000',
  reservedUnits: '0',
  approveWorks: true,
  accountNonce: 4,
} as const

describe('prepared', () => {
  test.each<[string, Partial<typeof prepared> | object, object]>([
    ['nothing allowed', {}, { sendsRequest: true, order: { state: 'approve_requested' } }],
    ['enough allowed', { allowanceUnits: '1500000' }, { sendsRequest: false, order: { state: 'approved' } }],
    [
      'a USDT with an allowance',
      { allowanceUnits: '1', approveWorks: false },
      { sendsRequest: true, order: { walletRequest: { purpose: 'resetApproval', amountUnits: '0' } } },
    ],
    [
      'a USDT on which another order stands',
      { allowanceUnits: '1', approveWorks: false, reservedUnits: '1' },
      {
        sendsRequest: false,
        order: { state: 'needs_user', problem: { code: 'approvalFailed', facts: { reason: 'tooSmall' } } },
      },
    ],
    [
      'a token that lets nobody approve',
      { approveWorks: false },
      { sendsRequest: false, order: { state: 'needs_user', problem: { code: 'approvalFailed' } } },
    ],
  ])('%s', (_name, read, expected) => {
    expect(reduce(orderOf({ state: 'confirmed' }), { ...prepared, ...read }, context)).toMatchObject(expected)
  })

  test('requests exactly the needed amount, with a fresh request ID', () => {
    const { order } = reduce(
      orderOf({ state: 'confirmed' }),
      { ...prepared, reservedUnits: '7', neededUnits: '12' },
      context,
    )
    expect(order.walletRequest).toEqual({
      requestId: 'fresh',
      purpose: 'approve',
      requestedMs: context.nowMs,
      accountNonce: 4,
      amountUnits: '12',
    })
  })
})

const spedUp = `0x${'5e'.repeat(32)}` as const
const saw = (state: 'sent' | 'mined' | 'failed' | 'replaced') => ({
  transaction: { hash: transactionHash, state },
})

describe('an allowance that was read', () => {
  const seen = {
    kind: 'allowanceObserved',
    allowanceUnits: '0',
    neededUnits: '5',
    transaction: null,
  } as const
  const sent = (state: 'sent' | 'mined', minedMs: number | null = null) =>
    requesting('approve_sent', 'approve', {
      transactions: [transactionOf('approve', { state, sentMs: context.nowMs - 1_000, minedMs })],
    })

  test.each<[string, Order, object, object]>([
    [
      'enough, with the answer lost',
      requesting('approve_requested', 'approve'),
      { allowanceUnits: '5' },
      { state: 'approved', walletRequest: null },
    ],
    [
      'enough, with the gas of the approval',
      sent('sent'),
      { allowanceUnits: '5', transaction: { ...saw('mined').transaction, gasUnits: '7' } },
      { state: 'approved', transactions: [{ state: 'mined', gasUnits: '7' }] },
    ],
    [
      'enough, whatever the receipt says',
      sent('sent'),
      { allowanceUnits: '9', ...saw('failed') },
      { state: 'approved' },
    ],
    [
      'gone to zero',
      requesting('approve_sent', 'resetApproval'),
      {},
      { state: 'confirmed', walletRequest: null },
    ],
    [
      'zero is not the end of an approval',
      sent('sent'),
      {},
      { state: 'approve_sent', dueMs: context.nowMs + 2_000 },
    ],
    [
      'reverted',
      sent('sent'),
      { ...saw('failed') },
      { state: 'needs_user', problem: { code: 'approvalFailed' } },
    ],
    [
      'mined under another hash, and the node lags',
      sent('sent'),
      { transaction: { hash: spedUp, state: 'mined', gasUnits: '7' } },
      {
        ...{ state: 'approve_sent', problem: null },
        transactions: [
          { hash: transactionHash, state: 'replaced' },
          { hash: spedUp, purpose: 'approve', state: 'mined', minedMs: context.nowMs, gasUnits: '7' },
        ],
      },
    ],
    [
      'failed under another hash',
      sent('sent'),
      { transaction: { hash: spedUp, state: 'failed' } },
      { state: 'needs_user', problem: { code: 'approvalFailed' } },
    ],
    [
      'just mined, and the node lags',
      sent('sent'),
      { ...saw('mined') },
      { state: 'approve_sent', transactions: [{ state: 'mined' }] },
    ],
    [
      'mined a minute ago, and too little',
      sent('mined', context.nowMs - 60_001),
      { ...saw('mined'), allowanceUnits: '4' },
      { state: 'needs_user', problem: { code: 'approvalFailed', facts: { reason: 'tooSmall' } } },
    ],
  ])('%s', (_name, order, read, expected) => {
    expect(reduce(order, { ...seen, ...read }, context).order).toMatchObject(expected)
  })

  test('clears the problem of an unreachable node, but keeps that of a lost wallet', () => {
    for (const [code, left] of [
      ['rpcUnreachable', null],
      ['walletGone', 'walletGone'],
    ] as const) {
      const order = requesting('approve_requested', 'approve', { problem: createProblemData(code) })
      expect(reduce(order, seen, context).order.problem?.code ?? null).toBe(left)
    }
  })
})

it('reads the transaction of the open approval, though a late answer named an earlier reset since', () => {
  const reset = transactionOf('resetApproval', { hash: `0x${'cd'.repeat(32)}`, state: 'mined', minedMs: 1 })
  const order = orderOf({
    state: 'approve_sent',
    walletRequest: requestOf('approve'),
    transactions: [transactionOf('approve'), reset],
  })
  const seen = { kind: 'allowanceObserved', allowanceUnits: '0', neededUnits: '5' } as const
  const nowMs = 120_000
  const mined = onAllowanceObserved(order, { ...seen, ...saw('mined') }, { nowMs, freshId: 'fresh' })
  expect(mined.order).toMatchObject({
    state: 'approve_sent',
    transactions: [{ hash: transactionHash, state: 'mined', minedMs: nowMs }, reset],
  })
  const waiting = onAllowanceObserved(order, { ...seen, ...saw('sent') }, { nowMs, freshId: 'fresh' })
  expect(waiting.order).toMatchObject({ state: 'approve_sent', transactions: order.transactions })
})
