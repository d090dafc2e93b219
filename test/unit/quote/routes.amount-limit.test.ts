import { expect, test } from 'vitest'
import { readAmountLimit } from '../../../lib/quote/routes.ts'

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
