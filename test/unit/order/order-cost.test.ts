import { describe, expect, test } from 'vitest'
import type { Order, OrderTransaction } from '../../../lib/order/order.ts'
import { costTermsOf, measureOrderCost, receivedValueInUsd } from '../../../lib/order/order-cost.ts'
import { ethHarbour, quoteFor, quoteRequest, sendGas } from '../models/fake-data.ts'
import { doneOrder } from '../models/fake-orders.ts'

const nowMs = Date.UTC(2026, 10, 20)
const native = { token: ethHarbour, priceInUsd: '1500' }
const [relayer] = quoteFor(quoteRequest, nowMs).fees
const estimated = relayer === undefined ? [] : [relayer, sendGas]

function transaction(purpose: OrderTransaction['purpose'], part: Partial<OrderTransaction> = {}) {
  const [approval] = doneOrder(nowMs).transactions
  if (approval === undefined) throw new Error('no approval')
  const { gasUnits: _gas, ...plain } = approval
  return { ...plain, purpose, ...part }
}

type Part = Partial<Pick<Order, 'fulfilledAmount' | 'transactions' | 'native'>> & {
  readonly reviewed?: Partial<Order['reviewed']>
}

/** A delivered swap of 100 dollars whose quote promised 99.54. */
function costOf({ reviewed, ...part }: Part = {}) {
  const order = doneOrder(nowMs)
  const facts = { ...order, transactions: [], native, fulfilledAmount: '99540000', ...part }
  return measureOrderCost({ ...facts, reviewed: { ...order.reviewed, ...reviewed } })
}

test('values what arrived at the reviewed price, never rounded up', () => {
  const value = (
    fulfilledAmount: string | null,
    outputValueInUsd: string | null,
    promisedAmount = '3',
    more: object = {},
  ) =>
    receivedValueInUsd({
      fulfilledAmount,
      reviewed: { ...doneOrder(nowMs).reviewed, outputValueInUsd, promisedAmount, ...more },
    })
  expect(value('3', '10.5')).toBe('10.5')
  expect(value('2', '10')).toBe('6.666666')
  expect(value('4', '10')).toBe('13.333333')
  expect(value('3', null)).toBeNull()
  expect(value('3', '0')).toBeNull()
  expect(value(null, '10')).toBeNull()
  expect(value('3', '10', '0')).toBeNull()
  // The lower one counts, as before the swap.
  expect(value('3', '10', '3', { effectiveInUsd: '9' })).toBe('9')
})

describe('the cost of a swap', () => {
  test('is that of the reviewed quote until the swap is delivered', () => {
    const { reviewed } = doneOrder(nowMs)
    const transactions = [transaction('approve', { gasUnits: '1' })]
    expect(costTermsOf({ reviewed, transactions, native, fulfilledAmount: null })).toBe(reviewed)
    expect(costOf({ fulfilledAmount: null })).toMatchObject({ inUsd: '0.46', percent: '0.46' })
  })

  test.each([
    ['99540000', '0.46'],
    ['99541200', '0.4588'],
    ['99040000', '0.96'],
  ])('counts the %s that arrived', (fulfilledAmount, inUsd) => {
    expect(costOf({ fulfilledAmount })).toMatchObject({ inUsd, isLowerBound: false })
  })

  test.each([
    ['100', '1.4554'],
    ['49.77', '50.7277'],
    ['-1', '101'],
  ])("counts the service's value after all costs, %s, where it is lower", (effectiveInUsd, inUsd) => {
    const reviewed = { effectiveInUsd, promisedAmount: '99540000' }
    // A hundredth of the promise is missing.
    const cost = costOf({ fulfilledAmount: '98544600', reviewed })
    expect(cost?.inUsd).toBe(inUsd)
  })

  test('has the gas that was paid for all of its transactions in place of the estimate', () => {
    const gas = { gasUnits: '20000000000000' }
    const transactions = [
      transaction('resetApproval', gas),
      transaction('approve', { ...gas, state: 'replaced' }),
      transaction('approve', gas),
      transaction('send', { ...gas, state: 'failed' }),
      transaction('send', gas),
      transaction('revoke', gas),
    ]
    const cost = costOf({ transactions, reviewed: { fees: estimated } })
    expect(cost).toMatchObject({ inUsd: '0.58', isLowerBound: false, restInUsd: '0.06' })
  })

  test('has the gas of an approval, of which the quote says nothing', () => {
    const transactions = [transaction('approve', { gasUnits: '20000000000000' })]
    expect(costOf({ transactions })).toMatchObject({ inUsd: '0.49', isLowerBound: false })
  })

  const unknown: readonly [string, Part][] = [
    ['its gas is unknown', { transactions: [transaction('approve')] }],
    [
      'the gas of another one is unknown',
      { transactions: [transaction('approve', { gasUnits: '1' }), transaction('send')] },
    ],
  ]
  test.each(unknown)('is a lower bound for an approval if %s', (_why, part) => {
    expect(costOf(part)).toMatchObject({ inUsd: '0.46', isLowerBound: true })
  })

  test('is a lower bound for an approval if the gas has no price', () => {
    const { native: _native, ...order } = { ...doneOrder(nowMs), native }
    const transactions = [transaction('approve', { gasUnits: '1' })]
    expect(measureOrderCost({ ...order, transactions })).toMatchObject({ isLowerBound: true })
  })

  test('keeps the estimate of a sent swap whose gas is unknown', () => {
    const transactions = [transaction('send')]
    const cost = costOf({ transactions, reviewed: { fees: estimated } })
    expect(cost).toMatchObject({ inUsd: '0.52', isLowerBound: false })
  })
})
