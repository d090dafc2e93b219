import { expect, test } from 'vitest'
import { aboutCostOf, formatCostInDollars } from '../../../../components/parts/amount-text.ts'
import {
  costPartText,
  costPartWithShareText,
  costText,
  costTone,
  durationText,
} from '../../../../components/parts/cost-text.ts'
import type { SwapCost } from '../../../../lib/quote/swap-cost.ts'

const cost = (part: Partial<SwapCost>): SwapCost => ({
  ...{
    inUsd: '0.46',
    percent: '0.46',
    approvalGasInUsd: '0',
    isLowerBound: false,
    restInUsd: '0',
    isRestPrice: true,
    includesRefuel: false,
  },
  ...part,
})

// Without a browser, a text is its own key.
test.each([
  ['all of it known', cost({}), 'costAndShare', 'costOf'],
  ['a part unknown', cost({ isLowerBound: true }), 'atLeast', 'costAtLeast'],
  ['nothing known', null, 'unknown', 'costUnknown'],
])('a cost with %s', (_name, given, total, part) => {
  expect(costText(given)).toBe(total)
  expect(costPartText(given)).toBe(part)
  expect(costPartWithShareText(given)).toBe(part === 'costUnknown' ? part : `${part}WithShare`)
})

test.each([
  ['-2.00', ''],
  ['0.99', ''],
  ['1.00', 'tone-strong'],
  ['2.99', 'tone-strong'],
  ['3.00', 'tone-warning'],
  ['4.99', 'tone-warning'],
  ['5.00', 'tone-danger'],
  ['120.00', 'tone-danger'],
])('a cost of %s percent has the tone "%s"', (percent, tone) => {
  expect(costTone(percent)).toBe(tone)
})

test('fees are rounded up, a gain is rounded down', () => {
  expect(['0.1599', '0.16', '0.160001', '1234.561', '0'].map(formatCostInDollars)).toEqual([
    '$0.16',
    '$0.16',
    '$0.17',
    '$1,234.57',
    '$0.00',
  ])
  // A gain is never shown larger than it is.
  expect(['-0.009', '-0.01', '-1.019'].map(formatCostInDollars)).toEqual([
    '$0.00',
    '\u2212$0.01',
    '\u2212$1.01',
  ])
  const usdc = { symbol: 'USDC', decimals: 6 }
  const ether = { symbol: 'ETH', decimals: 18 }
  expect(aboutCostOf('123456789', usdc)).toBe('~123.46 USDC')
  expect(aboutCostOf('100000000', usdc)).toBe('~100.00 USDC')
  expect(aboutCostOf('1234567891', ether)).toBe('~0.00000000123457 ETH')
  expect(aboutCostOf('999999999999999999', ether)).toBe('~1 ETH')
})

test.each([
  [3_600, 'aboutMinutes'],
  [7_200, 'aboutHours'],
  [604_800, 'aboutDays'],
])('shows %i seconds as %s', (seconds, key) => {
  expect(durationText(seconds)).toBe(key)
})
