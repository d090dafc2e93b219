import { describe, expect, test } from 'vitest'
import type { ProblemCode } from '../../../../lib/base/problem-codes.ts'
import { minuteMs, secondMs } from '../../../../lib/base/time.ts'
import { createProblemData } from '../../../../lib/order/change.ts'
import type { Order, OrderTransaction } from '../../../../lib/order/order.ts'
import { reduce, taskOf } from '../../../../lib/order/reduce.ts'
import type { OrderKind } from '../../../../lib/quote/terms.ts'
import type { StatusRecord } from '../../../../lib/service/status.ts'
import { requesting } from '../open-request.ts'
import { ofKind, orderOf, polledOf, recordOf, requestOf, transactionOf, withPart } from '../order-fixture.ts'

const submitting = orderOf({ state: 'submitting', submitBody: '{}', submitCount: 1 })
const { request } = submitting.reviewed
const hash = submitting.terms.requestHash ?? ''
const other = `0x${'99'.repeat(20)}`
const otherHash = `0x${'99'.repeat(32)}` as const

/** A deployment's record of the order (wire shapes 6). */
const whole = recordOf(submitting, { statusCode: 0, receiverAddress: request.receiverAddress })
/** The record of interface 4.6: a code without legs. */
const bare: StatusRecord = {
  ...whole,
  hash: '',
  statusCode: 1,
  originChainId: null,
  destinationChainId: null,
  inputToken: null,
  inputAmount: null,
  outputToken: null,
  userAddress: null,
  receiverAddress: null,
}

function looked(order: Order, record: StatusRecord): Order {
  return reduce(order, polledOf(record), { nowMs: 1_800_000_000_000, freshId: 'x' }).order
}

describe('a record of a signed request (R12)', () => {
  test('accepts the order when all parts match', () => {
    expect(looked(submitting, whole)).toMatchObject({ state: 'pending', statusCode: 0, anomalies: [] })
    expect(looked(submitting, { ...whole, outputToken: null })).toMatchObject({ state: 'pending' })
  })

  test.each<keyof StatusRecord>(['destinationChainId', 'inputToken', 'inputAmount', 'userAddress'])(
    'counts without %s as the answer for the requested hash, except PENDING while it is being submitted',
    (name) => {
      const incomplete = { ...whole, [name]: null }
      const pending = looked(submitting, { ...incomplete, statusCode: 0 })
      expect(pending).toMatchObject({ state: 'submitting', statusCode: null, anomalies: [] })
      const over = { ...incomplete, statusCode: 4 } as const
      expect(looked(submitting, over)).toMatchObject({ state: 'reported_terminal', statusCode: 4 })
      expect(looked(submitting, { ...over, hash: otherHash })).toMatchObject({
        state: 'submitting',
        anomalies: ['foreign status record'],
      })
    },
  )

  test.each<[keyof StatusRecord, unknown]>([
    ['originChainId', 1],
    ['destinationChainId', 1],
    ['inputToken', other],
    ['inputAmount', '1500001'],
    ['outputToken', other],
    ['userAddress', other],
  ])('is foreign with another %s', (name, value) => {
    const order = looked(submitting, { ...whole, [name]: value })
    expect(order).toMatchObject({ state: 'submitting', anomalies: ['foreign status record'] })
  })

  test('may name another output token at the end: the chain has to prove the delivery', () => {
    const record = { ...whole, statusCode: 4, fulfilledAmount: '1502116' } as const
    const order = looked(submitting, { ...record, outputToken: other })
    // Units of another token are no amount of the reviewed one.
    expect(order).toMatchObject({ state: 'reported_terminal', statusCode: 4, fulfilledAmount: null })
    expect(looked(submitting, record)).toMatchObject({ fulfilledAmount: '1502116' })
  })

  test('leaves its own signature request live no longer at the end, though Ferry stopped during the POST', () => {
    const liveRequests = [{ record: requestOf('sign'), terms: submitting.terms }]
    const order = looked(withPart(submitting, { liveRequests }), { ...whole, statusCode: 4 })
    expect(order).toMatchObject({ state: 'reported_terminal', liveRequests: [] })
  })
})

describe('a record without legs (interface 4.6)', () => {
  test.each<[string, Partial<StatusRecord>]>([
    ['that names no hash', {}],
    ['that names ours', { hash: hash.toUpperCase().replace('0X', '0x') }],
    ['that names the destination', { destinationChainId: request.destinationChainId }],
  ])('%s counts as the answer for the requested order', (_name, fields) => {
    expect(looked(submitting, { ...bare, ...fields })).toMatchObject({ state: 'pending', statusCode: 1 })
  })

  test('does not count as acceptance while it is PENDING, because an echo of an unknown hash is the same', () => {
    const order = looked(submitting, { ...bare, statusCode: 0 })
    expect(order).toMatchObject({ state: 'submitting', statusCode: null, anomalies: [] })
    expect(looked(submitting, { ...bare, statusCode: 0, hash })).toMatchObject({ state: 'submitting' })
    expect(looked(submitting, { ...bare, statusCode: null })).toMatchObject({ state: 'submitting' })
  })

  test('counts while it is PENDING, once the POST has returned the hash', () => {
    const submitted = { ...submitting, state: 'submitted' as const }
    expect(looked(submitted, { ...bare, statusCode: 0 })).toMatchObject({ state: 'pending', statusCode: 0 })
  })

  test.each<[string, Partial<StatusRecord>]>([
    ['another hash', { hash: otherHash }],
    ['another destination', { destinationChainId: 1 }],
    ['another input token', { inputToken: other }],
    ['another amount', { inputAmount: '1500001' }],
    ['another user', { userAddress: other }],
  ])('with %s is foreign', (_name, fields) => {
    expect(looked(submitting, { ...bare, ...fields })).toMatchObject({
      state: 'submitting',
      anomalies: ['foreign status record'],
    })
  })
})

test.each<[string, OrderKind]>([
  ['a sent request is in the inbox’s name', 'native'],
  ['a manual swap is identified by its transaction', 'manual'],
])('%s: accepts any user address', (_name, kind) => {
  const ofThat = ofKind(submitting, kind)
  const order: Order = { ...ofThat, state: 'sent', submitBody: null, sourceTransactionHash: otherHash }
  expect(looked(order, { ...whole, userAddress: other })).toMatchObject({ state: 'pending' })
  expect(looked(order, { ...whole, inputAmount: null })).toMatchObject({ state: 'sent' })
})

test('accepts a deposit with another amount than requested', () => {
  const paid = { state: 'deposit_awaited', depositObserved: { units: '7', atMs: 1 } } as const
  const order = withPart(ofKind(submitting, 'deposit'), { submitBody: null, ...paid })
  expect(looked(order, { ...whole, statusCode: 2, inputAmount: '7' })).toMatchObject({ state: 'pending' })
  expect(looked(order, { ...whole, statusCode: 2, inputToken: other })).toMatchObject({
    anomalies: ['foreign status record'],
  })
  expect(looked(order, { ...whole, statusCode: 5, inputToken: other })).toMatchObject({ anomalies: [] })
})

const send = transactionOf('send', {
  ...{ hash: `0x${'11'.repeat(32)}`, chainId: request.originChainId },
  ...{ state: 'mined', minedMs: 0, amountUnits: null },
})
const approval = { ...send, purpose: 'approve' as const }

test.each<[string, OrderKind, readonly OrderTransaction[], boolean]>([
  ['while Ferry knows none', 'native', [], true],
  ['while Ferry’s is not mined', 'native', [{ ...send, state: 'sent' }], true],
  ['not while the key of the service is not mined', 'manual', [{ ...send, state: 'sent' }], false],
  ['after the key of the service was dropped', 'manual', [{ ...send, state: 'dropped' }], true],
  ['if only an approval is not mined', 'manual', [{ ...approval, state: 'sent' }], true],
  ['not after the payment was mined', 'native', [approval, send], false],
])('takes the source transaction that the service names: %s', (_name, kind, transactions, isTaken) => {
  const order = orderOf({ kind, state: 'pending', transactions, sourceTransactionHash: send.hash })
  const found = looked(order, { ...recordOf(order, { statusCode: 1 }), sourceTransactionHash: otherHash })
  expect(found).toMatchObject({
    statusCode: 1,
    sourceTransactionHash: isTaken ? otherHash : send.hash,
  })
  expect(looked(order, recordOf(order, { statusCode: 1 })).sourceTransactionHash).toBe(send.hash)
})

test('reads the delivery in the form of the destination, and keeps a refund with its chain', () => {
  const { originChainId, destinationChainId } = request
  const order = orderOf({ state: 'pending', refundTransactionHash: otherHash, refundChainId: originChainId })
  const reviewed = { ...order.reviewed, request: { ...request, destinationFormat: 'tron' as const } }
  const record = recordOf(order, {
    statusCode: 1,
    destinationTransactionHash: hash,
    refundChainId: destinationChainId,
  })
  expect(looked({ ...order, reviewed }, record)).toMatchObject({
    destinationTransactionHash: hash.slice(2),
    refundTransactionHash: otherHash,
    refundChainId: originChainId,
  })
})

test('polls by the age of the order', () => {
  const nowMs = 1_800_000_000_000
  const order = orderOf({ state: 'submitted', createdMs: nowMs - 3_600_000, readCount: 60 })
  expect(looked(order, { ...bare, statusCode: null }).dueMs).toBe(nowMs + 30_000)
})

describe('a failed poll', () => {
  const { createdMs, terms } = submitting
  const lateMs = (terms.permitDeadlineSeconds ?? 0) * secondMs + 3 * minuteMs
  const afterFailure = (order: Order, code: ProblemCode = 'serviceFailed', nowMs = createdMs) => {
    const attempt = { endpoint: 'status', atMs: 0, outcome: code, serverRequestId: null } as const
    const problem = createProblemData(code, 'unknown')
    return reduce(order, { kind: 'pollFailed', problem, attempt }, { nowMs, freshId: 'x' }).order
  }
  const native = ofKind(orderOf(), 'native')
  const extracted = orderOf({ state: 'pending', statusCode: 2 })
  const cancelling = { sinceBlock: '1', isTooLate: false }

  test.each<[string, Order, string, number?]>([
    ['a send without an answer', ofKind(requesting('send_requested', 'send'), 'native'), 'findTransaction'],
    [
      'an unknown outcome',
      withPart(native, { state: 'unknown_outcome', transactions: [send] }),
      'watchTransaction',
    ],
    ['a sent swap', withPart(native, { state: 'sent', transactions: [send] }), 'watchTransaction'],
    ['a deposit', withPart(ofKind(orderOf(), 'deposit'), { state: 'deposit_awaited' }), 'watchDeposit'],
    ['a reported extraction', extracted, 'readNonce'],
    ['a POST without an answer, after its deadline', submitting, 'readNonce', lateMs],
    ['a cancellation', withPart(extracted, { cancelling }), 'watchCancel'],
    ['a reported end', withPart(extracted, { state: 'reported_terminal', statusCode: 5 }), 'verify'],
  ])('of %s gives the chain its turn', (_name, order, task, nowMs = createdMs) => {
    const next = afterFailure(withPart(order, { readCount: 1 }), 'serviceFailed', nowMs)
    expect(taskOf(next, nowMs)?.name).toBe(task)
  })

  test.each<[string, Order]>([
    ['only the service is polled', orderOf({ state: 'submitted' })],
    ['two hosts show an extraction', withPart(extracted, { isPermitOver: true })],
    ['a POST has no answer', submitting],
  ])('does not count while %s', (_name, order) => {
    expect(afterFailure(order).readCount).toBe(0)
  })

  test('counts after a verified delivery, whose completion is polled sixty times', () => {
    expect(afterFailure(orderOf({ state: 'verified_terminal', statusCode: 3 })).readCount).toBe(1)
  })

  test('that the service refused lets the same bytes be posted again', () => {
    expect(taskOf(afterFailure(submitting, 'serviceRefused'), createdMs)?.name).toBe('submit')
  })
})

test('counts two reports of a refund, whatever foreign records come between, and notes these once', () => {
  const failed = withPart(submitting, { state: 'reported_terminal', statusCode: 5, submitBody: null })
  const refunded = { ...whole, statusCode: 7 } as const
  const foreign = { ...whole, inputAmount: '1500001' }
  const once = looked(failed, refunded)
  expect(once).toMatchObject({ statusCode: 5, anomalies: ['5->7'] })
  const between = looked(looked(once, foreign), foreign)
  expect(between.anomalies).toEqual(['5->7', 'foreign status record'])
  expect(looked(between, refunded)).toMatchObject({ statusCode: 7, notification: { kind: 'refunded' } })
})

describe('a report about a swap whose send is open', () => {
  const record = requestOf('send')
  const pending: OrderTransaction = { ...send, state: 'sent', minedMs: null }
  const unanswered = (kind: OrderKind) => {
    const order = ofKind(orderOf({ state: 'unknown_outcome', walletRequest: record }), kind)
    return withPart(order, { liveRequests: [{ record, terms: order.terms }] })
  }
  const unmined = (kind: OrderKind) =>
    withPart(ofKind(orderOf({ state: 'sent' }), kind), { transactions: [pending] })
  const kinds = ['native', 'inbox', 'manual', 'deposit'] as const
  const open = kinds.flatMap((kind) => [
    [`${kind}, without an answer`, unanswered(kind)] as const,
    [`${kind}, in no block`, unmined(kind)] as const,
  ])

  test.each(open)(
    'PENDING without a source transaction keeps its state and its request: %s',
    (_name, order) => {
      const after = looked(order, recordOf(order, { statusCode: 0 }))
      expect(after).toMatchObject({ state: order.state, walletRequest: order.walletRequest, statusCode: 0 })
    },
  )

  test.each(open)('PENDING with a source transaction accepts it: %s', (_name, order) => {
    const part = { statusCode: 0, sourceTransactionHash: otherHash, hasSourcePayment: true } as const
    const after = looked(order, recordOf(order, part))
    expect(after).toMatchObject({ state: 'pending', walletRequest: null })
    expect(after.liveRequests).toEqual(order.liveRequests)
  })

  test.each(open)(
    'EXPIRED leaves the place of the money unknown, and the request live: %s',
    (_name, order) => {
      for (const timeline of [[], [{ step: 'extracted', atMs: 0 }]] as const) {
        const after = looked(withPart(order, { timeline }), recordOf(order, { statusCode: 5 }))
        expect(after).toMatchObject({ state: 'reported_terminal', problem: { money: 'unknown' } })
        expect(after.liveRequests).toEqual(order.liveRequests)
      }
    },
  )

  test.each(kinds)('EXPIRED says that the money of a mined transaction left: %s', (kind) => {
    const order = withPart(unmined(kind), { transactions: [send] })
    const after = looked(order, recordOf(order, { statusCode: 5 }))
    expect(after).toMatchObject({ state: 'reported_terminal', problem: { money: 'atOrigin' } })
  })

  test.each(kinds)('EXPIRED does not say that the money of a failed transaction left: %s', (kind) => {
    const order = withPart(unmined(kind), { transactions: [{ ...pending, state: 'failed' }] })
    const after = looked(order, recordOf(order, { statusCode: 5 }))
    expect(after).toMatchObject({ state: 'reported_terminal', problem: { money: 'unknown' } })
  })
})
