import { describe, expect, test } from 'vitest'
import type { Order } from '../../../lib/order/order.ts'
import { canAutoAccept, withLeeway } from '../../../lib/order/order-terms.ts'
import { orderOf, withTerms } from './order-fixture.ts'

const base = orderOf()
const reviewed = (promisedAmount: string, minAmountOut: string, slippagePercent: string | null) => ({
  ...base.reviewed,
  request: { ...base.reviewed.request, slippagePercent },
  promisedAmount,
  minAmountOut,
  leeway: true as const,
})

const loss = {
  level: 'none',
  percent: '1.00',
  lostInUsd: '0.02',
  checkedBy: null,
  isAtMinimum: false,
} as const
const order = { ...base, reviewed: reviewed('1000000', '995000', null) }

describe('newer terms continue without a prompt', () => {
  const newer = (minAmountOut: string, promisedAmount = '999500') => ({
    terms: withTerms(order, { minAmountOut, promisedAmount }).terms,
    reviewed: { ...order.reviewed, minAmountOut, promisedAmount },
    loss,
  })

  test.each([
    ['as good as reviewed', newer('995000'), true],
    ['down to the least', newer('994005'), true],
    ['one unit below it', newer('994004'), false],
    ['with less than the slippage from its own promise', newer('994005', '1004100'), false],
    ['nobody weighed it', { ...newer('994005'), loss: null }, false],
    [
      'it loses enough for a yes',
      { ...newer('994005'), loss: { ...loss, level: 'confirm' as const } },
      false,
    ],
    [
      'its price wants a yes',
      { ...newer('994005'), loss: { ...loss, needsPriceConsent: true as const } },
      false,
    ],
  ])('%s', (_name, next, isGoing) => {
    expect(canAutoAccept(order, next)).toBe(isGoing)
  })

  test('never for another spender', () => {
    const typed = order.terms.signTypedData
    if (typed === null) throw new Error('no typed data')
    const values = { ...typed.values, spender: `0x${'ee'.repeat(20)}` }
    const next = newer('994005')
    expect(canAutoAccept(order, withTerms(next, { signTypedData: { ...typed, values } }))).toBe(false)
  })
})

describe('the review announces leeway', () => {
  const { leeway: _unsaid, ...plain } = order.reviewed
  const checked: Order = { ...order, reviewed: plain }

  test.each([
    ['where there is any', checked, loss, true],
    ['not of a deposit', { ...orderOf({ kind: 'deposit' }), reviewed: plain }, loss, undefined],
    ['not of a large loss', checked, { ...loss, level: 'confirm' as const }, undefined],
    [
      'not where the slippage leaves none',
      { ...checked, reviewed: { ...plain, request: { ...plain.request, slippagePercent: '0.5' } } },
      loss,
      undefined,
    ],
  ] as const)('%s', (_name, one: Order, weighed, said) => {
    expect(withLeeway(one, weighed).reviewed.leeway).toBe(said)
  })
})
