import { describe, expect, test } from 'vitest'
import { reservedAllowance } from '../../../lib/order/allowances.ts'
import type { Order } from '../../../lib/order/order.ts'
import { permit2, usdc, user } from '../checks/fixtures.ts'
import { manualTarget, orderOf, withTerms } from './order-fixture.ts'

describe('reservedAllowance', () => {
  const key = { chainId: 31337, token: usdc, owner: user, spender: permit2 } as const
  const sum = (...orders: readonly Order[]) => reservedAllowance(orders, key, null)

  test('counts signed orders until their funds are extracted', () => {
    expect(sum(orderOf({ state: 'approve_requested' }))).toBe(1_500_000n)
    expect(sum(orderOf(), orderOf({ id: 'b', state: 'pending', statusCode: 1 }))).toBe(3_000_000n)
    expect(sum(orderOf({ state: 'pending', statusCode: 2 }))).toBe(0n)
    expect(sum(orderOf({ state: 'confirmed' }))).toBe(0n)
    expect(sum(orderOf({ state: 'reported_terminal', statusCode: 5 }))).toBe(0n)
    expect(sum(orderOf({ state: 'expired_unused' }))).toBe(0n)
    expect(sum(orderOf({ kind: 'native', state: 'sent' }))).toBe(0n)
  })

  test.each([
    ['a token sent to its target', 'sent', 1_500_000n],
    ['one that is mined', 'mined', 0n],
    ['one that failed', 'failed', 0n],
    ['one that was replaced', 'replaced', 1_500_000n],
  ] as const)('counts the amount that a target still has to take: %s', (_name, state, units) => {
    const payment = {
      hash: `0x${'ab'.repeat(32)}`,
      chainId: 31337,
      accountNonce: 1,
      sentMs: 0,
      minedMs: null,
      amountUnits: null,
    } as const
    const approval = { ...payment, purpose: 'approve', state: 'mined' } as const
    const transactions = [approval, { ...payment, purpose: 'send', state } as const]
    const order = orderOf({ kind: 'manual', state: 'sent', transactions })
    expect(reservedAllowance([order], { ...key, spender: manualTarget }, null)).toBe(units)
  })

  test('counts only orders of the same chain, token, owner and spender', () => {
    const order = orderOf()
    const other = '0x9999999999999999999999999999999999999999'
    expect(reservedAllowance([order], { ...key, chainId: 1 }, null)).toBe(0n)
    expect(reservedAllowance([order], { ...key, token: other }, null)).toBe(0n)
    expect(reservedAllowance([order], { ...key, owner: other }, null)).toBe(0n)
    expect(reservedAllowance([order], { ...key, spender: other }, null)).toBe(0n)
    const unsigned = withTerms(order, { signTypedData: null })
    expect(reservedAllowance([unsigned], key, null)).toBe(0n)
  })

  test('counts a manual order for the contract that takes its token, where that is not its target', () => {
    const spender = '0x9999999999999999999999999999999999999999'
    const order = withTerms(orderOf({ kind: 'manual', state: 'sent' }), { spender })
    expect(reservedAllowance([order], { ...key, spender }, null)).toBe(1_500_000n)
    expect(reservedAllowance([order], { ...key, spender: manualTarget }, null)).toBe(0n)
  })

  test('excludes the order itself', () => {
    expect(reservedAllowance([orderOf(), orderOf({ id: 'b' })], key, 'order-1')).toBe(1_500_000n)
  })
})
