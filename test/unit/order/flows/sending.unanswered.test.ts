import { describe, expect, test } from 'vitest'
import { createProblemData } from '../../../../lib/order/change.ts'
import type { EventOf, FlowEvent } from '../../../../lib/order/event.ts'
import { taskWhileSendRequested, taskWhileUnknown } from '../../../../lib/order/flows/in-progress.ts'
import type { Order, OrderTransaction, WalletRequestRecord } from '../../../../lib/order/order.ts'
import { reduce } from '../../../../lib/order/reduce.ts'
import { requesting } from '../open-request.ts'
import { type OrderPart, ofKind, requestOf, transactionOf, withPart } from '../order-fixture.ts'

const nowMs = 1_800_000_010_000
const hash = `0x${'ab'.repeat(32)}` as const
const other = `0x${'cd'.repeat(32)}` as const
const next = (order: Order, event: FlowEvent) => reduce(order, event, { nowMs, freshId: 'fresh' }).order

function transaction(
  state: OrderTransaction['state'],
  fields: Partial<OrderTransaction> = {},
): OrderTransaction {
  return transactionOf('send', { hash, state, sentMs: nowMs - 1_000, ...fields })
}

const request = requestOf('approve', { requestId: 'earlier', accountNonce: 2 })

const sending = (fields: OrderPart = {}, state: Order['state'] = 'send_requested') =>
  withPart(ofKind(requesting(state, 'send'), 'native'), fields)

const rejected: EventOf<'walletRejected'> = {
  kind: 'walletRejected',
  requestId: 'requested',
  problem: createProblemData('walletRejected'),
  isTrusted: true,
}

describe('a send that the wallet refuses', () => {
  test.each<[string, readonly OrderTransaction[], Order['state'], string]>([
    ['returns to the person when nothing else was sent', [], 'needs_user', 'nothingSent'],
    [
      'is followed while an earlier transaction may be mined',
      [transaction('sent')],
      'unknown_outcome',
      'unknown',
    ],
    ['is followed while a dropped one may return', [transaction('dropped')], 'unknown_outcome', 'unknown'],
    ['returns to the person after a failed one', [transaction('failed')], 'needs_user', 'unmoved'],
    [
      'returns to the person after an approval',
      [transaction('sent', { purpose: 'approve' })],
      'needs_user',
      'nothingSent',
    ],
    [
      'is followed when the wallet named a different transaction',
      [transaction('failed', { differs: true })],
      'unknown_outcome',
      'unknown',
    ],
  ])('%s', (_name, transactions, state, money) => {
    for (const from of ['send_requested', 'unknown_outcome'] as const) {
      const order = next(sending({ transactions }, from), rejected)
      expect(order).toMatchObject({ state, problem: { code: 'walletRejected', money } })
      const isNamed = transactions.some(({ differs }) => differs === true)
      expect(order.walletRequest !== null, from).toBe(isNamed)
    }
  })

  test.each([true, undefined] as const)('closes its request by a trusted answer alone: %s', (isTrusted) => {
    const order = sending()
    const liveRequests = [{ record: { ...request, requestId: 'requested' }, terms: order.terms }]
    const { isTrusted: _trusted, ...plain } = rejected
    const event: FlowEvent = isTrusted === undefined ? plain : rejected
    const { liveRequests: left } = next(withPart(order, { liveRequests }), event)
    expect(left).toHaveLength(isTrusted === undefined ? 1 : 0)
  })

  test('forgets the batch of calls', () => {
    expect(next(sending({ callsId: 'batch' }), rejected)).toMatchObject({ callsId: null })
  })
})

describe('a send whose wallet fails', () => {
  const lost = (code: 'walletGone' | 'walletFailed'): FlowEvent => ({
    kind: 'walletLost',
    requestId: 'requested',
    problem: createProblemData(code),
  })

  test('shows the error of the wallet, and when it came', () => {
    expect(next(sending(), lost('walletFailed'))).toMatchObject({
      state: 'unknown_outcome',
      problem: { code: 'walletFailed', money: 'unknown' },
      walletRequest: { connectionLostMs: nowMs, walletErrorMs: nowMs },
    })
  })

  test('says only that the wallet is silent when its connection ended', () => {
    const order = next(sending(), lost('walletGone'))
    expect(order).toMatchObject({ state: 'unknown_outcome', problem: { code: 'walletSilent' } })
    expect(order.walletRequest?.walletErrorMs).toBeUndefined()
    expect(order.walletRequest?.connectionLostMs).toBe(nowMs)
  })

  test('keeps the approval request, and reads the allowance', () => {
    expect(next(requesting('approve_requested', 'approve'), lost('walletFailed'))).toMatchObject({
      state: 'approve_requested',
      dueMs: nowMs,
      problem: { code: 'walletFailed' },
      walletRequest: { connectionLostMs: nowMs },
    })
  })
})

test('records once when the wallet got the send request', () => {
  const event: FlowEvent = { kind: 'sentToWallet', requestId: 'requested' }
  const order = next(sending(), event)
  expect(order.walletRequest?.sentToWalletMs).toBe(nowMs)
  expect(reduce(order, event, { nowMs: nowMs + 1, freshId: 'fresh' }).order).toBe(order)
})

describe('an answer to a superseded request', () => {
  const order = (purpose: WalletRequestRecord['purpose'], state: Order['state'] = 'needs_user') =>
    withPart(requesting(state, 'sign'), {
      walletRequest: null,
      viewed: true,
      supersededRequests: [
        { ...request, purpose },
        { ...request, requestId: 'another' },
      ],
    })
  const answered = (result: unknown): FlowEvent => ({ kind: 'walletAnswered', requestId: 'earlier', result })

  test.each(['approve', 'resetApproval'] as const)('records the transaction of %s', (purpose) => {
    const after = next(order(purpose), answered(other.toUpperCase().replace('0X', '0x')))
    expect(after.supersededRequests?.map(({ requestId }) => requestId)).toEqual(['another'])
    expect(after).toMatchObject({ viewed: false, transactions: [{ purpose, hash: other, accountNonce: 2 }] })
  })

  test('keeps the request when the answer is no hash', () => {
    const before = order('approve')
    expect(next(before, answered('yes'))).toBe(before)
  })

  test('records no transaction of an exit: the chain shows it', () => {
    const after = next(order('cancel'), answered(other))
    expect(after.supersededRequests).toHaveLength(1)
    expect(after.transactions).toEqual([])
  })

  test('keeps the earlier requests when the wallet refuses one that is not among them', () => {
    const { terms } = order('approve')
    const liveRequests = [{ record: { ...request, requestId: 'liveRequests' }, terms }]
    const before = withPart(order('approve'), { liveRequests })
    const after = next(before, { ...rejected, requestId: 'liveRequests' })
    expect([after.supersededRequests?.length, after.liveRequests]).toEqual([2, []])
    const { isTrusted: _trusted, ...untrusted } = rejected
    const answered = withPart(before, {
      liveRequests: liveRequests.map((one) => ({ ...one, isAnswered: true })),
    })
    expect(next(answered, { ...untrusted, requestId: 'liveRequests' })).toBe(answered)
  })

  test('drops the request when the wallet refuses it', () => {
    const after = next(order('approve'), { ...rejected, requestId: 'earlier' })
    expect(after.supersededRequests?.map(({ requestId }) => requestId)).toEqual(['another'])
  })
})

describe('an exit that is open while the swap continues', () => {
  const withdrawing = withPart(ofKind(requesting('unknown_outcome', 'withdraw'), 'native'), {
    sourceTransactionHash: hash,
  })

  test.each<[string, Order, FlowEvent, Order['state']]>([
    [
      'a withdrawal, when the transaction of the swap is found',
      withdrawing,
      { kind: 'transactionFound', hash },
      'sent',
    ],
    [
      'a withdrawal, when the transaction of the swap failed',
      withPart(withdrawing, { transactions: [transaction('sent')] }),
      { kind: 'transactionObserved', hash, state: 'failed', differs: false },
      'needs_user',
    ],
    [
      'a cancellation, when the stopped swap was signed all the same',
      withPart(requesting('stopping', 'cancel'), {
        liveRequests: [
          { record: { ...request, requestId: 'signing', purpose: 'sign' }, terms: withdrawing.terms },
        ],
      }),
      { kind: 'liveRequestsRead', usedId: 'signing', deadIds: [] },
      'unknown_outcome',
    ],
  ])('stays known to the wallet: %s', (_name, order, event, state) => {
    const after = next(order, event)
    expect(after).toMatchObject({ state, supersededRequests: [{ requestId: 'requested' }] })
    expect(after.walletRequest?.requestId).not.toBe('requested')
  })

  test('gives the transaction of the swap neither its request nor its nonce', () => {
    const { transactions } = next(withdrawing, { kind: 'transactionFound', hash })
    expect(transactions).toMatchObject([{ purpose: 'send', hash, accountNonce: null }])
    expect(transactions[0]).not.toHaveProperty('request')
  })
})

describe('the task while a send has no answer', () => {
  const task = (fields: OrderPart, readCount = 0) =>
    taskWhileSendRequested(sending({ ...fields, readCount })).name

  test('searches the transaction and polls in turns', () => {
    expect([task({}, 0), task({}, 1)]).toEqual(['findTransaction', 'poll'])
    const calls: WalletRequestRecord = { ...request, purpose: 'sign' }
    expect(task({ walletRequest: calls })).toBe('poll')
    expect(task({ walletRequest: calls, sourceTransactionHash: hash })).toBe('findTransaction')
  })

  const unknown = (fields: OrderPart, readCount = 0) =>
    taskWhileUnknown(sending({ ...fields, readCount }, 'unknown_outcome'), nowMs).name

  test.each<[string, OrderPart, readonly [string, string]]>([
    ['its pending transaction', { transactions: [transaction('sent')] }, ['watchTransaction', 'poll']],
    [
      'its request, after a failed one',
      { transactions: [transaction('failed')] },
      ['findTransaction', 'poll'],
    ],
    [
      'a failed transaction without a request',
      { transactions: [transaction('failed')], walletRequest: null },
      ['watchTransaction', 'poll'],
    ],
    ['its request', {}, ['findTransaction', 'poll']],
    ['only the service without either', { walletRequest: null }, ['poll', 'poll']],
    [
      'the request, after an approval',
      { transactions: [transaction('sent', { purpose: 'approve' })] },
      ['findTransaction', 'poll'],
    ],
  ])('reads %s in turns with the service', (_name, fields, [even, odd]) => {
    expect([unknown(fields, 0), unknown(fields, 1)]).toEqual([even, odd])
  })

  test.each<[string, readonly OrderTransaction[], string]>([
    ['searches a transaction that it does not know', [], 'findTransaction'],
    ['searches it after an approval', [transaction('sent', { purpose: 'approve' })], 'findTransaction'],
    ['searches it after a different one', [transaction('sent', { differs: true })], 'findTransaction'],
    [
      'watches its own, also after a different one',
      [transaction('sent', { differs: true }), transaction('sent', { hash: other })],
      'watchTransaction',
    ],
  ])('%s, while the service does not track the order', (_name, transactions, name) => {
    const order = withPart(ofKind(requesting('unknown_outcome', 'send'), 'manual'), { transactions })
    expect([0, 1].map((readCount) => taskWhileUnknown({ ...order, readCount }, nowMs).name)).toEqual([
      name,
      name,
    ])
  })

  test('watches a pending transaction and searches another open request in turns', () => {
    const fields = { transactions: [transaction('sent')] }
    const names = [0, 1, 2, 3, 4].map((readCount) => unknown(fields, readCount))
    expect(names).toEqual(['watchTransaction', 'poll', 'findTransaction', 'poll', 'watchTransaction'])
  })

  test.each(['failed', 'replaced'] as const)(
    'searches the other request on a single chain after a %s transaction',
    (state) => {
      const order = ofKind(requesting('unknown_outcome', 'send'), 'manual')
      const request = { ...order.reviewed.request, destinationChainId: order.reviewed.request.originChainId }
      const reviewed = { ...order.reviewed, request }
      const retried = { ...order, reviewed, transactions: [transaction(state)] }
      expect(taskWhileUnknown(retried, nowMs).name).toBe('findTransaction')
    },
  )

  test('reads the result of the calls first', () => {
    expect(unknown({ callsId: 'batch', walletRequest: null })).toBe('watchCalls')
    expect(unknown({ callsId: 'batch', walletRequest: null }, 1)).toBe('poll')
  })
})

test('retries an approval without an answer, and keeps the first request', () => {
  const order = next(requesting('approve_requested', 'approve'), { kind: 'retry', requestId: 'requested' })
  expect(order).toMatchObject({ state: 'confirmed', walletRequest: null, dueMs: nowMs })
  expect(order.supersededRequests).toMatchObject([{ requestId: 'requested' }])
})
