import { describe, expect, test } from 'vitest'
import { minuteMs } from '../../../lib/base/time.ts'
import { findUnpinnedSwitchboard } from '../../../lib/checks/check-witness.ts'
import { readRequest } from '../../../lib/checks/swap-request.ts'
import type { Order, WalletPurpose } from '../../../lib/order/order.ts'
import type { OrderState } from '../../../lib/order/order-state.ts'
import { deployment, harbour, island, stranger, tokenOf } from '../../harness/chains.ts'
import { requestOf } from './order-fixture.ts'
import { deposit, quoteRequest, storedOrders, terms, txData, verdict } from './stored-order.ts'

const input = BigInt(storedOrders.signed.order.reviewed.request.inputAmount)
const exact = String(input)
const attacker = stranger.address.toLowerCase()

/** Another open order of the same kind, with its own request and nonce. */
function other(way: keyof typeof storedOrders, change: (order: Order) => Order = (order) => order): Order {
  const { order } = storedOrders[way]
  const own = { requestHash: `0x${'0e'.repeat(32)}` }
  return { ...change(terms(own)(order)), id: 'other' }
}

describe('a stored order with valid terms is sent to the wallet', () => {
  test.each<[keyof typeof storedOrders, WalletPurpose, string | null]>([
    ['signed', 'resetApproval', '0'],
    ['signed', 'approve', exact],
    ['signed', 'sign', null],
    ['signed', 'cancel', null],
    ['native', 'send', null],
    ['native', 'withdraw', null],
    ['inbox', 'approve', exact],
    ['inbox', 'sendCalls', exact],
    ['inbox', 'send', null],
    ['inbox', 'withdraw', null],
    ['manual', 'approve', exact],
    ['manual', 'sendCalls', exact],
    ['manual', 'send', null],
    ['deposit', 'send', null],
  ])('%s: %s', (way, purpose, units) => {
    expect(verdict(way, purpose, { units })).toBe('requested')
    expect(verdict(way, purpose, { units, change: (order) => ({ ...order, restored: true }) })).toBe(
      'orderRestored',
    )
  })

  test('also when the service’s clock is almost at the permitted offset', () => {
    for (const clockOffsetMs of [-9.5 * minuteMs, 9.5 * minuteMs]) {
      for (const way of ['signed', 'native', 'manual', 'deposit'] as const) {
        const purpose = way === 'signed' ? 'sign' : 'send'
        expect(verdict(way, purpose, { change: terms({ clockOffsetMs }) })).toBe('requested')
      }
    }
  })
})

const otherDelegate = (order: Order): Order => ({
  ...order,
  reviewed: { ...order.reviewed, delegate: harbour.permit2 },
})

describe('terms that were changed after the review are refused', () => {
  test.each<[keyof typeof storedOrders, WalletPurpose, string, (order: Order) => Order]>([
    ['signed', 'sign', 'W-9', terms({ minAmountOut: '1' })],
    ['native', 'send', 'W-9', terms({ minAmountOut: '1' })],
    ['inbox', 'send', 'W-9', terms({ minAmountOut: '1' })],
    ['inbox', 'approve', 'W-9', terms({ minAmountOut: '1' })],
    ['manual', 'send', 'W-9', terms({ minAmountOut: '1' })],
    ['manual', 'send', 'M-1', txData({ to: attacker })],
    ['deposit', 'send', 'W-9', terms({ minAmountOut: '1' })],
    ['deposit', 'send', 'P-1', terms({ txData: null })],
    ['deposit', 'send', 'P-1', deposit({ memo: '7' })],
    ['deposit', 'send', 'P-1', deposit({ address: 'GAAA' })],
    ['deposit', 'send', 'P-3', deposit({ amount: String(2n * input) })],
    ['deposit', 'send', 'P-3', deposit({ address: `0x${'d0'.repeat(20)}` })],
    ['deposit', 'send', 'P-3', txData({ to: attacker })],
    ['deposit', 'send', 'P-3', txData({ data: `0xa9059cbb${'00'.repeat(64)}` })],
    ['deposit', 'send', 'P-3', txData({ value: '1' })],
    ['deposit', 'send', 'P-3', txData({ chainId: island.chainId })],
    ['signed', 'sign', 'W-4', otherDelegate],
    ['inbox', 'send', 'W-4', otherDelegate],
  ])('%s: %s fails with %s', (way, purpose, reason, change) => {
    expect(verdict(way, purpose, { units: exact, change })).toBe(reason)
  })

  test('checks the signature’s terms only after the approval', () => {
    const change = terms({ minAmountOut: '1' })
    for (const purpose of ['approve', 'resetApproval'] as const) {
      const units = purpose === 'approve' ? exact : '0'
      expect(verdict('signed', purpose, { units, change })).toBe('requested')
    }
  })

  test('accepts a deposit transfer without a chain, because the wallet request names it', () => {
    expect(verdict('deposit', 'send', { change: txData({ chainId: null }) })).toBe('requested')
  })

  test('requires a stored consent for every point that needs one, for each wallet request', () => {
    const change = (order: Order): Order => ({ ...order, consents: [] })
    expect(verdict('manual', 'approve', { units: exact, change })).toBe('consentMissing')
    expect(verdict('manual', 'send', { change })).toBe('consentMissing')
    expect(verdict('signed', 'sign', { change })).toBe('requested')
    const loose = quoteRequest({ slippagePercent: '0.01' })
    expect(verdict('signed', 'approve', { units: exact, change: loose })).toBe('consentMissing')
  })
})

test('the switchboard of a sent request is read from its calldata when none is pinned', () => {
  const request = readRequest(storedOrders.inbox.order.terms, deployment)
  const { switchboardIds, ...unpinned } = harbour
  expect(switchboardIds).toEqual([1])
  expect(findUnpinnedSwitchboard(request, unpinned)).toBe('1')
  expect(findUnpinnedSwitchboard(request, harbour)).toBeNull()
})

describe('a nonce that another signature may use is not signed again: other order in', () => {
  const requesting: readonly OrderState[] = [
    'sign_requested',
    'signed',
    'submitting',
    'submitted',
    'pending',
    'stopping',
    'unknown_outcome',
    'reported_terminal',
  ]
  const notAsking: readonly OrderState[] = ['confirmed', 'approve_sent', 'needs_user']
  const at = (state: OrderState, change?: (order: Order) => Order) => {
    return { others: [{ ...other('signed', change), state }] }
  }

  test.each(requesting)('%s', (state) => {
    expect(verdict('signed', 'sign', at(state))).toBe('V-4')
  })

  test.each(notAsking)('signs the nonce when the other order has not signed it: %s', (state) => {
    expect(verdict('signed', 'sign', at(state))).toBe('requested')
  })

  test.each(notAsking)('%s, with a live request for a signature with it', (state) => {
    const requested = (order: Order): Order => ({
      ...order,
      liveRequests: [{ record: requestOf('sign'), terms: order.terms }],
    })
    const renewed = (order: Order) => terms({ permitNonce: '7' })(requested(order))
    expect(verdict('signed', 'sign', at(state, renewed))).toBe('V-4')
    expect(verdict('signed', 'sign', at(state, requested))).toBe('V-4')
  })

  test.each<[string, (order: Order) => Order]>([
    ['on another chain', quoteRequest({ originChainId: island.chainId })],
    ['of another account', quoteRequest({ userAddress: attacker })],
    ['of another number', terms({ requestHash: `0x${'0e'.repeat(32)}`, permitNonce: '7' })],
    ['of a transaction, which has none', terms({ requestHash: `0x${'0e'.repeat(32)}`, permitNonce: null })],
  ])('signs the nonce when the other order is one %s', (_what, change) => {
    expect(verdict('signed', 'sign', at('submitted', change))).toBe('requested')
  })
})

describe('an approval covers the input and the other orders with the same token and account', () => {
  const approving = (units: string | null, ...others: readonly Order[]) =>
    verdict('signed', 'approve', { units, others })
  const [less, more] = [String(input - 1n), String(input + 1n)]
  const [both, beyond] = [String(2n * input), String(2n * input + 1n)]

  test('is refused with less or with more', () => {
    const alone = [null, '', '0', '1', less, exact, more, both].map((units) => approving(units))
    expect(alone).toEqual(['V-2', 'V-2', 'V-2', 'V-2', 'V-2', 'requested', 'V-2', 'V-2'])
    const together = [null, less, exact, more, both, beyond].map((units) => approving(units, other('signed')))
    expect(together).toEqual(['V-2', 'V-2', 'requested', 'requested', 'requested', 'V-2'])
  })

  test.each<[string, object]>([
    ['another chain', { originChainId: island.chainId }],
    ['another account', { userAddress: attacker }],
    ['another token', { inputToken: tokenOf(harbour, 'DAI').address }],
  ])('does not cover an order of %s', (_what, fields) => {
    expect(approving(both, other('signed', quoteRequest(fields)))).toBe('V-2')
  })

  test('is preceded by a reset to exactly zero', () => {
    const resets = [null, '', '1', exact, '0'].map((units) => verdict('signed', 'resetApproval', { units }))
    expect(resets).toEqual(['V-2', 'V-2', 'V-2', 'V-2', 'requested'])
  })

  test('is refused for a spender that is not pinned', () => {
    const change = txData({ to: attacker })
    expect(verdict('inbox', 'approve', { units: exact, change })).toBe('V-3')
    expect(verdict('native', 'approve', { units: exact })).toBe('V-3')
  })
})

describe('a cancellation uses the signed nonce', () => {
  const { signTypedData, permitNonce } = storedOrders.signed.order.terms
  const nonceIs = (nonce: unknown, stored: string | null) => {
    const values = { ...signTypedData?.values, nonce }
    return terms({ signTypedData: { ...signTypedData, values }, permitNonce: stored })
  }

  test.each<[string, (order: Order) => Order]>([
    ['another one', terms({ permitNonce: '7' })],
    ['none', terms({ permitNonce: null })],
    ['one that was signed otherwise', nonceIs('7', permitNonce)],
    ['one that no number is', nonceIs('one', 'null')],
    ['of nothing that was signed', terms({ signTypedData: null, permitNonce: 'null' })],
  ])('is refused for %s', (_what, change) => {
    expect(verdict('signed', 'cancel', { change })).toBe('V-6')
  })

  test('is refused for a transaction, whatever else is stored', () => {
    expect(verdict('inbox', 'cancel')).toBe('V-6')
    expect(verdict('inbox', 'cancel', { change: terms({ signTypedData, permitNonce }) })).toBe('V-6')
  })
})

describe('a withdrawal uses the request that was sent', () => {
  test.each<[string, (order: Order) => Order]>([
    ['I-1', terms({ txData: null })],
    ['I-1', terms({ requestType: null })],
    ['I-1', txData({ to: attacker })],
    ['I-1', txData({ to: harbour.permit2 })],
    ['I-5', txData({ data: '0x12345678' })],
    ['I-6', quoteRequest({ userAddress: attacker })],
    ['X-3', terms({ requestHash: `0x${'12'.repeat(32)}` })],
    ['X-3', terms({ requestHash: null })],
  ])('fails with %s for changed terms', (reason, change) => {
    expect(verdict('inbox', 'withdraw', { change })).toBe(reason)
  })

  test('is refused when nothing was sent to an inbox', () => {
    expect(verdict('signed', 'withdraw')).toBe('I-1')
    expect(verdict('manual', 'withdraw')).toBe('I-1')
  })
})
