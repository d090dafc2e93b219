import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { displayUnits, formatUnits, isDigitString, parseDigitString } from '../../../lib/base/decimal.ts'
import { parseAmount } from '../../../lib/base/typed-text.ts'
import { problemCodeOf } from './problem-code.ts'

const largest = (1n << 256n) - 1n
const anyUnits = fc.bigInt({ min: 0n, max: largest })
const anyDecimals = fc.integer({ min: 0, max: 36 })

describe('formatUnits', () => {
  it.each([
    [0n, 6, '0'],
    [1n, 18, '0.000000000000000001'],
    [1_500_000n, 6, '1.5'],
    ['1000000', 6, '1'],
    [12n, 0, '12'],
  ])('writes %s with %i decimals as %s', (units, decimals, text) => {
    expect(formatUnits(units, decimals)).toBe(text)
  })

  it('refuses negative and malformed amounts', () => {
    expect(problemCodeOf(() => formatUnits('1.5', 6))).toBe('amountInvalid')
    expect(problemCodeOf(() => formatUnits(-1n, 6))).toBe('amountInvalid')
  })
})

describe('displayUnits', () => {
  it.each([
    [1_999_999n, 6, 3, '1.99'],
    [123_456_789_012n, 6, 6, '123456'],
    [1_234_567n, 18, 6, '0.00000000000123456'],
    [99_999_999n, 8, 2, '0.99'],
    [100_000_000n, 8, 2, '1'],
    [0n, 18, 6, '0'],
  ])('shortens %s', (units, decimals, significant, text) => {
    expect(displayUnits(units, decimals, significant)).toBe(text)
  })

  it('is never above the true value, never scientific, and close to it', () => {
    fc.assert(
      fc.property(anyUnits, anyDecimals, fc.integer({ min: 1, max: 12 }), (units, decimals, significant) => {
        const text = displayUnits(units, decimals, significant)
        expect(text).toMatch(/^[0-9]+(\.[0-9]*[1-9])?$/)
        const shown = parseAmount(text, decimals)
        expect(shown <= units).toBe(true)
        // The difference is less than one unit of the last displayed place.
        if (units >= 10n ** BigInt(decimals)) expect(units - shown < 10n ** BigInt(decimals)).toBe(true)
        else expect((units - shown) * 10n ** BigInt(significant - 1) <= units).toBe(true)
      }),
    )
  })
})

describe('isDigitString', () => {
  it.each(['0', '1', '10', String(largest)])('accepts %j', (text) => {
    expect(isDigitString(text)).toBe(true)
    expect(parseDigitString(text)).toBe(BigInt(text))
  })

  it.each([
    ...['1e18', '0x10', '1.0', ' 1', '01', '00', '-1', '', 'NaN', '9'.repeat(80), String(largest + 1n)],
    ...[1, null],
  ])('refuses %j', (value) => {
    expect(isDigitString(value)).toBe(false)
    if (typeof value === 'string') expect(problemCodeOf(() => parseDigitString(value))).toBe('amountInvalid')
  })
})
