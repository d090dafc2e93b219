import { expect, test } from 'vitest'
import { gasLimits, gasReserveUnits, maxNativeUnits, reservedForGas } from '../../../lib/chain/costs.ts'

const priced = (perGasUnits: bigint, dataFeeUnits = 0n) => ({ perGasUnits, dataFeeUnits })

test.each<[string, bigint, bigint, bigint]>([
  ['twice the data fee', 10n ** 9n, 1_000n, 10n ** 9n - 800_000n - 2_000n],
  ['half for a data fee that is larger', 10n ** 9n, 2n ** 200n, 5n * 10n ** 8n - 800_000n],
  ['nothing if gas and data fee take the whole balance', 1_600_000n, 2n ** 200n, 0n],
])('the largest amount on a rollup leaves %s', (_name, balance, dataFeeUnits, most) => {
  expect(maxNativeUnits(balance, priced(1n, dataFeeUnits), 0n)).toBe(most)
})

test('reserves twice the current gas price', () => {
  expect(gasReserveUnits(priced(3n), 'approve')).toBe(gasLimits.approve * 6n)
  expect(gasReserveUnits(priced(3n), 'send')).toBe(gasLimits.send * 6n)
})

test.each<[string, bigint, bigint, bigint]>([
  ['what the service says', 10n ** 9n, 5_000_000n, 10n ** 9n - 5_000_000n],
  ['what it says in full, up to half', 10n ** 9n, 499_999_999n, 500_000_001n],
  ['half at most of what it says', 10n ** 9n, 2n ** 255n, 5n * 10n ** 8n],
  ['our own, where half is less', 1_200_000n, 2n ** 255n, 1_200_000n - gasReserveUnits(priced(1n), 'send')],
  ['our own, where it is more', 10n ** 9n, 1n, 10n ** 9n - gasReserveUnits(priced(1n), 'send')],
  ['everything there is', 800_000n, 0n, 0n],
  ['more than there is', 5n, 0n, 0n],
])('the largest amount leaves %s', (_name, balance, chainReserve, most) => {
  expect(maxNativeUnits(balance, priced(1n), chainReserve)).toBe(most)
})

test('whatever the service reports, Max stays as it was or at half, and nine tenths can be typed', () => {
  for (const balance of [0n, 1n, 799_999n, 800_001n, 8_000_000n, 10n ** 18n, 2n ** 200n]) {
    for (const said of [0n, 1n, balance / 20n, balance, 2n ** 256n - 1n]) {
      const most = maxNativeUnits(balance, priced(1n), said)
      const without = maxNativeUnits(balance, priced(1n), 0n)
      expect(most <= without).toBe(true)
      expect(most === without || most >= balance - balance / 2n).toBe(true)
      expect(reservedForGas(balance, 7n, said, 'typed') >= 7n).toBe(true)
      const typed = reservedForGas(balance, 0n, said, 'typed')
      expect(typed <= balance / 10n && typed <= reservedForGas(balance, 0n, said, 'max')).toBe(true)
    }
  }
})
