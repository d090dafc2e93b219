import { expect, test } from 'vitest'
import { formatExactMoney, formatPercent, grouped, splitExactMoney } from '../../../lib/base/money-text.ts'

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
  expect(formatExactMoney('1500000000000000001', { symbol: 'ETH', decimals: 18 })).toBe(
    '1.500000000000000001 ETH',
  )
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
  ['1228394291839504938271605', 18, ['1,228,394.291839', '504938271605', ' DAI']],
  ['1', 18, ['0.000000', '000000000001', ' DAI']],
  ['1234567891234', 6, ['1,234,567.891234 DAI', '', '']],
  ['1000000000000000000', 18, ['1 DAI', '', '']],
])('splits %s units of %s decimals after the sixth decimal, and loses no digit', (units, decimals, parts) => {
  const token = { symbol: 'DAI', decimals }
  expect(splitExactMoney(units, token)).toEqual(parts)
  expect(splitExactMoney(units, token).join('')).toBe(formatExactMoney(units, token))
})

test('splits the figure, not a symbol that repeats its digits', () => {
  const token = { symbol: 'A1.2345678', decimals: 7 }
  expect(splitExactMoney('12345678', token)).toEqual(['1.234567', '8', ' A1.2345678'])
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
