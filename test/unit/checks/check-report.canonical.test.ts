import { describe, expect, test } from 'vitest'
import { canonicalAddress } from '../../../lib/base/ethereum.ts'
import {
  canonicalBytes,
  canonicalUint,
  canonicalValue,
  member,
  membersOf,
} from '../../../lib/checks/check-report.ts'

describe('canonicalUint', () => {
  test.each<[unknown, bigint]>([
    ['0', 0n],
    ['10', 10n],
    [7, 7n],
    [Number.MAX_SAFE_INTEGER, BigInt(Number.MAX_SAFE_INTEGER)],
    [String(2n ** 256n - 1n), 2n ** 256n - 1n],
  ])('%s', (value, units) => {
    expect(canonicalUint(value)).toBe(units)
  })

  test.each([
    ...['1e18', '0x10', '1.0', ' 1', '01', '-1', '', 'NaN', '1'.repeat(80), String(2n ** 256n)],
    ...[1.5, -1, 2 ** 53, 1e20, Number.NaN, Number.POSITIVE_INFINITY],
    ...[null, undefined, true, [1], { value: 1 }, 1n],
  ])('%s is refused', (value) => {
    expect(canonicalUint(value)).toBe(null)
  })

  test('accepts values within its bits', () => {
    expect(canonicalUint(2 ** 32 - 1, 32)).toBe(4_294_967_295n)
    expect(canonicalUint(2 ** 32, 32)).toBe(null)
  })
})

test('canonicalBytes accepts whole bytes of one size', () => {
  expect(canonicalBytes('0xABcd')).toBe('0xabcd')
  expect(canonicalBytes('0xabcd', 2)).toBe('0xabcd')
  expect(canonicalBytes('0xabcd', 3)).toBe(null)
  for (const wrong of ['0xabc', 'abcd', '0Xabcd', '', 5, null]) expect(canonicalBytes(wrong)).toBe(null)
})

test('canonicalAddress refuses a wrong checksum', () => {
  const mixed = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
  expect(canonicalAddress(mixed)).toBe(mixed.toLowerCase())
  expect(canonicalAddress(`0x${mixed.slice(2).toUpperCase()}`)).toBe(mixed.toLowerCase())
  expect(canonicalAddress(mixed.replace('d8dA', 'd8da'))).toBe(null)
  expect(canonicalAddress(mixed.slice(2))).toBe(null)
})

test('canonicalValue accepts only the elementary types of the requests', () => {
  expect(canonicalValue('string', 'a')).toBe('a')
  expect(canonicalValue('string', 1)).toBe(null)
  expect(canonicalValue('bytes', '0xAB')).toBe('0xab')
  expect(canonicalValue('bytes4', '0xabcd')).toBe(null)
  expect(canonicalValue('uint8', 256)).toBe(null)
  for (const type of ['int256', 'bool', 'uint256[]', 'constructor'])
    expect(canonicalValue(type, 1)).toBe(null)
})

test('member returns only own members of objects', () => {
  expect(member({ a: 1 }, 'a')).toBe(1)
  expect(member({ a: 1 }, 'toString')).toBe(undefined)
  expect(member([1], 'length')).toBe(undefined)
  expect(member(null, 'a')).toBe(undefined)
})

test('membersOf returns members in order, and none for an unknown type', () => {
  const types = {
    Pair: [
      { name: 'b', type: 'uint256' },
      { name: 'a', type: 'address' },
    ],
  }
  expect(membersOf(types, 'Pair').map(({ name }) => name)).toEqual(['b', 'a'])
  expect(membersOf(types, 'Other')).toEqual([])
})
