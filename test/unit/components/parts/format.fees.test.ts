import { expect, test } from 'vitest'
import {
  aboutCostOf,
  durationText,
  feesText,
  feeTotalText,
  formatCostInDollars,
} from '../../../../components/parts/format.ts'
import type { FeeKind } from '../../../../lib/quote/route-summary.ts'
import { usdcHarbour } from '../../models/fake-data.ts'

const fees = (...values: readonly (string | null)[]) =>
  values.map((feeInUsd) => ({ kind: 'route' as const, token: usdcHarbour, amount: '1', feeInUsd }))

// Without a browser, a text is its own key.
test.each<[string, readonly (string | null)[], readonly FeeKind[], string, string]>([
  ['all of it known', ['0.40', '0.06'], [], '$0.46', 'feesOf'],
  ['a value unknown', ['0.40', null], [], 'atLeast', 'feesAtLeast'],
  ['a fee unknown', ['0.40'], ['gas'], 'atLeast', 'feesAtLeast'],
  ['nothing known', [], ['deposit'], 'unknown', 'feesUnknown'],
  ['nothing known next to a fee of nothing', ['0'], ['route'], 'unknown', 'feesUnknown'],
  ['a fee of nothing that is said', ['0'], [], '$0.00', 'feesOf'],
])('%s', (_name, values, unknownFees, total, part) => {
  const list = { fees: fees(...values), unknownFees }
  expect(feeTotalText(list)).toBe(total)
  expect(feesText(list)).toBe(part)
})

test('fees are rounded up, never in our favour', () => {
  expect(feeTotalText({ fees: fees('0.1599'), unknownFees: [] })).toBe('$0.16')
  expect(['0.16', '0.160001', '1234.561', '0'].map(formatCostInDollars)).toEqual([
    '$0.16',
    '$0.17',
    '$1,234.57',
    '$0.00',
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
