import { maxUint160 } from 'viem'
import { describe, expect, test } from 'vitest'
import { dayMs, minuteMs } from '../../../lib/base/time.ts'
import {
  canRevoke,
  findPendingApproval,
  isRevokeWaitOver,
  listReserving,
  mayLeaveAllowance,
} from '../../../lib/order/allowances.ts'
import type { Order, OrderTransaction } from '../../../lib/order/order.ts'
import { type AllowanceKey, unlimitedUnits } from '../../../lib/review/approval-plan.ts'
import { nowSeconds, permit2, usdc, user } from '../checks/fixtures.ts'
import {
  manualTarget,
  type OrderFields,
  orderOf,
  requestOf,
  transactionOf,
  withTerms,
} from './order-fixture.ts'

describe('listReserving', () => {
  const nowMs = nowSeconds * 1000
  const key: AllowanceKey = { chainId: 31337, token: usdc, owner: user, spender: permit2 }
  const listIds = (
    orders: readonly Order[],
    part: Partial<AllowanceKey> = {},
    exceptId: string | null = null,
  ) => listReserving(orders, { ...key, ...part }, exceptId, nowMs).map(({ id }) => id)

  test.each<[boolean, OrderFields]>([
    [false, { state: 'confirmed' }],
    [true, { state: 'approve_requested' }],
    [true, { state: 'approved' }],
    [true, { state: 'sign_requested' }],
    [true, { state: 'signed' }],
    [true, { state: 'submitting' }],
    [true, { state: 'pending', statusCode: 2 }],
    [true, { state: 'unknown_outcome' }],
    [true, { state: 'reported_terminal', statusCode: 4 }],
    [false, { state: 'reported_terminal', statusCode: 5 }],
    [false, { state: 'reported_terminal', statusCode: 6 }],
    [false, { state: 'reported_terminal', statusCode: 7 }],
    [false, { state: 'reported_terminal', statusCode: 4, fundsSettled: true }],
    [false, { state: 'pending', statusCode: 2, isPermitOver: true }],
    // The deadline passed. A second read of the unused nonce is to come.
    [true, { state: 'pending', isPermitOver: true, unusedSeenMs: nowMs }],
    [true, { state: 'pending', terms: { permitDeadlineSeconds: nowSeconds - 120 } }],
    [false, { state: 'pending', terms: { permitDeadlineSeconds: nowSeconds - 121 } }],
    [false, { state: 'needs_user' }],
    [false, { state: 'stopping' }],
    [false, { state: 'expired_unused' }],
    [false, { kind: 'native', state: 'sent' }],
  ])(
    '%s: a signed order until its permit cannot be used, unless it is reported as failed: %o',
    (isCounted, fields) => {
      expect(listIds([orderOf(fields)])).toEqual(isCounted ? ['order-1'] : [])
    },
  )

  test.each([
    ['a token sent to its target', 'sent', null, ['order-1']],
    ['one that the service reports as extracted', 'sent', 2, []],
    ['one that is mined', 'mined', null, []],
    ['one that failed', 'failed', null, []],
    ['one that was replaced', 'replaced', 1, ['order-1']],
  ] as const)(
    'lists an order whose target still has to take the input: %s',
    (_name, state, statusCode, ids) => {
      const transactions = [transactionOf('approve', { state: 'mined' }), transactionOf('send', { state })]
      const order = orderOf({ kind: 'manual', state: 'sent', statusCode, transactions })
      expect(listIds([order], { spender: manualTarget })).toEqual(ids)
    },
  )

  test('lists only orders of the same chain, token, owner and spender', () => {
    const order = orderOf()
    const other = '0x9999999999999999999999999999999999999999'
    for (const part of [{ chainId: 1 }, { token: other }, { owner: other }, { spender: other }] as const)
      expect(listIds([order], part)).toEqual([])
    expect(listIds([withTerms(order, { signTypedData: null })])).toEqual([])
  })

  test('lists a manual order for the contract that takes its token, where that is not its target', () => {
    const spender = '0x9999999999999999999999999999999999999999'
    const order = withTerms(orderOf({ kind: 'manual', state: 'sent' }), { spender })
    expect(listIds([order], { spender })).toEqual(['order-1'])
    expect(listIds([order], { spender: manualTarget })).toEqual([])
  })

  test('excludes the order itself', () => {
    expect(listIds([orderOf(), orderOf({ id: 'b' })], {}, 'order-1')).toEqual(['b'])
  })
})

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

const revoking = { reviewKey: 'a', state: 'sent', atMs: 0, problem: null, leftUnits: null } as const

test.each<[string, boolean, OrderFields]>([
  ['a stopped swap', true, { state: 'stopping' }],
  ['a swap that is over', true, { state: 'verified_terminal' }],
  ['a swap that continues', false, { state: 'approved' }],
  ['a swap of native currency', false, { kind: 'native', state: 'verified_terminal' }],
  ['a swap whose wallet has a request', false, { state: 'stopping', walletRequest: requestOf('approve') }],
  ['a swap whose revocation waits for a block', false, { state: 'stopping', revoking }],
  ['a swap whose revocation ended', true, { state: 'stopping', revoking: { ...revoking, state: 'over' } }],
])('the allowance of %s may be revoked: %s', (_name, can, fields) => {
  expect(canRevoke(orderOf(fields))).toBe(can)
})

test('a revocation is watched for ten minutes', () => {
  expect([10 * minuteMs - 1, 10 * minuteMs].map((nowMs) => isRevokeWaitOver(revoking, nowMs))).toEqual([
    false,
    true,
  ])
})
