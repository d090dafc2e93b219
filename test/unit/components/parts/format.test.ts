import { afterEach, describe, expect, it } from 'vitest'
import {
  aboutCostOf,
  aboutMoneyOf,
  balanceOf,
  formatCompactDollars,
  formatCostInDollars,
} from '../../../../components/parts/amount-text.ts'
import {
  calculateRate,
  costPartText,
  costPartWithShareText,
  costText,
  costTone,
  durationText,
} from '../../../../components/parts/cost-text.ts'
import { formatDollars } from '../../../../components/parts/format.ts'
import { t, tWithFacts } from '../../../../components/parts/text.ts'
import { shortenHex } from '../../../../lib/base/hex.ts'
import type { SwapCost } from '../../../../lib/quote/swap-cost.ts'
import { usdcHarbour } from '../../models/fake-data.ts'

const ether = { symbol: 'ETH', decimals: 18 }

describe('format', () => {
  it('marks estimates, rounded down, with their symbol', () => {
    expect(aboutMoneyOf('1240500000', usdcHarbour)).toBe('~1,240.50 USDC')
    expect(aboutMoneyOf('99999999', usdcHarbour)).toBe('~99.99 USDC')
    expect(aboutMoneyOf('400000', usdcHarbour)).toBe('~0.40 USDC')
    expect(aboutMoneyOf('4321', usdcHarbour)).toBe('~0.004321 USDC')
    expect(aboutMoneyOf('1240567890000000000', ether)).toBe('~1.24056 ETH')
  })

  it('marks a balance only if it is cut', () => {
    expect(balanceOf('1240500000', usdcHarbour)).toBe('1,240.50')
    expect(balanceOf('0', usdcHarbour)).toBe('0')
    expect(balanceOf('1234567891234', usdcHarbour)).toBe('~1,234,567.89')
    expect(balanceOf('1500000000000000000', ether)).toBe('1.5')
  })

  it.each([
    ['0', '$0.00'],
    ['99.549999', '$99.54'],
    ['1234.5', '$1,234.50'],
    ['-1234.501', '\u2212$1,234.51'],
    ['-0.001', '\u2212$0.01'],
    ['0.009', 'underCent'],
    ['90071992547409931234.567', '$90,071,992,547,409,931,234.56'],
  ])('shows %s dollars as %s', (value, shown) => {
    expect(formatDollars(value)).toBe(shown)
  })

  it.each([
    ['24995308.64', '$24.9M'],
    ['1000000', '$1.0M'],
    ['999999.99', '$999,999.99'],
    ['3200000000.5', '$3.2B'],
  ])('shortens %s dollars to %s', (value, shown) => {
    expect(formatCompactDollars(value)).toBe(shown)
  })

  it('shortens hashes only', () => {
    expect(shortenHex('0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266')).toBe('0xf39f…2266')
    expect(shortenHex('req-12')).toBe('req-12')
  })
})

describe('rateOf', () => {
  it.each([
    ['100000000', 6, '99560000', 6, '0.9956'],
    ['3000000', 6, '1000000000000000000', 18, '0.333333'],
    ['1000000000000000000', 18, '2500000000', 6, '2,500'],
    ['5000000000000000000000000', 18, '10', 6, '0.000000000002'],
    ['0', 6, '1', 6, null],
    ['1', 6, '0', 6, null],
  ])('returns the output per token of %s (%s decimals) for %s', (input, from, output, to, expected) => {
    expect(calculateRate(input, { decimals: from }, output, { decimals: to })).toBe(expected)
  })
})

describe('t', () => {
  const reading = (texts: { readonly [key: string]: string }) =>
    Object.assign(globalThis, { browser: { i18n: { getMessage: (key: string) => texts[key] ?? '' } } })
  afterEach(() => Reflect.deleteProperty(globalThis, 'browser'))

  it('replaces placeholders by facts', () => {
    reading({ form_notEnough: 'Not enough {symbol} on Cape' })
    expect(t('form_notEnough', { symbol: '<b>' })).toBe('Not enough <b> on Cape')
    expect(t('form_notEnough', { symbol: '\u05d0\u05d1' })).toBe(
      'Not enough \u2068\u05d0\u05d1\u2069 on Cape',
    )
    reading({ form_notEnough: '\u05d0 {symbol}' })
    expect(t('form_notEnough', { symbol: 'Cape' })).toBe('\u05d0 \u2068Cape\u2069')
  })

  it('selects the plural form of a number', () => {
    reading({ tokensFound: '{count, plural, =0 {No tokens} one {# token} other {# tokens}} found' })
    expect([0, 1, 2, 1_240].map((count) => t('tokensFound', { count }))).toEqual([
      'No tokens found',
      '1 token found',
      '2 tokens found',
      '1,240 tokens found',
    ])
  })

  it('returns the fullest text that has all its facts', () => {
    reading({
      warning_valueLoss: 'You lose much.',
      warning_valueLoss_part: 'You lose {percent}%.',
      warning_valueLoss_named: 'You lose {percent}% ({dollars}).',
    })
    expect(tWithFacts('warning_valueLoss', { percent: '7.2', dollars: '$72' })).toBe('You lose 7.2% ($72).')
    expect(tWithFacts('warning_valueLoss', { percent: '7.2' })).toBe('You lose 7.2%.')
    expect(tWithFacts('warning_valueLoss', { dollars: '$72' })).toBe('You lose much.')
  })
})

const cost = (part: Partial<SwapCost>): SwapCost => ({
  ...{
    inUsd: '0.46',
    percent: '0.46',
    approvalGasInUsd: '0',
    isLowerBound: false,
    restInUsd: '0',
    isRestPrice: true,
    includesRefuel: false,
  },
  ...part,
})

// Without a browser, a text is its own key.
it.each([
  ['all of it known', cost({}), 'costAndShare', 'costOf'],
  ['a part unknown', cost({ isLowerBound: true }), 'atLeast', 'costAtLeast'],
  ['nothing known', null, 'unknown', 'costUnknown'],
])('a cost with %s', (_name, given, total, part) => {
  expect(costText(given)).toBe(total)
  expect(costPartText(given)).toBe(part)
  expect(costPartWithShareText(given)).toBe(part === 'costUnknown' ? part : `${part}WithShare`)
})

it.each([
  ['-2.00', ''],
  ['0.99', ''],
  ['1.00', 'tone-strong'],
  ['2.99', 'tone-strong'],
  ['3.00', 'tone-warning'],
  ['4.99', 'tone-warning'],
  ['5.00', 'tone-danger'],
  ['120.00', 'tone-danger'],
])('a cost of %s percent has the tone "%s"', (percent, tone) => {
  expect(costTone(percent)).toBe(tone)
})

it('fees are rounded up, a gain is rounded down', () => {
  expect(['0.1599', '0.16', '0.160001', '1234.561', '0'].map(formatCostInDollars)).toEqual([
    '$0.16',
    '$0.16',
    '$0.17',
    '$1,234.57',
    '$0.00',
  ])
  // A gain is never shown larger than it is.
  expect(['-0.009', '-0.01', '-1.019'].map(formatCostInDollars)).toEqual([
    '$0.00',
    '\u2212$0.01',
    '\u2212$1.01',
  ])
  const usdc = { symbol: 'USDC', decimals: 6 }
  const ether = { symbol: 'ETH', decimals: 18 }
  expect(aboutCostOf('123456789', usdc)).toBe('~123.46 USDC')
  expect(aboutCostOf('100000000', usdc)).toBe('~100.00 USDC')
  expect(aboutCostOf('1234567891', ether)).toBe('~0.00000000123457 ETH')
  expect(aboutCostOf('999999999999999999', ether)).toBe('~1 ETH')
})

it.each([
  [3_600, 'aboutMinutes'],
  [7_200, 'aboutHours'],
  [604_800, 'aboutDays'],
])('shows %i seconds as %s', (seconds, key) => {
  expect(durationText(seconds)).toBe(key)
})
