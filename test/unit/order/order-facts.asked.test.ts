import { describe, expect, test } from 'vitest'
import { dayMs } from '../../../lib/base/time.ts'
import type { Order, OrderKind } from '../../../lib/order/order.ts'
import {
  asksCancel,
  asksWithdraw,
  isEarlierAsked,
  isOfCalls,
  isOfInbox,
  isOneOfSeveral,
  isStillAsked,
  mayAskAgain,
  mayBecomeIdle,
  mayStillSend,
  moneyHasLeft,
} from '../../../lib/order/order-facts.ts'
import type { OrderTransaction, WalletRequestRecord } from '../../../lib/order/order-parts.ts'
import type { OrderState } from '../../../lib/order/order-state.ts'
import { orderOf } from './order-fixture.ts'

const askedMs = 1_000
const asked = (
  purpose: WalletRequestRecord['purpose'],
  part: Partial<WalletRequestRecord> = {},
): WalletRequestRecord => ({
  requestId: 'r1',
  purpose,
  askedMs,
  accountNonce: 4,
  amountUnits: null,
  ...part,
})
const sent = (part: Partial<OrderTransaction> = {}): OrderTransaction => ({
  purpose: 'send',
  hash: '0x12',
  chainId: 1,
  state: 'sent',
  accountNonce: 4,
  sentMs: askedMs,
  minedMs: null,
  amountUnits: null,
  ...part,
})
/** Nothing new of the account was seen for three minutes, or a millisecond less. */
const idle = { sinceMs: askedMs, untilMs: askedMs + 180_000 }
const brief = { ...idle, untilMs: idle.untilMs - 1 }
const kinds: readonly OrderKind[] = ['signed', 'native', 'inbox', 'manual', 'deposit']

test('the kinds that are sent to the inbox, and as a call', () => {
  expect(kinds.filter((kind) => isOfInbox({ kind }))).toEqual(['native', 'inbox'])
  expect(kinds.filter((kind) => isOfCalls({ kind }))).toEqual(['native', 'inbox', 'manual'])
})

test('the wallet is asked to cancel, to withdraw, or for something else', () => {
  const purposes = ['cancel', 'withdraw', 'send', 'revoke'] as const
  expect(purposes.filter((purpose) => asksCancel({ walletRequest: asked(purpose) }))).toEqual(['cancel'])
  expect(purposes.filter((purpose) => asksWithdraw({ walletRequest: asked(purpose) }))).toEqual(['withdraw'])
  expect(asksCancel({ walletRequest: null }) || asksWithdraw({ walletRequest: null })).toBe(false)
})

test.each<[OrderKind, Partial<Order>, boolean]>([
  ['signed', { statusCode: 4 }, true],
  ['signed', { statusCode: null }, false],
  ['manual', { statusCode: null }, true],
  ['deposit', { transactions: [sent()] }, true],
  ['deposit', { transactions: [sent({ state: 'failed' })] }, false],
  ['deposit', { transactions: [sent({ state: 'replaced' })] }, false],
  ['deposit', { transactions: [sent({ purpose: 'revoke' })] }, false],
])('the money of a %s order with %j has left: %s', (kind, part, left) => {
  expect(moneyHasLeft({ ...orderOf({ kind }), ...part })).toBe(left)
})

test.each<[Partial<OrderTransaction>, boolean]>([
  [{}, true],
  [{ state: 'dropped' }, true],
  [{ state: 'dropped', isNonceSeen: true }, false],
  [{ state: 'mined' }, false],
  [{ state: 'failed' }, false],
  [{ state: 'replaced' }, false],
  [{ purpose: 'approve' }, false],
])('a transaction with %j may still be mined: %s', (part, may) => {
  expect(mayStillSend(sent(part))).toBe(may)
})

describe('a transaction is one of several', () => {
  test.each<[string, Partial<Order>, boolean]>([
    ['nothing else', { transactions: [sent()] }, false],
    ['a question to send', { walletRequest: asked('send') }, true],
    ['a question to send with its approval', { walletRequest: asked('sendCalls') }, true],
    ['a question for an approval', { walletRequest: asked('approve') }, false],
    ['an earlier question to send', { askedBefore: [asked('approve'), asked('send')] }, true],
    ['an earlier question for an approval', { askedBefore: [asked('approve')] }, false],
    ['another transaction', { transactions: [sent(), sent({ hash: '0x34' })] }, true],
    [
      'another transaction, that failed',
      { transactions: [sent(), sent({ hash: '0x34', state: 'failed' })] },
      false,
    ],
  ])('where there is %s', (_what, part, isOne) => {
    expect(isOneOfSeveral(orderOf({ walletRequest: null, ...part }), '0x12')).toBe(isOne)
  })
})

test.each<[OrderKind, WalletRequestRecord | null, boolean]>([
  ['native', asked('send'), true],
  ['inbox', asked('sendCalls'), true],
  ['inbox', asked('approve'), false],
  ['inbox', null, false],
  ['manual', asked('send'), false],
  ['deposit', asked('send'), false],
])('what the wallet of a %s order is asked may become idle: %j', (kind, walletRequest, isOnce) => {
  expect(mayBecomeIdle({ kind, walletRequest, transactions: [sent({ purpose: 'approve' })] })).toBe(isOnce)
  expect(mayBecomeIdle({ kind, walletRequest, transactions: [sent()] })).toBe(false)
})

describe('the wallet may be asked again', () => {
  test.each<[OrderState, Partial<WalletRequestRecord>, OrderKind, boolean]>([
    ['approve_requested', { idle }, 'signed', true],
    ['approve_requested', { idle: brief }, 'signed', false],
    ['approve_requested', { idle: brief, lostMs: 2 }, 'signed', true],
    ['approve_requested', { lostMs: 2 }, 'signed', false],
    ['approve_sent', { idle }, 'inbox', true],
    ['approve_sent', { idle: brief, lostMs: 2 }, 'inbox', false],
    ['approve_requested', { idle, isWanted: true }, 'signed', false],
    ['sign_requested', { idle, purpose: 'sign' }, 'signed', false],
    ['unknown_outcome', { idle, purpose: 'send' }, 'native', true],
    ['unknown_outcome', { idle: brief, purpose: 'send' }, 'native', false],
    ['unknown_outcome', { idle: { ...idle, isTooLate: true }, purpose: 'send' }, 'native', false],
    ['unknown_outcome', { idle, purpose: 'send' }, 'manual', false],
    ['send_requested', { idle, purpose: 'send' }, 'native', false],
  ])('in %s with %j of a %s order: %s', (state, part, kind, may) => {
    const walletRequest = asked('approve', part)
    expect(mayAskAgain({ state, kind, walletRequest })).toBe(may)
    expect(mayAskAgain({ state, kind, walletRequest, restored: true })).toBe(false)
    expect(mayAskAgain({ state, kind, walletRequest: null })).toBe(false)
  })
})

describe('a question that nobody waits for any more', () => {
  test.each<[OrderState, WalletRequestRecord | null, boolean]>([
    ['abandoned_unsigned', asked('approve'), true],
    ['unknown_outcome', asked('send'), true],
    ['abandoned_unsigned', asked('revoke'), false],
    ['abandoned_unsigned', null, false],
    ['approve_requested', asked('approve'), false],
    ['expired_unused', asked('approve'), false],
  ])('in %s: %j may still be shown: %s', (state, walletRequest, isAsked) => {
    expect(isStillAsked({ state, walletRequest })).toBe(isAsked)
  })

  test('may be shown for a day where it gave way to another one', () => {
    const order = { state: 'pending', walletRequest: null, askedBefore: [asked('approve')] } as const
    expect(isEarlierAsked(order, askedMs + dayMs - 1)).toBe(true)
    expect(isEarlierAsked(order, askedMs + dayMs)).toBe(false)
    expect(isEarlierAsked({ ...order, askedBefore: [] }, askedMs)).toBe(false)
  })

  test.each<[OrderState, WalletRequestRecord | null, boolean]>([
    ['expired_unused', asked('approve'), true],
    ['expired_unused', asked('revoke'), false],
    ['expired_unused', null, false],
    ['pending', asked('approve'), false],
  ])('is open again once the swap is over: in %s, %j: %s', (state, walletRequest, isAsked) => {
    expect(isEarlierAsked({ state, walletRequest }, askedMs)).toBe(isAsked)
  })
})
