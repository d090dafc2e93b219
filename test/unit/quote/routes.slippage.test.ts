import { expect, test } from 'vitest'
import { higherSuggestion, isHighSlippage, isSlippage } from '../../../lib/quote/routes.ts'

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
