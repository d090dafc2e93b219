import { maxUint160 } from 'viem'
import { describe, expect, test } from 'vitest'
import { dayMs } from '../../../lib/base/time.ts'
import { findPendingApproval, mayLeaveAllowance } from '../../../lib/order/allowances.ts'
import type { Order } from '../../../lib/order/order.ts'
import type { OrderTransaction } from '../../../lib/order/order-parts.ts'
import { unlimitedUnits } from '../../../lib/review/approval-plan.ts'
import { orderOf, requestOf, transactionOf } from './order-fixture.ts'

const approval = transactionOf('approve', { state: 'mined', sentMs: 1, minedMs: 2 })

describe.each(['stopping', 'abandoned_unsigned', 'expired_unused', 'cancelled_unused'] as const)(
  'the allowance of a swap in %s',
  (state) => {
    test.each<[string, Partial<Order>]>([
      ['an approval was sent', { transactions: [{ ...approval, state: 'sent' }] }],
      ['an approval was mined', { transactions: [approval] }],
      ['the chain showed its approval', { timeline: [{ step: 'approved', atMs: 1 }] }],
      ['its wallet never answered an approval', { supersededRequests: [requestOf('approve')] }],
      [
        'it was revoked',
        { revoking: { reviewKey: 'a', state: 'over', atMs: 3, problem: null, leftUnits: '0' } },
      ],
    ])('is read from the chain when %s', (_when, part) => {
      expect(
        mayLeaveAllowance(orderOf({ state, walletRequest: null, transactions: [], timeline: [], ...part })),
      ).toBe(true)
    })

    test('is not read when no approval was requested', () => {
      const supersededRequests = [requestOf('cancel')]
      expect(
        mayLeaveAllowance(
          orderOf({ state, walletRequest: null, transactions: [], timeline: [], supersededRequests }),
        ),
      ).toBe(false)
    })
  },
)

test('reads the allowance of a swap that took it only if it was or should be revoked', () => {
  const ended = { state: 'verified_terminal', statusCode: 4, transactions: [approval] } as const
  expect(mayLeaveAllowance(orderOf(ended))).toBe(false)
  expect(mayLeaveAllowance(orderOf({ ...ended, revokeAfter: true }))).toBe(true)
})

test('reads no allowance of a swap in progress', () => {
  expect(mayLeaveAllowance(orderOf({ state: 'pending', transactions: [approval], revokeAfter: true }))).toBe(
    false,
  )
})

test('finds an approval that may be mined after a revocation, for a day', () => {
  const pending = { ...approval, state: 'sent' } as const
  const found = (nowMs: number, ...transactions: readonly OrderTransaction[]) =>
    findPendingApproval(orderOf({ transactions }), nowMs)
  expect(found(dayMs, pending)).toEqual(pending)
  expect(found(dayMs + 1, pending)).toBeNull()
  expect(found(dayMs, approval, { ...pending, purpose: 'resetApproval' })).toBeNull()
})

test('finds no approval whose nonce is before that of a mined revocation', () => {
  const pending = { ...approval, state: 'sent', accountNonce: 4 } as const
  const revocation = { ...approval, purpose: 'revoke', state: 'mined', accountNonce: 5 } as const
  const found = (...transactions: readonly OrderTransaction[]) =>
    findPendingApproval(orderOf({ transactions }), dayMs)
  expect(found(pending, revocation)).toBeNull()
  expect(found(pending, { ...revocation, state: 'sent' })).toEqual(pending)
  expect(found({ ...pending, accountNonce: 6 }, revocation)).toMatchObject({ accountNonce: 6 })
  expect(found({ ...pending, accountNonce: null }, revocation)).toMatchObject({ accountNonce: null })
})

test('counts an amount above half of uint160 as unlimited', () => {
  expect(unlimitedUnits).toBe(maxUint160 / 2n + 1n)
})
