import { maxUint160 } from 'viem'
import { expect, test } from 'vitest'
import { findApprovalAfterRevoke, remainingAllowance, unlimitedUnits } from '../../../lib/order/allowances.ts'
import type { Order } from '../../../lib/order/order.ts'
import type { OrderTransaction } from '../../../lib/order/order-parts.ts'

const approval: OrderTransaction = {
  purpose: 'approve',
  hash: '0x12',
  chainId: 1,
  state: 'mined',
  accountNonce: 1,
  sentMs: 1,
  minedMs: 2,
  amountUnits: '1500000',
}
const left = (state: Order['state'], ...transactions: readonly OrderTransaction[]) =>
  remainingAllowance({ state, transactions })

test.each(['abandoned_unsigned', 'expired_unused', 'cancelled_unused'] as const)(
  'returns the approved amount for a swap that is %s',
  (state) => {
    expect(left(state, approval)).toBe('1500000')
    expect(left(state, { ...approval, state: 'sent' })).toBe('1500000')
  },
)

test('returns null when nothing was approved, the approval failed, or the swap took it', () => {
  expect(left('abandoned_unsigned')).toBeNull()
  expect(left('abandoned_unsigned', { ...approval, state: 'failed' })).toBeNull()
  expect(left('abandoned_unsigned', { ...approval, state: 'replaced' })).toBeNull()
  expect(left('verified_terminal', approval)).toBeNull()
  expect(left('needs_user', approval)).toBeNull()
})

test('uses the last approval, and returns null after a revocation', () => {
  const reset: OrderTransaction = { ...approval, purpose: 'resetApproval', amountUnits: '0' }
  expect(left('abandoned_unsigned', approval, reset)).toBeNull()
  expect(left('abandoned_unsigned', reset, approval)).toBe('1500000')
})

test.each(['sent', 'failed', 'replaced'] as const)('keeps the approval after a reset that is %s', (state) => {
  const reset: OrderTransaction = { ...approval, purpose: 'resetApproval', amountUnits: '0', state }
  expect(left('abandoned_unsigned', { ...approval, amountUnits: '5' }, reset)).toBe('5')
})

test.each(['failed', 'replaced'] as const)(
  'keeps the first approval after a second one that is %s',
  (state) => {
    expect(left('abandoned_unsigned', { ...approval, amountUnits: '5' }, { ...approval, state })).toBe('5')
  },
)

test('returns a pending approval after a revocation that left nothing, but not one that was mined before it', () => {
  const revocation: OrderTransaction = { ...approval, purpose: 'revoke', hash: '0x13', amountUnits: '0' }
  const revoking = { reviewKey: 'a', state: 'over', atMs: 3, problem: null, leftUnits: '0' } as const
  const after = (state: OrderTransaction['state']) =>
    remainingAllowance({
      state: 'abandoned_unsigned',
      transactions: [{ ...approval, state }, revocation],
      revoking,
    })
  expect(after('sent')).toBe('1500000')
  expect(after('mined')).toBeNull()
  expect(after('failed')).toBeNull()
})

test('returns an approval after a revocation, and whether it is verified on chain', () => {
  const revocation: OrderTransaction = { ...approval, purpose: 'revoke', hash: '0x13', amountUnits: '0' }
  const over = { reviewKey: 'a', state: 'over', atMs: 3, problem: null, leftUnits: '0' } as const
  const after = (transactions: readonly OrderTransaction[], part: Partial<Order> = {}) =>
    findApprovalAfterRevoke({ state: 'abandoned_unsigned', transactions, revoking: over, ...part })
  const late = { lateApproval: { units: '7', atMs: 4 } }
  expect(after([approval, revocation])).toBeNull()
  expect(after([{ ...approval, state: 'sent' }, revocation])).toEqual({ units: '1500000', isShown: false })
  expect(after([approval, revocation, approval])).toEqual({ units: '1500000', isShown: true })
  expect(after([approval, revocation], late)).toEqual({ units: '7', isShown: true })
  expect(after([approval, revocation], { ...late, revoking: { ...over, leftUnits: '5' } })).toBeNull()
  expect(after([approval, revocation], { ...late, revoking: { ...over, state: 'sent' } })).toBeNull()
})

test('counts an amount above half of uint160 as unlimited', () => {
  expect(unlimitedUnits).toBe(maxUint160 / 2n + 1n)
})
