import { expect, test } from 'vitest'
import { gasLimits, gasReserveUnits, maxNativeUnits } from '../../../lib/flow/gas.ts'

test('twice today’s price is kept back', () => {
  expect(gasReserveUnits(3n, 'approve')).toBe(gasLimits.approve * 6n)
  expect(gasReserveUnits(3n, 'send')).toBe(gasLimits.send * 6n)
})

test.each<[string, bigint, bigint, bigint]>([
  ['the chain’s own reserve', 10n ** 9n, 5_000_000n, 10n ** 9n - 5_000_000n],
  ['our own, where it is more', 10n ** 9n, 1n, 10n ** 9n - gasReserveUnits(1n, 'send')],
  ['everything there is', 800_000n, 0n, 0n],
  ['more than there is', 5n, 0n, 0n],
])('what can be sent leaves %s', (_name, balance, chainReserve, most) => {
  expect(maxNativeUnits(balance, 1n, chainReserve)).toBe(most)
})
