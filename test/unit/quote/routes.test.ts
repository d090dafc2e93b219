import { describe, expect, test } from 'vitest'
import {
  higherSuggestion,
  isHighSlippage,
  isSlippage,
  type RankedRoute,
  rankRoutes,
  readAmountLimit,
} from '../../../lib/quote/routes.ts'

describe('rankRoutes', () => {
  const one = (id: string, part: Partial<RankedRoute>): RankedRoute & { readonly id: string } => ({
    id,
    promisedAmount: '1000',
    netValueInUsd: '10',
    estimatedSeconds: 30,
    blocked: null,
    kind: 'manual',
    routeTags: [],
    ...part,
  })
  const ids = (
    routes: readonly (RankedRoute & { readonly id: string })[],
    sort: 'output' | 'time' = 'output',
  ) =>
    rankRoutes(routes, sort)
      .map(({ id }) => id)
      .join(' ')

  test('sorts by the value that arrives after gas', () => {
    const values = { a: '9.99', b: '10', c: '10.000001' }
    const routes = Object.entries(values).map(([id, netValueInUsd]) => one(id, { netValueInUsd }))
    expect(ids(routes)).toBe('c b a')
  })

  test('prefers 20 seconds to 19 minutes that bring ten cents more', () => {
    const slow = one('slow', { netValueInUsd: '10', estimatedSeconds: 1140 })
    const fast = one('fast', { netValueInUsd: '9.9', estimatedSeconds: 20 })
    expect(ids([slow, fast])).toBe('fast slow')
    expect(ids([slow, { ...fast, netValueInUsd: '9.8' }])).toBe('slow fast')
  })

  test('ignores the time when one route names none', () => {
    const slow = one('slow', { netValueInUsd: '10', estimatedSeconds: 1140 })
    const fast = one('fast', { netValueInUsd: '9.9', estimatedSeconds: 20 })
    const untimed = one('untimed', { netValueInUsd: '9.95', estimatedSeconds: null })
    expect(ids([slow, fast, untimed])).toBe('slow untimed fast')
  })

  test('sorts the suggested manual route first, unless it is blocked', () => {
    const tagged = one('tagged', { netValueInUsd: '9', routeTags: ['SUGGESTED'] })
    expect(ids([one('a', {}), tagged])).toBe('tagged a')
    expect(ids([one('a', {}), { ...tagged, kind: 'auto' }])).toBe('a tagged')
    expect(ids([one('a', {}), { ...tagged, blocked: {} }])).toBe('a tagged')
  })

  test('leaves ties in their order', () => {
    expect(ids([one('a', {}), one('b', { netValueInUsd: '10.0' }), one('c', {})])).toBe('a b c')
    expect(ids([one('c', {}), one('a', {}), one('b', {})], 'time')).toBe('c a b')
  })

  test('sorts by units when a price is missing', () => {
    const routes = [
      one('a', { netValueInUsd: null, promisedAmount: '999' }),
      one('b', { netValueInUsd: '1', promisedAmount: '1001' }),
      one('c', { netValueInUsd: '99', promisedAmount: '1000' }),
    ]
    expect(ids(routes)).toBe('b c a')
  })

  test('sorts by units, routes without a promise last, ties in their order', () => {
    const unpriced = (id: string, units: string | null) =>
      one(id, { netValueInUsd: null, promisedAmount: units })
    const mixed = [unpriced('x', null), unpriced('a', '5'), unpriced('y', null), unpriced('b', '5')]
    expect(ids(mixed)).toBe('a b x y')
    expect(ids([unpriced('a', '5'), unpriced('x', null), unpriced('b', '6')])).toBe('b a x')
  })

  test('sorts by time, unknown times last, ties by value', () => {
    const routes = [
      one('a', { estimatedSeconds: null }),
      one('b', { estimatedSeconds: 60 }),
      one('c', { estimatedSeconds: 12, netValueInUsd: '9' }),
      one('d', { estimatedSeconds: 12 }),
    ]
    expect(ids(routes, 'time')).toBe('d c b a')
  })

  test('sorts routes without a promise and blocked routes last', () => {
    const routes = [
      one('blocked', { blocked: {}, netValueInUsd: '99' }),
      one('silent', { promisedAmount: null, netValueInUsd: null }),
      one('a', {}),
    ]
    expect(ids(routes)).toBe('a silent blocked')
  })
})

test.each([
  ['Input amount is too low. Minimum is 1.5 USDC', { kind: 'tooSmall', limit: '1.5 USDC', tokens: '1.5' }],
  ['amount must be at least 2,000.50 usdc', { kind: 'tooSmall', limit: '2,000.50 USDC', tokens: '2000.50' }],
  ['amount must be at least 1,500 USDC', { kind: 'tooSmall', limit: '1,500 USDC', tokens: null }],
  ['Amount below minimum of $5', { kind: 'tooSmall', limit: '$5', tokens: null }],
  ['Amount exceeds maximum: 250000 USD', { kind: 'tooLarge', limit: '$250000', tokens: null }],
  ['inputAmount too small', { kind: 'tooSmall', limit: null, tokens: null }],
  ['The amount is too small', { kind: 'tooSmall', limit: null, tokens: null }],
  // A figure without a unit, with another unit, or one of two, is ambiguous.
  ['The amount is too small, minimum 1000000', { kind: 'tooSmall', limit: null, tokens: null }],
  ['Amount too small: 1 DAI needed', { kind: 'tooSmall', limit: null, tokens: null }],
  ['Amount 0.5 USDC is below 2 USDC', { kind: 'tooSmall', limit: null, tokens: null }],
  ['Amount too large for a minimum of liquidity', null],
  ['feeTakerAddress is not whitelisted for this integrator', null],
  ['the value of slippage must be at most 50', null],
  ['slippage must not be above 50', null],
])('readAmountLimit: %s', (message, expected) => {
  expect(readAmountLimit(message, 'USDC')).toEqual(expected)
})

test.each([
  ['0.5', '1', '1'],
  ['0.5', '0.50', null],
  ['1', '0.5', null],
  [null, '3', null],
  ['0.5', null, null],
] as const)(
  'with %s set by the user, a suggested slippage of %s is shown as %s',
  (own, suggested, reported) => {
    expect(higherSuggestion(own, suggested)).toBe(reported)
  },
)

test.each([
  ['0.01', true],
  ['50', true],
  ['0.1234', true],
  ['0.009', false],
  ['50.01', false],
  ['0.12345', false],
  ['', false],
  ['1e1', false],
])('a slippage of "%s" is allowed: %s', (text, isGood) => {
  expect(isSlippage(text)).toBe(isGood)
})

test.each([
  ['0.5', false],
  ['5', false],
  ['5.0001', true],
  ['50', true],
])('a slippage of %s percent is high: %s', (percent, isHigh) => {
  expect(isHighSlippage(percent)).toBe(isHigh)
})
