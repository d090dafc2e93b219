import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatUnits } from '../../../lib/base/decimal.ts'
import { parsePercent } from '../../../lib/base/typed-percent.ts'
import { parseAmount, readDollarAmount } from '../../../lib/base/typed-text.ts'
import { problemCodeOf } from './problem-code.ts'

const largest = (1n << 256n) - 1n
const anyUnits = fc.bigInt({ min: 0n, max: largest })
const anyDecimals = fc.integer({ min: 0, max: 36 })

describe('parseAmount', () => {
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
    expect(parseAmount(text, decimals)).toBe(units)
  })

  it.each([
    ...['', ' ', '.', ',', '-1', '+1', '1e3', '0x10', 'NaN', 'Infinity', '1,234', '12,345', '1..2'],
    ...['1,2,3', '1.2,3', '1,23.4', '1.2.3', '12 34', '1 2345', "1'23", '1,234,56', '1.234,567,8'],
    ...['1 234 56', "1,234'567", '٣', '１', '1 $', '1_000', 'ten', '9'.repeat(201)],
  ])('refuses %j', (text) => {
    expect(problemCodeOf(() => parseAmount(text, 18))).toBe('amountInvalid')
  })

  it('refuses a digit that would be lost, and nothing else', () => {
    expect(problemCodeOf(() => parseAmount('1.11', 1))).toBe('amountInvalid')
    expect(problemCodeOf(() => parseAmount('0.0000001', 6))).toBe('amountInvalid')
    expect(parseAmount('1.10000000', 1)).toBe(11n)
  })

  it('refuses 2^256', () => {
    expect(problemCodeOf(() => parseAmount(String(largest + 1n), 0))).toBe('amountInvalid')
    expect(problemCodeOf(() => parseAmount('1'.repeat(70), 18))).toBe('amountInvalid')
  })

  it('reads back the output of formatUnits', () => {
    fc.assert(
      fc.property(anyUnits, anyDecimals, (units, decimals) => {
        expect(parseAmount(formatUnits(units, decimals), decimals)).toBe(units)
      }),
    )
  })

  it('never rounds: an accepted amount is exactly the typed one', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[0-9]{1,12}\.[0-9]{1,12}$/),
        fc.integer({ min: 0, max: 12 }),
        (text, decimals) => {
          const [whole = '', fraction = ''] = text.split('.')
          const exact = BigInt(whole + fraction.padEnd(12, '0'))
          const code = problemCodeOf(() => parseAmount(text, decimals))
          if (code === 'accepted')
            expect(parseAmount(text, decimals) * 10n ** BigInt(12 - decimals)).toBe(exact)
          else expect(exact % 10n ** BigInt(12 - decimals)).not.toBe(0n)
        },
      ),
    )
  })

  it('returns a number or throws a problem for any text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const code = problemCodeOf(() => parseAmount(text, 6))
        expect(['accepted', 'amountInvalid']).toContain(code)
      }),
    )
  })
})

it('drops invisible characters around and inside an amount, but never joins two cells', () => {
  expect(parseAmount('\u200b1,304.53', 6)).toBe(1_304_530_000n)
  expect(parseAmount('\ufeff 1304.53\u2060', 6)).toBe(1_304_530_000n)
  expect(problemCodeOf(() => parseAmount('1\t234', 6))).toBe('amountInvalid')
})

it.each([
  ['$1,304.53', '1,304.53'],
  ['\u200b$1,304.53', '1,304.53'],
  [' $ 5', '5'],
  ['1,304.53', null],
  ['5 $', null],
])('readDollarAmount reads %j', (text, after) => {
  expect(readDollarAmount(text)).toBe(after)
})

describe('parsePercent', () => {
  const isAllowed = (percent: string) => Number(percent) >= 0.01 && Number(percent) <= 50
  const read = (text: string) => {
    const typed = parsePercent(text, isAllowed)
    return typed.kind === 'percent' ? typed.percent : typed.kind
  }

  it.each([
    ['0.5', '0.5'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['5.5', '5.5'],
    ['2%', '2'],
    ['2 %', '2'],
    ['\u200b2\u00a0%', '2'],
    [' 2.50 ', '2.5'],
    ['0,5', '0.5'],
    [',5', '0.5'],
    ['1,5 %', '1.5'],
    ['007', '7'],
    ['50', '50'],
    ['', 'empty'],
    [' ', 'empty'],
    ['.', 'unfinished'],
    ['0', 'unfinished'],
    ['0.', 'unfinished'],
    ['0.00', 'unfinished'],
    ['0,', 'unfinished'],
    ['0%', 'refused'],
    ['%', 'refused'],
    ['60', 'refused'],
    ['100', 'refused'],
    ['0.001', 'refused'],
    ['1,234', 'refused'],
    ['-1', 'refused'],
    ['1e1', 'refused'],
    ['2%%', 'refused'],
    ['$2', 'refused'],
    ['two', 'refused'],
  ])('reads %j as %s', (text, percent) => {
    expect(read(text)).toBe(percent)
  })
})
