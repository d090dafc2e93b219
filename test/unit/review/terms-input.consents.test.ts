import { describe, expect, test } from 'vitest'
import { findExcessSlippage, isConsistentOutput } from '../../../lib/quote/routes.ts'
import { allTermConsents } from '../../../lib/review/terms-input.ts'
import { orderOf } from '../order/order-fixture.ts'

const { reviewed } = orderOf()
const codesOf = (kind: 'signed' | 'manual' | 'deposit', part: Partial<typeof reviewed>) =>
  allTermConsents({ kind, reviewed: { ...reviewed, ...part } }).map(({ code }) => code)

describe('slippageAbove', () => {
  test.each([
    ['1000000', '995000', '0.5', null],
    ['1000000', '994999', '0.5', null],
    ['1000000', '994998', '0.5', { percent: '0.51', limit: '0.5' }],
    ['1000000', '1000000', '0', null],
    ['1000000', '990000', null, null],
    ['1000000', '989998', null, { percent: '1.01', limit: '1' }],
    ['1000000', '100000', '5', { percent: '90.00', limit: '5' }],
    ['1000000', '1', null, { percent: '100.00', limit: '1' }],
    ['0', '0', '0.5', null],
  ])('%s promised, %s at least, %s allowed', (promised, least, allowed, above) => {
    expect(findExcessSlippage(promised, least, allowed)).toEqual(above)
  })
})

describe('the consents that terms require', () => {
  const even = { promisedAmount: '1000', minAmountOut: '999' }

  test('none for plain signed terms, one for manual and deposit routes', () => {
    expect(codesOf('signed', even)).toEqual([])
    expect(codesOf('manual', even)).toEqual(['unprovenRoute'])
    expect(codesOf('deposit', even)).toEqual(['depositAddress'])
  })

  test("one for a least below the user's slippage, and one for no least", () => {
    expect(codesOf('signed', { ...even, minAmountOut: '900' })).toEqual(['slippageAboveYours'])
    const asked = ['depositAddress', 'noPromise']
    expect(codesOf('deposit', { promisedAmount: '1000', minAmountOut: '0' })).toEqual(asked)
    expect(codesOf('deposit', { promisedAmount: '0', minAmountOut: '0' })).toEqual(asked)
  })
})

describe('a swap on the way', () => {
  const intermediateSwap = { token: reviewed.inputToken, minUnits: '5' }
  const even = { promisedAmount: '1000', minAmountOut: '999', intermediateSwap }
  const { symbol, address } = reviewed.inputToken
  const none = { level: 'none', percent: '0', lostInUsd: '0' } as const
  const loss = { ...none, checkedBy: 'feeds', isAtMinimum: false } as const
  const requestFor = (intermediateSwapPercent: string | null) =>
    allTermConsents({
      kind: 'signed',
      reviewed: { ...reviewed, ...even },
      loss: { ...loss, intermediateSwapPercent },
    })

  test('requires a consent where it has no price, and where it loses much', () => {
    const unpriced = { code: 'intermediateSwapUnpriced', facts: { symbol, token: address } }
    expect(requestFor(null)).toEqual([unpriced])
    expect(requestFor('10')).toEqual([{ code: 'intermediateSwapLoses', facts: { symbol, percent: '10' } }])
    expect(requestFor('9.99')).toEqual([])
    expect(requestFor('-3')).toEqual([])
    expect(codesOf('signed', even)).toEqual(['intermediateSwapUnpriced'])
  })
})

test.each([
  ['1000', '990', '985', true],
  ['1000', null, '985', true],
  ['985', '985', '985', true],
  ['0', null, '0', false],
  ['0', '990', '985', false],
  ['1000', '0', '0', false],
  ['984', null, '985', false],
  ['1000', '984', '985', false],
  ['984', '990', '985', false],
])('promised %s, %s after fees, %s at least: sound %s', (amount, effectiveAmount, minAmountOut, isSound) => {
  expect(isConsistentOutput({ amount, effectiveAmount, minAmountOut })).toBe(isSound)
})
