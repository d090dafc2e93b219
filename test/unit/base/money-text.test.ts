import { expect, test } from 'vitest'
import { formatExactMoney, grouped } from '../../../lib/base/money-text.ts'

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
  expect(formatExactMoney('1', { symbol: 'ETH', decimals: 18 })).toBe('0.000000000000000001 ETH')
})
