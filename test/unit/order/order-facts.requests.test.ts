import { describe, expect, test } from 'vitest'
import { dayMs } from '../../../lib/base/time.ts'
import type { Order } from '../../../lib/order/order.ts'
import {
  canRetryApproval,
  canStillBeMined,
  hasOtherSend,
  hasPaidIn,
  hasRequestFor,
  isUnansweredRecent,
  lastUnansweredMs,
} from '../../../lib/order/order-facts.ts'
import type { LiveRequest, OrderTransaction } from '../../../lib/order/order-parts.ts'
import type { OrderState } from '../../../lib/order/order-state.ts'
import { isContractCall, usesInbox } from '../../../lib/quote/order-kind.ts'
import type { OrderKind } from '../../../lib/quote/terms.ts'
import { orderOf, requestOf, transactionOf } from './order-fixture.ts'

const requestedMs = 1_000
const requestFor: typeof requestOf = (purpose, part) => requestOf(purpose, { requestedMs, ...part })
const sent = (part: Partial<OrderTransaction> = {}) => transactionOf('send', { hash: '0x12', ...part })
const kinds: readonly OrderKind[] = ['signed', 'native', 'inbox', 'manual', 'deposit']

test('lists the kinds that use the inbox, and those that are sent as a call', () => {
  expect(kinds.filter((kind) => usesInbox({ kind }))).toEqual(['native', 'inbox'])
  expect(kinds.filter((kind) => isContractCall({ kind }))).toEqual(['native', 'inbox', 'manual'])
})

test('tells the purpose of the open request', () => {
  const purposes = ['cancel', 'withdraw', 'send', 'revoke'] as const
  const requesting = (wanted: (typeof purposes)[number]) =>
    purposes.filter((purpose) => hasRequestFor(orderOf({ walletRequest: requestFor(purpose) }), wanted))
  for (const purpose of purposes) expect(requesting(purpose)).toEqual([purpose])
  expect(hasRequestFor(orderOf(), 'cancel')).toBe(false)
})

test.each<[OrderKind, Partial<Order>, boolean]>([
  ['signed', { statusCode: 4 }, true],
  ['signed', { statusCode: null }, false],
  ['manual', { statusCode: null }, false],
  ['manual', { transactions: [sent()] }, true],
  ['deposit', { transactions: [sent()] }, true],
  ['deposit', { transactions: [sent({ state: 'failed' })] }, false],
  ['deposit', { transactions: [sent({ state: 'replaced' })] }, false],
  ['deposit', { transactions: [sent({ purpose: 'revoke' })] }, false],
])('the funds of a %s order with %j have left: %s', (kind, part, left) => {
  expect(hasPaidIn({ ...orderOf({ kind }), ...part })).toBe(left)
})

test.each<[Partial<OrderTransaction>, boolean]>([
  [{}, true],
  [{ state: 'dropped' }, true],
  [{ state: 'dropped', isNonceSeen: true }, true],
  [{ state: 'mined' }, false],
  [{ state: 'failed' }, false],
  [{ state: 'replaced' }, false],
  [{ purpose: 'approve' }, false],
])('a transaction with %j may still be mined: %s', (part, may) => {
  expect(canStillBeMined(sent(part))).toBe(may)
})

describe('returns whether a transaction is one of several', () => {
  test.each<[string, Partial<Order>, boolean]>([
    ['nothing else', { transactions: [sent()] }, false],
    ['a request to send', { walletRequest: requestFor('send') }, true],
    ['a request to send with its approval', { walletRequest: requestFor('sendCalls') }, true],
    ['a request for an approval', { walletRequest: requestFor('approve') }, false],
    ['another transaction', { transactions: [sent(), sent({ hash: '0x34' })] }, true],
    [
      'another transaction, that failed',
      { transactions: [sent(), sent({ hash: '0x34', state: 'failed' })] },
      false,
    ],
  ])('with %s', (_what, part, isOne) => {
    expect(hasOtherSend(orderOf({ walletRequest: null, ...part }), '0x12')).toBe(isOne)
  })
})

test.each<[OrderState, boolean]>([
  ['approve_requested', true],
  ['approve_sent', true],
  ['confirmed', false],
  ['sign_requested', false],
  ['send_requested', false],
  ['unknown_outcome', false],
])('the approval may be requested again in %s: %s', (state, may) => {
  expect(canRetryApproval(orderOf({ state }))).toBe(may)
})

describe('a wallet request that Ferry no longer waits for', () => {
  const rest = orderOf({ state: 'pending', walletRequest: null })

  test('may be displayed by the wallet for a day after another one superseded it', () => {
    const order = {
      ...rest,
      supersededRequests: [requestFor('approve'), requestFor('approve', { requestedMs: 5 })],
    }
    expect(lastUnansweredMs(order)).toBe(requestedMs)
    expect(isUnansweredRecent(requestedMs, requestedMs + dayMs - 1)).toBe(true)
    expect(isUnansweredRecent(requestedMs, requestedMs + dayMs)).toBe(false)
    expect(isUnansweredRecent(lastUnansweredMs({ ...order, supersededRequests: [] }), requestedMs)).toBe(
      false,
    )
  })

  test('may be displayed while a signature or transaction has no answer, except for the one that Ferry waits for', () => {
    const one: LiveRequest = { record: requestFor('sign'), terms: orderOf().terms }
    const last = requestFor('sign', { requestId: 'r2', requestedMs: requestedMs + 5 })
    const order = { ...rest, liveRequests: [one, { ...one, record: last }] }
    expect(lastUnansweredMs(order)).toBe(requestedMs + 5)
    expect(lastUnansweredMs({ ...order, walletRequest: last })).toBe(requestedMs)
    expect(lastUnansweredMs({ ...rest, liveRequests: [{ ...one, isAnswered: true }] })).toBeNull()
    expect(lastUnansweredMs({ ...order, state: 'stopping' })).toBeNull()
  })
})
