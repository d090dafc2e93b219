import { describe, expect, test } from 'vitest'
import { nativeAddress } from '../../../lib/base/hex.ts'
import type { Evidence } from '../../../lib/chain/evidence.ts'
import { createProblemData } from '../../../lib/order/change.ts'
import { endProblem } from '../../../lib/order/end-problems.ts'
import type { Order, OrderTransaction } from '../../../lib/order/order.ts'
import { orderView, supportText } from '../../../lib/order/order-view.ts'
import { reduce } from '../../../lib/order/reduce.ts'
import { orderOf, transactionOf } from './order-fixture.ts'

test('a swap whose approval was sent does not say that nothing was sent', () => {
  const stopped = { state: 'needs_user', problem: createProblemData('walletRejected') } as const
  const placeOf = (transactions: readonly OrderTransaction[]) =>
    orderView(orderOf({ ...stopped, transactions }), null).problem?.money
  expect(placeOf([])).toBe('nothingSent')
  expect(placeOf([transactionOf('approve', { state: 'dropped' })])).toBe('nothingSent')
  expect(placeOf([transactionOf('approve')])).toBe('approvedOnly')
  expect(placeOf([transactionOf('approve', { state: 'mined', minedMs: 2 })])).toBe('approvedOnly')
})

test('an offer costs what its own values say, not what the reviewed ones said', () => {
  const { terms, reviewed } = orderOf()
  const costOf = (outputValueInUsd: string | null) => {
    const loss = { percent: null, gate: 'none' } as never
    const offer = { id: 'offer-1', terms, loss, reviewed: { ...reviewed, outputValueInUsd } }
    return orderView(orderOf({ state: 'needs_user', offer }), null).offer?.cost
  }
  expect(costOf('1.38')).toMatchObject({ inUsd: '0.12', percent: '8.00', isLowerBound: false })
  expect(costOf(null)).toBeNull()
})

test('a view has the minimum of the terms that the wallet shows, not that of the review', () => {
  const one = orderOf({})
  const raised = (BigInt(one.reviewed.minAmountOut) + 1n).toString()
  const view = orderView({ ...one, terms: { ...one.terms, minAmountOut: raised } } as Order, null)
  expect([view.minAmountOut, view.reviewed.minAmountOut]).toEqual([raised, one.reviewed.minAmountOut])
})

describe('the place of the money at an end', () => {
  const extracted = [{ step: 'extracted', atMs: 1 }] as const

  test('after a payment on the origin chain is the origin, whatever was reported last', () => {
    expect(endProblem(orderOf({ statusCode: 1, timeline: extracted }), 5)?.money).toBe('atOrigin')
    expect(endProblem(orderOf({ statusCode: 1, timeline: [] }), 5)?.money).toBe('signatureLives')
  })

  test('of a deposit that Ferry could not read is unknown, whatever was read before that end', () => {
    const deposit = orderOf({ kind: 'deposit', state: 'deposit_awaited' })
    expect(endProblem(deposit, 5)?.money).toBe('unknown')
    const looked = reduce(
      deposit,
      { kind: 'depositObserved', units: '0' },
      { nowMs: 5, freshId: 'fresh' },
    ).order
    expect(endProblem(looked, 5)?.money).toBe('unknown')
    const paid = reduce(looked, { kind: 'depositObserved', units: '5' }, { nowMs: 6, freshId: 'fresh' }).order
    expect(endProblem(paid, 5)?.money).toBe('atOrigin')
  })

  test('of a deposit with an empty address includes the time of the last successful read', () => {
    const over = orderOf({
      kind: 'deposit',
      state: 'reported_terminal',
      statusCode: 5,
      problem: createProblemData('swapNotDelivered', 'unknown'),
    })
    const at = (nowMs: number) => ({ nowMs, freshId: 'fresh' })
    const none = { kind: 'proof', proof: 'pending' } as const
    expect(reduce(over, none, at(7)).order.problem?.money).toBe('unknown')
    const empty = reduce(over, { ...none, isDepositUnseen: true }, at(8)).order
    expect(empty).toMatchObject({
      depositUnseenMs: 8,
      problem: { money: 'depositNotObserved', facts: { depositUnseenMs: '8' } },
    })
    const again = reduce(empty, { ...none, isDepositUnseen: true }, at(9)).order
    expect(again.problem).toMatchObject({ money: 'depositNotObserved', facts: { depositUnseenMs: '9' } })
    // A failed read does not change the time.
    expect(reduce(again, none, at(10)).order.problem).toEqual(again.problem)
    const paid = reduce(again, { kind: 'depositObserved', units: '5' }, at(11)).order
    expect(paid.problem?.money).toBe('atOrigin')
    expect(paid.problem?.facts).not.toHaveProperty('depositUnseenMs')
  })

  test('of a deposit on an unreadable chain stays open, until a read shows it unpaid', () => {
    const over = orderOf({
      kind: 'deposit',
      state: 'reported_terminal',
      statusCode: 5,
      problem: createProblemData('swapNotDelivered', 'unknown'),
    })
    const context = { nowMs: 1_000_000, freshId: 'fresh' }
    const open = reduce(over, { kind: 'proof', proof: 'unreadable' }, context).order
    expect(open).toMatchObject({ fundsSettled: false, problem: { money: 'unknown' } })
    expect(open.dueMs).toBeGreaterThan(context.nowMs)
    const shown = reduce({ ...over, unusedSeenMs: 1 }, { kind: 'proof', proof: 'neverPaid' }, context).order
    expect(shown).toMatchObject({
      fundsSettled: true,
      problem: { money: 'depositNotObserved', facts: { depositUnseenMs: '1000000' } },
    })
  })

  test.each(['reported_terminal', 'verified_terminal'] as const)(
    'is added to the view of an order that is %s without a problem',
    (state) => {
      const order = orderOf({ state, statusCode: 5, timeline: extracted, problem: null })
      expect(orderView(order, null).problem).toEqual(endProblem(order, 5))
      expect(orderView({ ...order, statusCode: 4 }, null).problem).toBeNull()
      expect(orderView({ ...order, state: 'pending' }, null).problem).toBeNull()
      expect(orderView({ ...order, statusCode: null }, null).problem).toMatchObject({ money: 'unknown' })
    },
  )

  test('is the order’s own problem if it has one', () => {
    const problem = endProblem(orderOf(), 6)
    const order = orderOf({ state: 'reported_terminal', statusCode: 5, problem })
    expect(orderView(order, null).problem).toEqual(problem)
  })
})

test('lists the problem, anomalies and calls without an ID', () => {
  const order = orderOf({
    problem: createProblemData('swapNotDelivered', 'atOrigin'),
    anomalies: ['4->1'],
    serviceCalls: [{ endpoint: 'submit', atMs: 0, outcome: 'serviceTimeout', serverRequestId: null }],
  })
  const lines = supportText(order, '1').split('\n')
  expect(lines).toContain('problem swapNotDelivered said by ferry money atOrigin')
  expect(lines).toContain('anomaly 4->1')
  expect(lines.at(-1)).toBe('1970-01-01T00:00:00.000Z submit serviceTimeout -')
})

test('lists what one endpoint reports and the evidence of an end', () => {
  const evidence: Evidence = {
    kind: 'delivery',
    chainId: 31_338,
    hash: `0x${'d'.repeat(64)}`,
    token: nativeAddress,
    units: '7',
    logIndexes: [],
    blockNumber: '9',
    blockSeconds: 1,
    sources: 2,
  }
  const order = orderOf({ doubt: 'oneSource', evidence })
  const lines = supportText(order, '1').split('\n')
  expect(lines).toContain('chain says oneSource')
  // Native currency emits no event.
  expect(lines).toContain(
    `evidence delivery chain 31338 block 9 tx ${evidence.hash} events - units 7 sources 2`,
  )
})

test('lists the request ID of the answer that caused a problem', () => {
  const problem = createProblemData('routeUnusable', 'neverExecuted')
  const text = supportText(orderOf({ problem: { ...problem, serverRequestId: 'req-9' } }), '1')
  expect(text.split('\n')).toContain('problem routeUnusable said by ferry money neverExecuted req-9')
})

test('lists what support needs, and nothing that can sign', () => {
  const signature = `0x${'5'.repeat(130)}` as const
  const text = supportText(
    orderOf({
      signature,
      submitBody: `{"userSignature":"${signature}"}`,
      serviceCalls: [{ endpoint: 'status', atMs: 0, outcome: 'ok', serverRequestId: 'req-7' }],
    }),
    '0.1.0',
  )
  expect(text).toContain('Ferry 0.1.0')
  expect(text).toContain(orderOf().terms.requestHash)
  expect(text).toContain('1970-01-01T00:00:00.000Z status ok req-7')
  expect(text).not.toContain(signature)
  expect(text).not.toContain(orderOf().reviewed.request.userAddress)
  expect(text).not.toContain(orderOf().reviewed.request.receiverAddress)
})
