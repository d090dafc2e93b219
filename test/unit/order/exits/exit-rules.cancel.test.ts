import { encodeFunctionData, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { canCancel, cancelPhase } from '../../../../lib/order/exits/exit-rules.ts'
import type { Order } from '../../../../lib/order/order.ts'
import { cancelCall } from '../../../../lib/order/wallet-request.ts'
import { permit2 } from '../../checks/fixtures.ts'
import { orderOf, requestOf, transactionOf } from '../order-fixture.ts'

const abi = parseAbi(['function invalidateUnorderedNonces(uint256 wordPos, uint256 mask)'])

test.each([
  [0n, 0n, 1n],
  [255n, 0n, 1n << 255n],
  [256n, 1n, 1n],
  [1_763_000_123n, 1_763_000_123n >> 8n, 1n << (1_763_000_123n & 255n)],
  [(1n << 256n) - 1n, (1n << 248n) - 1n, 1n << 255n],
])('nonce %s is one bit of one word, and its cancellation sends no money', (nonce, word, mask) => {
  const data = encodeFunctionData({ abi, args: [word, mask] })
  expect(cancelCall(permit2, nonce)).toEqual({ to: permit2, data, value: 0n })
})

const facts = (part: Partial<Order>) => orderOf({ state: 'pending', statusCode: 0, ...part })
const transaction = (state: 'sent' | 'mined' | 'failed' | 'replaced' | 'dropped') =>
  transactionOf('cancel', { hash: `0x${'c'.repeat(64)}`, state, amountUnits: null })
const requested = requestOf('cancel', { requestId: 'r', amountUnits: null })
const cancelling = { sinceBlock: '7', isTooLate: false }

describe('a swap can be cancelled', () => {
  test.each<[string, Partial<Order>]>([
    ['while it is handed over', { state: 'submitting', statusCode: null }],
    ['once it is accepted', { state: 'submitted', statusCode: null }],
    ['while it waits for a solver', { statusCode: 0 }],
    ['while a solver prepares', { statusCode: 1 }],
    ['while only the service says that it was taken', { statusCode: 2 }],
    ['while its outcome is open', { state: 'unknown_outcome', statusCode: null }],
    ['when the service calls it expired before its deadline', { state: 'reported_terminal', statusCode: 5 }],
    ['when the service calls it cancelled', { state: 'reported_terminal', statusCode: 6 }],
    ['when the service reports a delivery', { state: 'reported_terminal', statusCode: 3 }],
    ['when the service reports a refund', { state: 'reported_terminal', statusCode: 7 }],
    ['again, after a cancellation that no endpoint knows', { transactions: [transaction('dropped')] }],
    ['again, after a cancellation that failed', { transactions: [transaction('failed')] }],
    ['again, after the wallet was lost', { cancelling }],
  ])('%s', (_when, part) => {
    expect(canCancel(facts(part))).toBe(true)
  })

  test.each<[string, Partial<Order>]>([
    ['before it is signed', { state: 'sign_requested', statusCode: null }],
    ['before the signature is checked', { state: 'signed', statusCode: null }],
    ['once the chain has shown it taken', { statusCode: 2, isPermitOver: true }],
    ['once it is proven', { state: 'verified_terminal', statusCode: 4 }],
    ['once all money is known', { state: 'reported_terminal', statusCode: 5, fundsSettled: true }],
    ['when it is sent, not signed', { kind: 'native' }],
    ['when it goes through the inbox', { kind: 'inbox' }],
    ['while the wallet is asked', { walletRequest: requested }],
    ['while a cancellation is on its way', { cancelling, transactions: [transaction('sent')] }],
    ['once one is mined', { cancelling, transactions: [transaction('mined')] }],
    ['once it was too late', { cancelling: { ...cancelling, isTooLate: true } }],
  ])('but not %s', (_when, part) => {
    expect(canCancel(facts(part))).toBe(false)
  })

  test('until the chain shows that its permit is used or expired', () => {
    expect(canCancel(facts({ isPermitOver: false }))).toBe(true)
    expect(canCancel(facts({ isPermitOver: true }))).toBe(false)
  })
})

test.each<[Partial<Order>, 'requested' | 'sent' | null]>([
  [{}, null],
  [{ walletRequest: requested, cancelling }, 'requested'],
  [{ transactions: [transaction('sent')], cancelling }, 'sent'],
  [{ transactions: [transaction('mined')], cancelling }, 'sent'],
  [{ transactions: [transaction('replaced')], cancelling }, null],
  [{ transactions: [transaction('mined')], cancelling: { ...cancelling, isTooLate: true } }, null],
  [{ transactions: [transaction('mined')], cancelling, state: 'cancelled_unused' }, null],
])('a cancellation with %o has the phase %s', (part, phase) => {
  expect(cancelPhase(facts(part))).toBe(phase)
})
