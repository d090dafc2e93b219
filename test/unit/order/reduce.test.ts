import { describe, expect, test } from 'vitest'
import { dayMs } from '../../../lib/base/time.ts'
import { createProblemData } from '../../../lib/order/change.ts'
import type { FlowEvent } from '../../../lib/order/event.ts'
import type { Order, OrderTransaction, WalletPurpose } from '../../../lib/order/order.ts'
import type { OrderState } from '../../../lib/order/order-state.ts'
import { dueOf, reduce, taskOf } from '../../../lib/order/reduce.ts'
import { permitExpiryMs } from '../../../lib/quote/held-quote.ts'
import { requesting } from './open-request.ts'
import {
  attempt,
  transactionHash as hash,
  orderOf,
  requestOf,
  transactionOf,
  withPart,
} from './order-fixture.ts'

const context = { nowMs: 1_800_000_010_000, freshId: 'fresh' }

describe('answers of the wallet', () => {
  const states: readonly [OrderState, WalletPurpose][] = [
    ['approve_requested', 'approve'],
    ['sign_requested', 'sign'],
    ['send_requested', 'send'],
    ['unknown_outcome', 'send'],
  ]
  const events = (requestId: string): readonly FlowEvent[] => [
    { kind: 'walletAnswered', requestId, result: hash },
    { kind: 'walletRejected', requestId, problem: createProblemData('walletRejected') },
    { kind: 'walletLost', requestId, problem: createProblemData('walletGone') },
  ]

  test.each(states)('in %s count for the open request only', (state, purpose) => {
    const order = requesting(state, purpose)
    for (const event of events('other'))
      expect(reduce(order, event, context)).toEqual({ order, sendsRequest: false })
    const [answered] = events('requested')
    if (answered !== undefined) expect(reduce(order, answered, context).order).not.toBe(order)
  })

  test('in any other state are ignored', () => {
    const order = requesting('pending', 'send')
    for (const event of events('requested')) expect(reduce(order, event, context).order).toBe(order)
  })

  test.each<[OrderState, WalletPurpose, OrderState]>([
    ['approve_requested', 'approve', 'approve_requested'],
    ['sign_requested', 'sign', 'needs_user'],
    ['send_requested', 'send', 'unknown_outcome'],
  ])('that are lost in %s lead to the next state', (state, purpose, next) => {
    const lost = {
      kind: 'walletLost',
      requestId: 'requested',
      problem: createProblemData('walletGone'),
    } as const
    expect(reduce(requesting(state, purpose), lost, context).order.state).toBe(next)
  })

  test('drop a signature that arrives after its quote expired, without posting it', () => {
    const order = requesting('sign_requested', 'sign')
    const lateMs = order.terms.quoteExpirySeconds * 1000
    const answer = { kind: 'walletAnswered', requestId: 'requested', result: '0x1234' } as const
    expect(reduce(order, answer, { ...context, nowMs: lateMs - 1 }).order.state).toBe('signed')
    const late = reduce(order, answer, { ...context, nowMs: lateMs }).order
    expect(late).toMatchObject({ state: 'needs_user', signature: null, problem: { code: 'quoteExpired' } })
  })
})

describe('a sent transaction', () => {
  const order = orderOf({ kind: 'native', state: 'sent', transactions: [transactionOf('send')] })
  const seen = { kind: 'transactionObserved', hash, state: 'mined', differs: false } as const

  test.each<[string, object, object]>([
    [
      'mined',
      {},
      { state: 'pending', statusCode: 0, transactions: [{ state: 'mined', minedMs: context.nowMs }] },
    ],
    ['mined, with its gas', { gasUnits: '9' }, { transactions: [{ state: 'mined', gasUnits: '9' }] }],
    [
      'failed, with its gas',
      { state: 'failed', gasUnits: '9' },
      { transactions: [{ state: 'failed', gasUnits: '9' }] },
    ],
    ['failed', { state: 'failed' }, { state: 'needs_user', problem: { code: 'transactionFailed' } }],
    [
      'replaced by another one',
      { state: 'replaced' },
      { state: 'needs_user', problem: { code: 'transactionDropped', money: 'unmoved' } },
    ],
    [
      'not what was reviewed',
      { differs: true },
      { state: 'unknown_outcome', anomalies: ['sent transaction differs'] },
    ],
    ['waiting', { state: 'sent' }, { state: 'sent' }],
  ])('%s', (_name, read, expected) => {
    expect(reduce(order, { ...seen, ...read }, context).order).toMatchObject(expected)
  })
})

describe('the nonce of an expired permit', () => {
  const submitted = orderOf({ state: 'submitted', readCount: 4 })
  const deadline = submitted.terms.permitDeadlineSeconds ?? 0
  const at = (order: Order, used: boolean, nowMs: number, blockSeconds = deadline + 1) =>
    reduce(order, { kind: 'nonceRead', used, blockSeconds, sources: 2 }, { ...context, nowMs }).order

  test('is no evidence before the deadline by the chain’s own time, whatever this machine’s clock says', () => {
    const early = at({ ...submitted, unusedSeenMs: 5 }, false, 1e15, deadline)
    expect(early).toMatchObject({ state: 'submitted', unusedSeenMs: null, readCount: 5 })
    expect(taskOf(early, 1e15)?.name).toBe('poll')
  })

  test('ends the order after two unused reads that are fifteen seconds apart', () => {
    const once = at(submitted, false, 1_000_000)
    expect(once).toMatchObject({ state: 'submitted', unusedSeenMs: 1_000_000, dueMs: 1_015_000 })
    expect(at(once, false, 1_014_999)).toBe(once)
    expect(at(once, false, 1_015_000)).toMatchObject({
      state: 'expired_unused',
      fundsSettled: true,
      dueMs: null,
    })
  })

  test('shows a signature as valid that the service reports as taken and then over', () => {
    const over = orderOf({
      state: 'reported_terminal',
      statusCode: 5,
      timeline: [{ step: 'extracted', atMs: 1 }],
      problem: createProblemData('swapNotDelivered', 'atOrigin'),
    })
    const untilMs = String(permitExpiryMs(over.terms))
    const lives = { code: 'swapNotDelivered', money: 'signatureLives', facts: { untilMs } }
    for (const problem of [over.problem, createProblemData('swapNotDelivered', 'signatureUsed'), null])
      expect(at({ ...over, problem }, false, 1_000_000, deadline).problem).toMatchObject(lives)
    // Neither one endpoint alone, nor a chain that shows it used.
    const alone = { kind: 'nonceRead', used: false, blockSeconds: deadline, sources: 1 } as const
    expect(reduce(over, alone, context).order.problem).toEqual(over.problem)
    expect(at(over, true, 1_000_000, deadline).problem?.money).toBe('signatureUsed')
    const refunded = {
      ...over,
      statusCode: 7,
      problem: createProblemData('swapNotDelivered', 'refundReported'),
    } as const
    expect(at(refunded, false, 1_000_000, deadline).problem).toEqual(refunded.problem)
  })

  test('when used, drops the first unused read and lets the service be polled', () => {
    const used = at({ ...submitted, unusedSeenMs: 5 }, true, 1_000_000)
    expect(used).toMatchObject({ state: 'unknown_outcome', unusedSeenMs: null, readCount: 5 })
    expect(taskOf(used, 1e15)?.name).toBe('poll')
    expect(at(orderOf({ state: 'pending', statusCode: 1 }), true, 9).state).toBe('pending')
  })
})

describe('tasks', () => {
  const notice = { kind: 'failed', state: 'pending' } as const

  test('notify only after one read of the chain, or the first read of the nonce', () => {
    const ended = orderOf({ state: 'reported_terminal', statusCode: 5, notification: notice, dueMs: 7 })
    const cancelling = { sinceBlock: '1', isTooLate: false }
    const transactions = [transactionOf('cancel')]
    for (const order of [ended, withPart(ended, { cancelling, transactions })])
      expect([taskOf(order, 9)?.name, dueOf(order)]).toEqual(['verify', 7])
    for (const fields of [{ readCount: 1 }, { unusedSeenMs: 3 }]) {
      expect([taskOf({ ...ended, ...fields }, 9)?.name, dueOf({ ...ended, ...fields })]).toEqual([
        'notify',
        0,
      ])
    }
  })

  test('continue when a notification cannot be shown', () => {
    const ended = orderOf({
      state: 'reported_terminal',
      statusCode: 5,
      notification: notice,
      dueMs: 7,
      readCount: 2,
    })
    expect([taskOf(ended, 9, false)?.name, dueOf(ended, false)]).toEqual(['verify', 7])
  })

  test.each<OrderState>(['abandoned_unsigned', 'expired_unused', 'cancelled_unused'])(
    'are due in %s while an answer of the wallet still counts',
    (state) => {
      const superseded = requestOf('approve', { requestedMs: 5 })
      const dueMsOf = (part: object, nowMs: number) =>
        reduce(
          orderOf({ state, dueMs: 5, walletRequest: null, ...part }),
          { kind: 'lateAnswersOver' },
          { nowMs, freshId: '' },
        ).order.dueMs
      expect(dueMsOf({ supersededRequests: [superseded] }, 6)).toBe(5 + dayMs)
      expect(dueMsOf({ supersededRequests: [superseded] }, 5 + dayMs)).toBeNull()
      expect(dueMsOf({ supersededRequests: [] }, 6)).toBeNull()
    },
  )
})

describe('a node that does not answer', () => {
  const failed = { kind: 'readFailed', problem: createProblemData('rpcUnreachable') } as const

  test('is a problem of the order before anything is sent', () => {
    expect(reduce(orderOf({ state: 'confirmed' }), failed, context).order).toMatchObject({
      problem: { code: 'rpcUnreachable' },
      readCount: 0,
    })
  })

  test.each<OrderState>([
    'sent',
    'submitting',
    'submitted',
    'pending',
    'unknown_outcome',
    'reported_terminal',
  ])('in %s is no problem of the order, and the service is polled', (state) => {
    expect(reduce(orderOf({ state }), failed, context).order).toMatchObject({ problem: null, readCount: 1 })
  })
})

test('a poll without news changes only the next poll', () => {
  const order = orderOf({ state: 'submitted' })
  const response = { kind: 'notIndexed', serverRequestId: null, clockOffsetMs: 0 } as const
  const next = reduce(order, { kind: 'polled', response, attempt }, context).order
  const { readCount, dueMs, serviceCalls, updatedMs, ...rest } = next
  expect({ readCount, dueMs, serviceCalls }).toEqual({
    readCount: 1,
    dueMs: context.nowMs + 5_000,
    serviceCalls: [attempt],
  })
  expect(order).toMatchObject(rest)
})

test('a notification that was replaced while it was displayed stays pending', () => {
  const ended = orderOf({
    state: 'reported_terminal',
    statusCode: 4,
    notification: { kind: 'done', state: 'pending' },
  })
  expect(reduce(ended, { kind: 'notified', of: 'late' }, context).order).toBe(ended)
  expect(reduce(ended, { kind: 'notified', of: 'done' }, context).order.notification?.state).toBe('notified')
})

const startMs = 1_800_000_000_000
const missing: FlowEvent = { kind: 'transactionMissing', hash }
const waiting: FlowEvent = {
  kind: 'transactionObserved',
  hash,
  state: 'sent',
  differs: false,
  accountNonce: 4,
}

function sent(fields: Partial<OrderTransaction> = {}, order: Partial<Order> = {}): Order {
  const transactions = [transactionOf('send', { sentMs: startMs, ...fields })]
  return orderOf({ kind: 'native', state: 'sent', transactions, ...order })
}

const after = (order: Order, event: FlowEvent, ms: number) =>
  reduce(order, event, { nowMs: startMs + ms, freshId: 'fresh' }).order

test('counts three missing reads only if they are a minute apart', () => {
  let order = after(sent({ isNonceSeen: true }), missing, 1_000)
  expect(order.transactions[0]?.missing).toEqual({ count: 1, atMs: startMs + 1_000 })
  order = after(order, missing, 60_999)
  expect(order.transactions[0]?.missing).toEqual({ count: 1, atMs: startMs + 1_000 })
  expect(order.dueMs).toBe(startMs + 60_999 + 5_000)
  order = after(order, missing, 61_000)
  expect(order).toMatchObject({ state: 'sent', transactions: [{ state: 'sent', missing: { count: 2 } }] })
  order = after(order, missing, 121_000)
  expect(order).toMatchObject({
    state: 'unknown_outcome',
    problem: { code: 'transactionDropped', money: 'unknown' },
    transactions: [{ state: 'dropped' }],
  })
})

test('restarts the count when a node shows the transaction, or its nonce as free', () => {
  const twice = sent({ missing: { count: 2, atMs: startMs } })
  const [shown] = after(twice, waiting, 60_000).transactions
  expect(shown).toMatchObject({ accountNonce: 4, isNonceSeen: true })
  expect(shown).not.toHaveProperty('missing')
  const [free] = after(
    twice,
    { kind: 'transactionObserved', hash, state: 'sent', differs: false },
    60_000,
  ).transactions
  expect(free).toMatchObject({ accountNonce: 3 })
  expect(free).not.toHaveProperty('missing')
  expect(free).not.toHaveProperty('isNonceSeen')
})

test('does not count when the clock was set back, and sets the time of the last read again', () => {
  const once = sent({ missing: { count: 1, atMs: startMs + 3_600_000 } })
  expect(after(once, missing, 0).transactions[0]?.missing).toEqual({ count: 1, atMs: startMs })
})

test('stays in unknown_outcome while the transaction is missing and no node has shown its nonce, and continues when it is back', () => {
  const dropped = after(sent({ missing: { count: 2, atMs: startMs } }), missing, 60_000)
  expect(dropped).toMatchObject({
    state: 'unknown_outcome',
    problem: { code: 'transactionDropped', money: 'unknown' },
    transactions: [{ state: 'dropped', missing: { count: 3 } }],
  })
  const still = after(dropped, missing, 3_600_000)
  expect(still).toMatchObject({ state: 'unknown_outcome', transactions: [{ missing: { count: 3 } }] })
  expect(still.readCount).toBe(dropped.readCount + 1)
  const back = after(still, waiting, 3_700_000)
  expect(back).toMatchObject({ state: 'sent', problem: null, transactions: [{ state: 'sent' }] })
})

test('counts only the order’s own sent transaction as missing', () => {
  const undecided = sent({}, { state: 'needs_user' })
  expect(after(undecided, missing, 0)).toBe(undecided)
  const over = sent({}, { state: 'reported_terminal', statusCode: 5 })
  expect(after(over, missing, 0)).toMatchObject({ transactions: [{ missing: { count: 1 } }] })
  const deep = sent({ state: 'mined', isDeep: true }, { state: 'pending' })
  expect(after(deep, missing, 0)).toBe(deep)
  const order = sent()
  expect(after(order, { kind: 'transactionMissing', hash: `0x${'cd'.repeat(32)}` }, 0)).toBe(order)
})

/** Part of a swap that is in progress. */
const mined = { state: 'mined', minedMs: startMs } as const
const steps = [{ step: 'mined', atMs: startMs }] as const

test('returns to sent when no endpoint knows the mined transaction any more', () => {
  const order = after(sent(mined, { state: 'pending', timeline: steps }), missing, 1_000)
  expect(order).toMatchObject({ state: 'sent', timeline: [], transactions: [{ minedMs: null }] })
  expect(order.transactions).toMatchObject([{ state: 'sent', missing: { count: 1 } }])
})

test('does so too when the service has accepted the request, which continues meanwhile', () => {
  const timeline = [{ step: 'accepted', atMs: startMs }, ...steps] as const
  let order = after(sent(mined, { state: 'pending', timeline }), missing, 1_000)
  expect(order).toMatchObject({ state: 'pending', transactions: [{ state: 'sent' }] })
  for (const ms of [61_000, 121_000]) order = after(order, missing, ms)
  expect(order).toMatchObject({ state: 'unknown_outcome', problem: { code: 'transactionDropped' } })
})

test('is not watched when the chain showed it as deep as ends are read', () => {
  const order = sent({ ...mined, isDeep: true }, { state: 'pending', readCount: 2 })
  expect(taskOf(order, startMs)?.name).toBe('poll')
  expect(after(order, waiting, 1_000)).toBe(order)
})

test.each([null, 1, 2] as const)('is read in turns with the polls until then, at status %s', (statusCode) => {
  const order = sent(mined, { state: 'pending', statusCode })
  expect(taskOf(order, startMs)?.name).toBe('watchTransaction')
  const seen: FlowEvent = { kind: 'transactionObserved', hash, state: 'mined', differs: false }
  const again = after(order, seen, 1_000)
  expect(again).toMatchObject({ state: 'pending', readCount: 1, transactions: [{ minedMs: startMs }] })
  expect(taskOf(again, startMs)?.name).toBe('poll')
  const deep = after(order, { ...seen, isDeep: true }, 1_000)
  expect(deep.transactions).toMatchObject([{ state: 'mined', isDeep: true }])
  expect(taskOf({ ...deep, readCount: 2 }, startMs)?.name).toBe('poll')
})

test('reads a transaction that is pending for a minute in turns with the polls of the service', () => {
  expect(after(sent(), waiting, 59_999).readCount).toBe(0)
  expect(after(sent(), waiting, 60_000).readCount).toBe(1)
})
