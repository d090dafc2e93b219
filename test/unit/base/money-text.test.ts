import { expect, test } from 'vitest'
import {
  formatExactMoney,
  formatPercent,
  grouped,
  hasUncomparedDigits,
} from '../../../lib/base/money-text.ts'

test.each([
  ['0', '0'],
  ['999', '999'],
  ['1000', '1,000'],
  ['1234567.12345', '1,234,567.12345'],
])('groups %s as %s', (text, shown) => {
  expect(grouped(text)).toBe(shown)
})

test('exact amounts are never cut', () => {
  const usdc = { symbol: 'USDC', decimals: 6 }
  expect(formatExactMoney('123456789', usdc)).toBe('123.456789 USDC')
  expect(formatExactMoney('1234567891234', usdc)).toBe('1,234,567.891234 USDC')
  expect(formatExactMoney('100000000', usdc)).toBe('100 USDC')
  const eth = { symbol: 'ETH', decimals: 18 }
  expect(formatExactMoney('1500000000000000001', eth)).toBe('1.500000000000000001 ETH')
  expect(formatExactMoney('1', { symbol: 'ETH', decimals: 18 })).toBe('0.000000000000000001 ETH')
})

test('a currency has no decimals or at least two', () => {
  const usdc = { symbol: 'USDC', decimals: 6 }
  expect(formatExactMoney('1240500000', usdc)).toBe('1,240.50 USDC')
  expect(formatExactMoney('98900000', usdc)).toBe('98.90 USDC')
  expect(formatExactMoney('98990000', usdc)).toBe('98.99 USDC')
  expect(formatExactMoney('1500000000000000000', { symbol: 'ETH', decimals: 18 })).toBe('1.5 ETH')
})

test.each([
  ['1228394291839504938271605', 18, true],
  ['1', 18, true],
  ['1234567', 7, true],
  ['1234560', 7, false],
  ['1234567891234', 6, false],
  ['1000000000000000000', 18, false],
])('says whether %s units of %s decimals have digits after the sixth decimal', (units, decimals, has) => {
  expect(hasUncomparedDigits(units, { decimals })).toBe(has)
})

test.each([
  ['0.5', '0.5%'],
  ['12.40', '12.40%'],
  ['-0.46', '−0.46%'],
  ['+0.46', '+0.46%'],
  ['1234.5', '1,234.5%'],
  ['0.00', '0%'],
])('writes %s as %s', (percent, shown) => {
  expect(formatPercent(percent)).toBe(shown)
})
