import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  compareDecimal,
  formatDecimal,
  formatUnits,
  isDecimalText,
  isDigitString,
  isNegative,
  knownValue,
  multiplyUnits,
  parseDigitString,
} from '../../../lib/base/decimal.ts'
import {
  addDecimals,
  decimalFromNumber,
  displayUnits,
  lossPercent,
  minDecimal,
  percentOfUnits,
  valueOfPart,
  valueOfUnits,
} from '../../../lib/base/decimal-math.ts'
import { Problem } from '../../../lib/base/problem.ts'
import { parseAmount } from '../../../lib/base/typed-text.ts'
import { problemCodeOf } from './problem-code.ts'

describe('valuation of units', () => {
  it('is exact at a price', () => {
    expect(valueOfUnits(1n, 18, '3000.00000001')).toBe('0.00000000000000300000000001')
    expect(valueOfUnits('1500000', 6, '0.999205')).toBe('1.4988075')
    expect(valueOfUnits(0n, 6, '1')).toBe('0')
    expect(valueOfUnits(5n, 0, '2')).toBe('10')
  })

  it('rounds up for a part of a whole', () => {
    expect(valueOfPart('10', '1', '3')).toBe('3.333334')
    expect(valueOfPart('10.5', '0.5', '1')).toBe('5.25')
    expect(valueOfPart('40000', '0.1', '3')).toBe('1333.333334')
    expect(valueOfPart('10', '-1', '3')).toBe('-3.333333')
    expect(valueOfPart('0.000001', '0.00001', '1')).toBe('0.000001')
  })
})

describe('decimalFromNumber', () => {
  it.each([
    [0, '0'],
    [-0, '0'],
    [100, '100'],
    [1.5, '1.5'],
    [1e-7, '0.0000001'],
    [-1.25e-9, '-0.00000000125'],
    [1.5e25, '15000000000000000000000000'],
    [1e21, '1000000000000000000000'],
    [0.999205, '0.999205'],
  ])('writes %s as %s', (n, text) => {
    expect(decimalFromNumber(n)).toBe(text)
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])('has no text for %s', (n) => {
    expect(decimalFromNumber(n)).toBeNull()
  })

  it('is exact: parsing the text gives the same number', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (n) => {
        const text = decimalFromNumber(n)
        expect(text !== null && isDecimalText(text)).toBe(true)
        expect(Number(text)).toBe(n === 0 ? 0 : n)
      }),
    )
  })
})

it.each(['', '.', '1.', '.5', '1e3', '+1', '1,5', ' 1', '--1', 'NaN', 1, null])(
  'isDecimalText refuses %j',
  (value) => {
    expect(isDecimalText(value)).toBe(false)
  },
)

describe('decimal arithmetic', () => {
  it('values units at a price, rounded down to six places', () => {
    expect(multiplyUnits(1_500_000n, 6, '0.999205')).toBe('1.498807')
    expect(multiplyUnits('1', 18, '3000')).toBe('0')
    expect(multiplyUnits(10n ** 18n, 18, '3000.5')).toBe('3000.5')
  })

  it.each([
    ['1.999', 2, '1.99'],
    ['1', 2, '1.00'],
    ['0.004', 2, '0.00'],
    ['-0.001', 2, '-0.01'],
    ['12.9', 0, '12'],
    ['0.1234567', 6, '0.123456'],
  ])('writes %s dollars with %i places as %s', (text, places, shown) => {
    expect(formatDecimal(text, places)).toBe(shown)
  })

  it('adds exactly', () => {
    expect(addDecimals('0.1', '0.2')).toBe('0.3')
    expect(addDecimals('100', '20')).toBe('120')
    expect(addDecimals('0.1', '0.20', '-1')).toBe('-0.7')
    expect(addDecimals()).toBe('0')
  })

  it('compares by value, not by text', () => {
    expect(compareDecimal('1.0', '1')).toBe(0)
    expect(compareDecimal('9', '10')).toBeLessThan(0)
    expect(compareDecimal('-1', '-1.5')).toBeGreaterThan(0)
  })

  it.each([
    ['1.5', '-0.2', '-0.2'],
    ['1.5', '1.49', '1.49'],
    ['1.5', null, '1.5'],
    [null, '-0.2', '-0.2'],
    [null, null, null],
  ])('returns the smaller of %s and %s: %s', (one, other, lesser) => {
    expect(minDecimal(one, other)).toBe(lesser)
  })

  it.each([
    ['-0.01', true],
    ['-0', false],
    ['0.01', false],
    [null, false],
  ])('%s is negative: %s', (text, isBelow) => {
    expect(isNegative(text)).toBe(isBelow)
  })

  it.each([
    ['0.00', null],
    ['-0', null],
    ['-0.01', '-0.01'],
    ['0.01', '0.01'],
    [null, null],
  ])('returns a value of %s as %s', (text, known) => {
    expect(knownValue(text)).toBe(known)
  })

  it.each([
    ['100', '99.99999', '0.01'],
    ['100', '100', '0.00'],
    ['100', '110', '-10.00'],
    ['100', '100.001', '0.00'],
    ['3', '2', '33.34'],
    ['1', '0', '100.00'],
    ['1.5', '-0.3', '120.00'],
    ['0', '1', null],
    [null, '1', null],
    ['1', null, null],
  ])('loses from %s to %s %s percent', (given, got, percent) => {
    expect(lossPercent(given, got)).toBe(percent)
  })

  it('never understates a loss', () => {
    const dollars = fc.bigInt({ min: 1n, max: 10n ** 15n })
    fc.assert(
      fc.property(dollars, dollars, (given, got) => {
        const percent = lossPercent(String(given), String(got)) ?? ''
        const hundredths = BigInt(percent.replace('.', ''))
        expect(hundredths * given >= (given - got) * 10_000n).toBe(true)
        expect((hundredths - 1n) * given < (given - got) * 10_000n).toBe(true)
      }),
    )
  })

  it('takes a percentage, rounded down', () => {
    expect(percentOfUnits(999n, '0.5')).toBe(4n)
    expect(percentOfUnits('1000', '100')).toBe(1000n)
    expect(percentOfUnits(1n, '99.99')).toBe(0n)
  })

  it('refuses text that is not a decimal', () => {
    expect(() => formatDecimal('1e3')).toThrow(Problem)
  })
})

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
