import { describe, expect, test } from 'vitest'
import type { Order, WalletPurpose } from '../../../lib/order/order.ts'
import { harbour, island, stranger, tokenOf } from '../../harness/chains.ts'
import { type OrderPart, requestOf, withPart } from './order-fixture.ts'
import { quoteRequest, storedOrders, terms, txData, verdict } from './stored-order.ts'

const attacker = stranger.address.toLowerCase()

/** The swap is over: nothing of it can be signed or sent any more. */
const over = (order: Order): Order => ({ ...order, state: 'abandoned_unsigned' })

const revoking = (others: readonly Order[] = [], change = (order: Order): Order => order, requestedMs = 5) =>
  verdict('signed', 'revoke', { units: '0', requestedMs, others, change: (order) => change(over(order)) })

/** Another order with the same allowance. */
const other = (fields: OrderPart, change = (order: Order): Order => order): Order =>
  withPart({ ...change(storedOrders.signed.order), id: 'other' }, fields)

describe('a revocation', () => {
  test('sets the allowance to zero, after the swap is over', () => {
    expect(revoking()).toBe('requested')
    expect(revoking([], (order) => ({ ...order, state: 'pending' }))).toBe('allowanceInUse')
    const units = [null, '', '1', '00', '0']
    expect(units.map((one) => verdict('signed', 'revoke', { units: one, change: over }))).toEqual([
      ...['V-2', 'V-2', 'V-2', 'V-2', 'requested'],
    ])
  })

  const dai = tokenOf(harbour, 'DAI')
  const { signTypedData } = storedOrders.signed.order.terms
  const namesSpender = terms({
    signTypedData: { ...signTypedData, domain: { ...signTypedData?.domain, verifyingContract: attacker } },
  })
  test.each<[string, keyof typeof storedOrders, (order: Order) => Order]>([
    ['which its terms do not name', 'signed', namesSpender],
    ['of a token that is not the one it shows', 'signed', quoteRequest({ inputToken: dai.address })],
    ['of nothing that was signed', 'signed', terms({ signTypedData: null })],
    ['of a target that is not pinned', 'inbox', txData({ to: attacker })],
    ['of a coin, which needs none', 'native', (order) => order],
  ])('is refused for an allowance %s', (_what, way, change) => {
    const requested = { units: '0', change: (order: Order) => change(over(order)) }
    expect(verdict(way, 'revoke', requested)).toBe('V-3')
  })

  test('also works for the pinned target of a transaction', () => {
    for (const way of ['inbox', 'manual'] as const)
      expect(verdict(way, 'revoke', { units: '0', change: over })).toBe('requested')
  })
})

describe('an allowance that another order relies on', () => {
  test('stays while that order may still take it', () => {
    expect(revoking([other({ state: 'sign_requested' })])).toBe('allowanceInUse')
    expect(revoking([other({ state: 'needs_user' }), other({ state: 'pending' })])).toBe('allowanceInUse')
  })

  test.each<[string, Order]>([
    ['waits for the person', other({ state: 'needs_user' })],
    ['is over', other({ state: 'abandoned_unsigned' })],
    ['is on another chain', other({ state: 'pending' }, quoteRequest({ originChainId: island.chainId }))],
    ['is of another account', other({ state: 'pending' }, quoteRequest({ userAddress: attacker }))],
    ['goes another way', { ...storedOrders.inbox.order, id: 'other', state: 'sent' }],
  ])('is revoked when that order %s', (_what, one) => {
    expect(revoking([one])).toBe('requested')
  })
})

describe('of two revocations of one account, the earlier goes first', () => {
  const requests = (
    requestedMs: number,
    fields: Partial<Order> = {},
    purpose: WalletPurpose = 'revoke',
  ): Order => {
    return other({
      state: 'abandoned_unsigned',
      walletRequest: requestOf(purpose, { requestedMs }),
      ...fields,
    })
  }
  const named = (id: string) => (order: Order) => ({ ...order, id })

  test.each<[string, Order, string]>([
    ['was asked before', requests(4), 'walletBusy'],
    ['was asked later', requests(6), 'requested'],
    ['was asked at once and comes before it by its name', requests(5, { id: 'a' }), 'walletBusy'],
    ['was asked at once and comes after it by its name', requests(5, { id: 'c' }), 'requested'],
    ['was asked later, though its name comes before', requests(6, { id: 'a' }), 'requested'],
    ['is itself', requests(5, { id: 'b' }), 'requested'],
    ['was asked for something else', requests(4, {}, 'cancel'), 'requested'],
    ['is of another account', quoteRequest({ userAddress: attacker })(requests(4)), 'requested'],
  ])('when the other one %s', (_what, one, wanted) => {
    expect(revoking([one], named('b'))).toBe(wanted)
  })

  test('whatever other requests are open', () => {
    expect(revoking([other({ state: 'needs_user' }), requests(4)], named('b'))).toBe('walletBusy')
  })
})
