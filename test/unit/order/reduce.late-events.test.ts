import { describe, expect, test } from 'vitest'
import { createProblemData } from '../../../lib/order/change.ts'
import type { FlowEvent } from '../../../lib/order/event.ts'
import type { Order } from '../../../lib/order/order.ts'
import { reduce } from '../../../lib/order/reduce.ts'
import { accountChangeEvent } from '../../../lib/order/wallet-answers.ts'
import { requesting } from './open-request.ts'
import {
  transactionHash as hash,
  orderOf,
  polledOf,
  recordOf,
  transactionOf as transaction,
  pageWallet as wallet,
} from './order-fixture.ts'

const nowMs = 1_800_000_010_000
const other = `0x${'cd'.repeat(32)}` as const
const next = (order: Order, event: FlowEvent) => reduce(order, event, { nowMs, freshId: 'fresh' }).order

const answered = (result: unknown): FlowEvent => ({ kind: 'walletAnswered', requestId: 'requested', result })
const refused: FlowEvent = {
  kind: 'walletRejected',
  requestId: 'requested',
  problem: createProblemData('walletRejected'),
}

describe('ignores an event that comes too late', () => {
  const found: FlowEvent = { kind: 'transactionFound', hash }
  const repriced: FlowEvent = { kind: 'transactionRepriced', hash, by: other }
  const sent = orderOf({ kind: 'native', state: 'sent', transactions: [transaction('send')] })
  test.each<[string, Order, FlowEvent]>([
    [
      'a deposit, once it is taken',
      orderOf({ kind: 'deposit', state: 'pending' }),
      { kind: 'depositObserved', units: '5' },
    ],
    [
      "a failed transaction that is not the order's, whose signature is still out",
      orderOf({ state: 'unknown_outcome', signature: hash, submitBody: '{}' }),
      { kind: 'transactionObserved', hash, state: 'failed', differs: false },
    ],
    ['a found transaction, once it is known', sent, found],
    [
      'a sped-up one, once it is mined to stay',
      { ...sent, state: 'pending', transactions: [transaction('send', { state: 'mined', isDeep: true })] },
      repriced,
    ],
    ['a sped-up one that nobody sent', { ...sent, transactions: [] }, repriced],
    [
      'a sped-up one that was taken in',
      {
        ...sent,
        transactions: [transaction('send', { state: 'replaced' }), transaction('send', { hash: other })],
      },
      repriced,
    ],
    [
      'a withdrawal of a signed order',
      orderOf({ state: 'pending' }),
      { kind: 'withdraw', accountNonce: 1, wallet },
    ],
    [
      'a withdrawal that is being asked for',
      requesting('pending', 'withdraw', { kind: 'native' }),
      { kind: 'withdraw', accountNonce: 1, wallet },
    ],
    [
      'a withdrawal of what the inbox has given away',
      orderOf({ kind: 'inbox', state: 'pending', isInboxEmpty: true }),
      { kind: 'withdraw', accountNonce: 1, wallet },
    ],
    [
      'an approval’s answer where a signature is asked for',
      requesting('approve_requested', 'sign'),
      answered(hash),
    ],
    [
      'a clock that was set back, with nothing planned',
      orderOf({ state: 'pending', dueMs: null }),
      { kind: 'clockSetBack' },
    ],
  ])('%s', (_name, order, event) => {
    expect(next(order, event)).toBe(order)
  })
})

describe('a withdrawal', () => {
  const requested = requesting('reported_terminal', 'withdraw', { kind: 'native', statusCode: 5, dueMs: 7 })

  test('leaves the outcome to the chain when the wallet answers without a hash', () => {
    expect(next(requested, answered('0x'))).toMatchObject({ walletRequest: null, transactions: [], dueMs: 7 })
  })

  test('keeps the place of the money, with its chain, when the wallet rejects it', () => {
    const reviewed = { ...requested.reviewed, originChainName: 'Harbour' }
    expect(next({ ...requested, reviewed }, refused)).toMatchObject({
      walletRequest: null,
      problem: { code: 'walletRejected', money: 'atOrigin', facts: { chain: 'Harbour' } },
    })
    const problem = createProblemData('swapNotDelivered', 'unknown')
    expect(next({ ...requested, problem }, refused).problem).toMatchObject({ money: 'unknown', facts: {} })
    const delivered = { ...requested, reviewed, statusCode: 4 } as const
    expect(next(delivered, refused).problem).toMatchObject({ code: 'walletRejected', money: 'unknown' })
  })
})

describe('a cancellation', () => {
  const cancelling = { sinceBlock: '5', isTooLate: false }
  const requested = requesting('pending', 'cancel', { cancelling, statusCode: 1, dueMs: 7 })

  test('does not record a known hash a second time', () => {
    const known = { ...requested, transactions: [transaction('cancel', { state: 'failed' })] }
    expect(next(known, answered(hash.toUpperCase().replace('0X', '0x')))).toMatchObject({
      walletRequest: null,
      transactions: [{ purpose: 'cancel', state: 'failed' }],
    })
  })

  test('keeps an earlier cancellation when the wallet rejects a new one, and reads its nonce when a page rejects it', () => {
    const byWallet = { ...refused, isTrusted: true } as const
    const twice = { ...requested, transactions: [transaction('cancel')] }
    expect(next(twice, byWallet)).toMatchObject({ cancelling, walletRequest: null })
    const failed = { ...requested, transactions: [transaction('cancel', { state: 'failed' })] }
    expect(next(failed, byWallet)).toMatchObject({ cancelling, walletRequest: null })
    expect(next(requested, refused)).toMatchObject({ cancelling, walletRequest: null })
    expect(next(requested, byWallet)).not.toHaveProperty('cancelling')
  })
})

describe('an approval with a too small mined amount', () => {
  const seen: FlowEvent = {
    kind: 'allowanceObserved',
    allowanceUnits: '1',
    neededUnits: '5',
    transaction: { hash, state: 'mined' },
  }

  test.each<[string, number | null, Order['state']]>([
    ['is waited for where the time of its block is unknown', null, 'approve_sent'],
    ['is waited for a minute', nowMs - 60_000, 'approve_sent'],
    ['is too small after it', nowMs - 60_001, 'needs_user'],
  ])('%s', (_name, minedMs, state) => {
    const transactions = [transaction('approve', { state: 'mined', minedMs })]
    expect(next(requesting('approve_sent', 'approve', { transactions }), seen).state).toBe(state)
  })
})

test('ends as never paid only after two reads that are fifteen seconds apart', () => {
  const order = orderOf({
    kind: 'deposit',
    state: 'reported_terminal',
    statusCode: 5,
    unusedSeenMs: nowMs - 14_999,
  })
  const unused: FlowEvent = { kind: 'proof', proof: 'neverPaid' }
  expect(next(order, unused)).toBe(order)
  expect(next({ ...order, unusedSeenMs: nowMs - 15_000 }, unused)).toMatchObject({
    state: 'verified_terminal',
    fundsSettled: true,
  })
})

test('does not count a service record as payment while the deposit is awaited', () => {
  const order = orderOf({ kind: 'deposit', state: 'deposit_awaited' })
  const record = recordOf(order, { statusCode: 0, outputToken: null, userAddress: null })
  const look = (sourceTransactionHash: typeof hash | null, statusCode: 0 | null) => {
    const hasSourcePayment = sourceTransactionHash !== null
    return next(order, polledOf({ ...record, sourceTransactionHash, hasSourcePayment, statusCode }))
  }
  for (const code of [0, null] as const) {
    expect(look(null, code)).toMatchObject({ state: 'deposit_awaited', statusCode: code })
    expect(look(null, code)).not.toHaveProperty('depositObserved')
    expect(look(hash, code)).toMatchObject({
      state: 'pending',
      depositObserved: { units: order.reviewed.request.inputAmount },
    })
  }
})

describe('another account in the wallet', () => {
  test.each(['confirmed', 'approved'] as const)('stops an order that is %s', (state) => {
    expect(accountChangeEvent(orderOf({ state }))).toMatchObject({
      kind: 'blocked',
      problem: { code: 'walletWrongAccount' },
      attempt: null,
    })
  })

  test('changes nothing while no signature is requested', () => {
    expect(accountChangeEvent(orderOf({ state: 'sign_requested' }))).toBeNull()
    expect(accountChangeEvent(requesting('approve_requested', 'approve'))).toBeNull()
  })
})

test.each([
  ['in the future', 60_000, 0],
  ['before', -1, -1],
])('a clock that was set back moves the next task with it, and evidence that is %s', (_when, seen, after) => {
  const order = orderOf({ state: 'pending', updatedMs: nowMs + 60_000, dueMs: nowMs + 65_000 })
  const event = { kind: 'clockSetBack' } as const
  expect(next({ ...order, unusedSeenMs: nowMs + seen }, event)).toMatchObject({
    dueMs: nowMs + 5_000,
    unusedSeenMs: nowMs + after,
  })
  expect(next(order, event).unusedSeenMs).toBeNull()
})
