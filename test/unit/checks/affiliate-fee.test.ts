import { concat, numberToHex } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Address, Hex } from '../../../lib/base/hex.ts'
import { affiliateFeeUnits, isAffiliateFee, readAffiliateFee } from '../../../lib/checks/affiliate-fee.ts'
import { honest, permitCheck, user } from './fixtures.ts'

const input = permitCheck(honest('SWAP_REQUEST'))
const taker = '0x00000000000000000000000000000000000fee00'
/** One basis point as a share of 1e16. */
const bps = 10n ** 12n

function feeOf(feeBps: string) {
  return { ...input, deployment: { ...input.deployment, fee: { feeBps, feeTakerAddress: taker } } } as const
}

function packed(to: Address, share: bigint): Hex {
  return concat([to, numberToHex(share, { size: 7 })])
}

test('no fee always passes', () => {
  expect(isAffiliateFee(input, '0x')).toBe(true)
  expect(isAffiliateFee(feeOf('10'), '0x')).toBe(true)
})

test.each<[string, bigint, boolean]>([
  ['50', 50n * bps, true],
  ['50', 50n * bps + 1n, false],
  ['10', 0n, true],
  ['0', 0n, true],
  ['0', 1n, false],
  // 3.5 bps are 3.5e12, 0.001 bps are 1e9.
  ['3.5', 35n * 10n ** 11n, true],
  ['3.5', 35n * 10n ** 11n + 1n, false],
  ['0.001', 10n ** 9n, true],
  ['0.001', 10n ** 9n + 1n, false],
  // More than twelve decimals are rounded up, and no further.
  ['0.0000000000001', 1n, true],
  ['0.0000000000001', 2n, false],
  ['1e3', 1n, false],
  ['-1', 1n, false],
  ['-1', 0n, true],
])('at %s bps a share of %s passes: %s', (feeBps, share, holds) => {
  expect(isAffiliateFee(feeOf(feeBps), packed(taker, share))).toBe(holds)
})

test('only the requested taker may get a fee', () => {
  expect(isAffiliateFee(feeOf('10'), packed(user, 1n))).toBe(false)
  expect(isAffiliateFee(input, packed(taker, 1n))).toBe(false)
  expect(isAffiliateFee(feeOf('10'), packed(taker, 1n).toUpperCase().replace('X', 'x'))).toBe(true)
})

test.each<[string, unknown]>([
  ['26 bytes, as an older generation had', concat([taker, numberToHex(bps, { size: 6 })])],
  ['28 bytes', concat([packed(taker, bps), '0x00'])],
  [
    '64 bytes, as abi.encode makes them',
    concat([numberToHex(BigInt(taker), { size: 32 }), numberToHex(bps, { size: 32 })]),
  ],
  ['20 bytes', taker],
  ['two fees', concat([packed(taker, bps), packed(taker, bps)])],
  ['half a byte', `${packed(taker, bps)}0`],
  ['no bytes', null],
  ['an empty text', ''],
])('refuses %s', (_what, bytes) => {
  expect(isAffiliateFee(feeOf('10'), bytes)).toBe(false)
  expect(readAffiliateFee(bytes)).toBeNull()
})

test('a taker without a share, or a share without a taker, is no requested fee', () => {
  const requested = (options: NonNullable<typeof input.request.options>) =>
    isAffiliateFee({ ...input, request: { ...input.request, options } }, packed(taker, 0n))
  expect(requested({ feeBps: '10', feeTakerAddress: taker })).toBe(true)
  expect(requested({ feeBps: '10' })).toBe(false)
  expect(requested({ feeTakerAddress: taker })).toBe(false)
})

describe('the fee for a share', () => {
  test('decodes taker and share', () => {
    expect(readAffiliateFee(packed(taker, 50n * bps))).toEqual({ taker, share: 50n * bps })
  })

  test.each([
    [50n * bps, 1_500_000n, 7_500n],
    [35n * 10n ** 11n, 1_500_000n, 525n],
    [bps, 10_001n, 2n],
    [1n, 1n, 1n],
    [0n, 10n ** 30n, 0n],
    [500n * bps, 10n ** 30n, 5n * 10n ** 28n],
    [10n ** 16n, 7n, 7n],
  ])('a share of %s of %s units takes %s, rounded up', (share, units, taken) => {
    expect(affiliateFeeUnits({ taker, share }, units)).toBe(taken)
  })
})
