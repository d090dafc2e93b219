import { encodeAbiParameters } from 'viem'
import { expect, test } from 'vitest'
import { isAffiliateFee } from '../../../lib/checks/check-witness.ts'
import { honest, permitCheck, user } from './fixtures.ts'

const input = permitCheck(honest('SWAP_REQUEST'))
const taker = '0x00000000000000000000000000000000000fee00'

function feeOf(feeBps: string) {
  return { ...input, deployment: { ...input.deployment, fee: { feeBps, feeTakerAddress: taker } } } as const
}

function encoded(to: `0x${string}`, units: bigint) {
  return encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [to, units])
}

test('no fee is always fine', () => {
  expect(isAffiliateFee(input, '0x')).toBe(true)
  expect(isAffiliateFee(feeOf('10'), '0x')).toBe(true)
})

test.each<[string, bigint, boolean]>([
  ['10', 1500n, true],
  ['10', 1501n, false],
  // Rounded up, and no further: a whole part is one, a part of a part is one.
  ['0', 0n, true],
  ['0', 1n, false],
  ['0.01', 2n, true],
  ['0.01', 3n, false],
  // 3.5 of 10,000 parts of 1,500,000 are 525; 0.001 are 0.15, rounded up.
  ['3.5', 525n, true],
  ['3.5', 526n, false],
  ['0.001', 1n, true],
  ['0.001', 2n, false],
  ['1e3', 1n, false],
  ['-1', 1n, false],
  ['-1', 0n, true],
])('at %s bps a fee of %s', (feeBps, units, holds) => {
  expect(isAffiliateFee(feeOf(feeBps), encoded(taker, units))).toBe(holds)
})

test('nobody else takes a fee, and nothing else is one', () => {
  expect(isAffiliateFee(feeOf('10'), encoded(user, 1n))).toBe(false)
  expect(isAffiliateFee(input, encoded(taker, 1n))).toBe(false)
  expect(isAffiliateFee(feeOf('10'), `${encoded(taker, 1n)}00`)).toBe(false)
  expect(isAffiliateFee(feeOf('10'), `0x01${encoded(taker, 1n).slice(4)}`)).toBe(false)
  expect(isAffiliateFee(feeOf('10'), null)).toBe(false)
})

test.each([
  [1n, '10000', 1n, true],
  [1n, '10000', 2n, false],
  [10_000n, '1', 1n, true],
  [10_000n, '1', 2n, false],
  [10_001n, '1', 2n, true],
  [10n ** 30n, '500', 5n * 10n ** 28n, true],
  [10n ** 30n, '500', 5n * 10n ** 28n + 1n, false],
])('of an input of %s at %s bps a fee of %s', (inputUnits, feeBps, units, holds) => {
  const of = { ...feeOf(feeBps), ask: { ...input.ask, inputAmount: inputUnits.toString() } }
  expect(isAffiliateFee(of, encoded(taker, units))).toBe(holds)
})

test('a taker without a share, or a share without a taker, is no fee that was asked for', () => {
  const asked = (options: NonNullable<typeof input.ask.options>) =>
    isAffiliateFee({ ...input, ask: { ...input.ask, options } }, encoded(taker, 0n))
  expect(asked({ feeBps: '10', feeTakerAddress: taker })).toBe(true)
  expect(asked({ feeBps: '10' })).toBe(false)
  expect(asked({ feeTakerAddress: taker })).toBe(false)
})
