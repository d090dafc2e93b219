import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { displayUnits, formatUnits, isDigitString, parseUnits, unitsOf } from '../../../lib/base/decimal.ts'
import { Problem } from '../../../lib/base/problem.ts'

const largest = (1n << 256n) - 1n
const anyUnits = fc.bigInt({ min: 0n, max: largest })
const anyDecimals = fc.integer({ min: 0, max: 36 })

function codeOf(work: () => unknown): string {
  try {
    work()
  } catch (thrown) {
    if (thrown instanceof Problem) return thrown.data.code
    throw thrown
  }
  return 'accepted'
}

describe('parseUnits', () => {
  it.each([
    ['0', 6, 0n],
    ['0.0', 0, 0n],
    ['1', 0, 1n],
    ['1', 6, 1_000_000n],
    ['007', 0, 7n],
    ['1.5', 6, 1_500_000n],
    ['1,5', 6, 1_500_000n],
    ['.5', 1, 5n],
    ['5.', 1, 50n],
    ['1.10', 1, 11n],
    ['1.234', 3, 1234n],
    ['0,123', 3, 123n],
    ['1234,567', 3, 1_234_567n],
    ['1,234.56', 2, 123_456n],
    ['1.234,56', 2, 123_456n],
    ['1 234,56', 2, 123_456n],
    ['1\u202f234,567', 3, 1_234_567n],
    ["1'234.5", 1, 12_345n],
    ['1’234’567', 0, 1_234_567n],
    ['1,234,567', 0, 1_234_567n],
    ['1.234.567', 0, 1_234_567n],
    ['12,345,678.9', 1, 123_456_789n],
    ['  1.5\n', 1, 15n],
    [String(largest), 0, largest],
  ])('reads %j with %i decimals', (text, decimals, units) => {
    expect(parseUnits(text, decimals)).toBe(units)
  })

  it.each([
    '',
    ' ',
    '.',
    ',',
    '-1',
    '+1',
    '1e3',
    '0x10',
    'NaN',
    'Infinity',
    '1,234',
    '12,345',
    '1..2',
    '1,2,3',
    '1.2,3',
    '1,23.4',
    '1.2.3',
    '12 34',
    '1 2345',
    "1'23",
    '1,234,56',
    '1.234,567,8',
    '1 234 56',
    "1,234'567",
    '٣',
    '１',
    '1 $',
    '1_000',
    'ten',
    '9'.repeat(201),
  ])('refuses %j', (text) => {
    expect(codeOf(() => parseUnits(text, 18))).toBe('amountNotNumber')
  })

  it('refuses a digit that would be lost, and only that', () => {
    expect(codeOf(() => parseUnits('1.11', 1))).toBe('amountTooManyDecimals')
    expect(codeOf(() => parseUnits('0.0000001', 6))).toBe('amountTooManyDecimals')
    expect(parseUnits('1.10000000', 1)).toBe(11n)
  })

  it('refuses 2^256', () => {
    expect(codeOf(() => parseUnits(String(largest + 1n), 0))).toBe('amountTooLarge')
    expect(codeOf(() => parseUnits('1'.repeat(70), 18))).toBe('amountTooLarge')
  })

  it('gives back what formatUnits wrote', () => {
    fc.assert(
      fc.property(anyUnits, anyDecimals, (units, decimals) => {
        expect(parseUnits(formatUnits(units, decimals), decimals)).toBe(units)
      }),
    )
  })

  it('never rounds: what it takes is exactly what was written', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[0-9]{1,12}\.[0-9]{1,12}$/),
        fc.integer({ min: 0, max: 12 }),
        (text, decimals) => {
          const [whole = '', fraction = ''] = text.split('.')
          const exact = BigInt(whole + fraction.padEnd(12, '0'))
          const code = codeOf(() => parseUnits(text, decimals))
          if (code === 'accepted')
            expect(parseUnits(text, decimals) * 10n ** BigInt(12 - decimals)).toBe(exact)
          else expect(exact % 10n ** BigInt(12 - decimals)).not.toBe(0n)
        },
      ),
    )
  })

  it('answers any text with a number or a problem', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(['accepted', 'amountNotNumber', 'amountTooManyDecimals']).toContain(
          codeOf(() => parseUnits(text, 6)),
        )
      }),
    )
  })
})

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

  it('refuses what is no amount', () => {
    expect(codeOf(() => formatUnits('1.5', 6))).toBe('amountNotNumber')
    expect(codeOf(() => formatUnits(-1n, 6))).toBe('amountNotNumber')
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

  it('is never above the true value, never scientific, and near it', () => {
    fc.assert(
      fc.property(anyUnits, anyDecimals, fc.integer({ min: 1, max: 12 }), (units, decimals, significant) => {
        const text = displayUnits(units, decimals, significant)
        expect(text).toMatch(/^[0-9]+(\.[0-9]*[1-9])?$/)
        const shown = parseUnits(text, decimals)
        expect(shown <= units).toBe(true)
        // Less than one of the last place that counts is missing.
        if (units >= 10n ** BigInt(decimals)) expect(units - shown < 10n ** BigInt(decimals)).toBe(true)
        else expect((units - shown) * 10n ** BigInt(significant - 1) <= units).toBe(true)
      }),
    )
  })
})

describe('isDigitString', () => {
  it.each(['0', '1', '10', String(largest)])('takes %j', (text) => {
    expect(isDigitString(text)).toBe(true)
    expect(unitsOf(text)).toBe(BigInt(text))
  })

  it.each([
    '1e18',
    '0x10',
    '1.0',
    ' 1',
    '01',
    '00',
    '-1',
    '',
    'NaN',
    '9'.repeat(80),
    String(largest + 1n),
    1,
    null,
  ])('refuses %j', (value) => {
    expect(isDigitString(value)).toBe(false)
    if (typeof value === 'string') expect(codeOf(() => unitsOf(value))).toBe('amountNotNumber')
  })
})
