import { describe, expect, test } from 'vitest'
import { measureCost } from '../../../lib/quote/swap-cost.ts'
import { isGatePassed } from '../../../lib/review/agreement.ts'
import {
  type InOutValue,
  type LossGate,
  lossWithMinimum,
  type Valuations,
  valueLoss,
  withSameFigures,
} from '../../../lib/review/value-loss.ts'
import { valueByHolding, valueOfShare } from '../../../lib/service/token.ts'

const worth = (inUsd: string | null, outUsd: string | null): InOutValue => ({ inUsd, outUsd })
/** Neither side has a price. */
const noWorth = { inUsd: null, outUsd: null }
const none: Valuations = { amounts: null, feeds: noWorth, holdings: noWorth, quoted: noWorth }
const quoted = (given: string | null, got: string | null) => ({ ...none, quoted: worth(given, got) })

describe('loss gates', () => {
  test.each<[string, string, LossGate]>([
    ['100', '100', 'none'],
    ['100', '120', 'none'],
    ['100', '95.01', 'none'],
    ['100', '95', 'warn'],
    ['100', '90.01', 'warn'],
    ['100', '90', 'confirm'],
    ['100', '50.01', 'confirm'],
    ['100', '50', 'typed'],
    ['100', '0', 'typed'],
    ['1000000', '999000', 'none'],
    ['1000000', '998999.99', 'typed'],
  ])('giving %s dollars for %s has the gate %s', (given, got, level) => {
    expect(valueLoss(quoted(given, got))).toMatchObject({ level, checkedBy: null })
  })

  test('a loss that cannot be computed requires a confirmation', () => {
    for (const looks of [none, quoted('100', null), quoted(null, '100'), quoted('0', '5')]) {
      const unknown = { level: 'confirm', percent: null, lostInUsd: null, isAtMinimum: false }
      expect(valueLoss(looks)).toMatchObject(unknown)
    }
  })

  test('a feed of one side is not independent, and the worst valuation counts', () => {
    expect(valueLoss({ ...quoted('100', '100'), feeds: worth('200', null) })).toEqual({
      level: 'typed',
      percent: '50.00',
      lostInUsd: '100',
      checkedBy: null,
      needsPriceConsent: true,
      isAtMinimum: false,
    })
  })

  test.each<[string, Valuations, LossGate, 'feeds' | null]>([
    ['feeds of both sides', { ...quoted('100', '100'), feeds: worth('100', '89') }, 'confirm', 'feeds'],
    ['a worse quote', { ...quoted('100', '40'), feeds: worth('100', '100') }, 'typed', 'feeds'],
    ['feeds alone', { ...none, feeds: worth('100', '93') }, 'warn', 'feeds'],
    // Holdings are values of the service.
    ['worse holdings', { ...quoted('100', '100'), holdings: worth('100', '89') }, 'confirm', null],
    [
      'feeds and a worse holding',
      { ...quoted('100', '100'), feeds: worth('100', '99'), holdings: worth('250', null) },
      'typed',
      'feeds',
    ],
  ])('a loss is weighed by %s', (_name, looks, level, checkedBy) => {
    expect(valueLoss(looks)).toMatchObject({ level, checkedBy })
  })

  test.each<[string, string, LossGate, string]>([
    ['100', '100', 'none', '0.00'],
    ['100', '95', 'warn', '5.00'],
    ['100', '10', 'typed', '90.00'],
    ['100', '0.1', 'typed', '99.90'],
    ['1000', '101', 'typed', '89.90'],
  ])('%s of an asset for %s of it is a loss by amounts, whatever its price', (given, got, level, percent) => {
    const looks = { ...quoted('1', '1'), amounts: { given, got } }
    expect(valueLoss(looks)).toMatchObject({ level, percent, checkedBy: 'amounts' })
    expect(valueLoss({ ...none, amounts: { given, got } })).toMatchObject({ level, percent, lostInUsd: null })
  })

  test('the lost part of an asset is valued at its highest price', () => {
    const amounts = { given: '3', got: '2.9' }
    const feeds = worth('40000', null)
    const looks = { ...quoted('30000', null), amounts, feeds, holdings: worth('1', '1') }
    expect(valueLoss(looks)).toMatchObject({ level: 'typed', percent: '3.34', lostInUsd: '1333.333334' })
    expect(valueLoss({ ...looks, feeds: noWorth })).toMatchObject({ level: 'none', lostInUsd: '1000' })
  })

  test('at the same gate the larger loss counts, and a higher gate wins over a larger loss', () => {
    const looks = { ...quoted('100', '92'), feeds: worth('100', '94') }
    expect(valueLoss(looks)).toMatchObject({ level: 'warn', percent: '8.00' })
    const fedMore = { ...quoted('100', '94'), feeds: worth('100', '92') }
    expect(valueLoss(fedMore)).toMatchObject({ level: 'warn', percent: '8.00' })
    const dear = { ...quoted('100', '92'), feeds: worth('20000', '18900') }
    expect(valueLoss(dear)).toMatchObject({ level: 'typed', percent: '5.50', lostInUsd: '1100' })
    const dearest = { ...quoted('20000', '18900'), feeds: worth('100', '88') }
    expect(valueLoss(dearest)).toMatchObject({ level: 'typed', percent: '5.50', lostInUsd: '1100' })
  })

  test('for the same share lost the more trusted valuation gives the dollars', () => {
    const looks = { ...quoted('100', '94'), feeds: worth('200', '188') }
    expect(valueLoss(looks)).toMatchObject({ level: 'warn', percent: '6.00', lostInUsd: '12' })
  })

  test('an input of zero is no loss by amounts, and the other valuations decide', () => {
    expect(valueLoss({ ...quoted('100', '94'), amounts: { given: '0', got: '0' } }).level).toBe('warn')
  })

  test.each<[string, Valuations, boolean]>([
    ['100 dollars', quoted('100', '99'), true],
    ['100 dollars by a feed', { ...quoted('100', '99'), feeds: worth('100', null) }, false],
    ['a little by a feed, and more by the quote', { ...quoted('101', '99'), feeds: worth('1', null) }, true],
    ['more', quoted('100.000001', '99'), true],
    ['more by one feed', { ...quoted('1', '1'), feeds: worth('101', null) }, true],
    ['more by a holding', { ...quoted('1', '1'), holdings: worth('101', null) }, true],
    ['feeds of both', { ...quoted('500', '499'), feeds: worth('500', '499') }, false],
    ['one thing', { ...quoted('500', '499'), amounts: { given: '5', got: '5' } }, false],
    ['over 1 % of one thing without a feed', { ...none, amounts: { given: '100', got: '98.99' } }, true],
    ['1 % of one thing without a feed', { ...none, amounts: { given: '100', got: '99' } }, false],
    ['over 1,000 of one thing', { ...none, amounts: { given: '1000000', got: '998999.9' } }, true],
    ['1,000 of one thing', { ...none, amounts: { given: '1000000', got: '999000' } }, false],
    [
      'a part of one thing at a tiny price',
      { ...quoted('1', '1'), amounts: { given: '9', got: '8.9' } },
      true,
    ],
    ['so much of one thing that the word is typed', { ...none, amounts: { given: '9', got: '1' } }, false],
    [
      'a part of one thing with a feed',
      { ...quoted('9', '8'), amounts: { given: '9', got: '8.9' }, feeds: worth('9', null) },
      false,
    ],
    ['what nobody can work out, which asks for itself', quoted(null, '500'), false],
  ])('a price that only the service knows requires a consent: %s', (_name, looks, isRequested) => {
    expect(valueLoss(looks).needsPriceConsent ?? false).toBe(isRequested)
  })

  test('the signed least counts where its gate is higher', () => {
    const small = valueLoss(quoted('100', '99'))
    const large = valueLoss(quoted('100', '40'))
    expect(lossWithMinimum(small, large)).toEqual({ ...large, isAtMinimum: true })
    expect(lossWithMinimum(large, small)).toBe(large)
    expect(lossWithMinimum(large, large)).toBe(large)
    const six = valueLoss(quoted('100', '94'))
    expect(lossWithMinimum(small, six)).toEqual({ ...six, isAtMinimum: true })
    const eight = valueLoss(quoted('100', '92'))
    expect(lossWithMinimum(six, eight)).toEqual({ ...eight, isAtMinimum: true })
    expect(lossWithMinimum(small, valueLoss(quoted('100', '98')))).toBe(small)
    // Both are 5.00 %, rounded up, and only one is more than 1,000 dollars.
    const promised = valueLoss(quoted('20011', '19011.5'))
    const least = valueLoss(quoted('20011', '19010.5'))
    expect(promised).toMatchObject({ percent: '5.00', level: 'warn' })
    expect(least).toMatchObject({ percent: '5.00', level: 'typed' })
    expect(lossWithMinimum(promised, least)).toEqual({ ...least, isAtMinimum: true })
  })

  test('a lost part without a feed requires a consent where only the signed least loses over 1 %', () => {
    const lossOf = (got: string, feed: string | null = null) =>
      valueLoss({ ...none, amounts: { given: '100', got }, feeds: worth(feed, null) })
    const least = lossOf('98.5')
    expect(lossWithMinimum(lossOf('99.5'), least)).toEqual({ ...least, isAtMinimum: true })
    expect(least).toMatchObject({ level: 'none', percent: '1.50', needsPriceConsent: true })
    const small = lossOf('99.5')
    expect(lossWithMinimum(small, lossOf('99'))).toBe(small)
    const fed = lossOf('99.5', '100')
    expect(lossWithMinimum(fed, lossOf('98.5', '100'))).toBe(fed)
  })

  test.each<[LossGate, string | null, boolean]>([
    ['none', null, true],
    ['warn', null, true],
    ['confirm', null, false],
    ['confirm', 'no', false],
    ['confirm', 'yes', true],
    ['confirm', 'lose', true],
    ['typed', null, false],
    ['typed', 'yes', false],
    ['typed', '', false],
    ['typed', ' Lose ', true],
  ])('gate %s with the input %j', (level, said, isEnough) => {
    expect(isGatePassed(level, said)).toBe(isEnough)
  })
})

describe('the figures of a warned loss and of the total cost', () => {
  const values = { inputValueInUsd: '100', outputValueInUsd: '37.6' }
  const cost = measureCost({ ...values, fees: [], unknownFees: [] }, '0.03')
  const lossOf = (outUsd: string) => valueLoss({ ...quoted('100', '37.6'), feeds: worth('100', outUsd) })

  test('are the total cost, which counts the gas too', () => {
    const { loss, cost: shown } = withSameFigures(lossOf('37.6'), cost)
    expect(loss).toMatchObject({ level: 'typed', percent: '62.43', lostInUsd: '62.43' })
    expect(shown).toEqual(cost)
  })

  test('are the measured loss, if the feeds show a larger one', () => {
    const { loss, cost: shown } = withSameFigures(lossOf('30'), cost)
    expect(loss).toMatchObject({ percent: '70.00', lostInUsd: '70' })
    expect(shown).toEqual({ ...cost, percent: '70.00', inUsd: '70', restInUsd: '69.97' })
  })

  test('never get smaller, in percent or in dollars', () => {
    const loss = { ...lossOf('37.6'), percent: '80.00', lostInUsd: '8' }
    const { loss: warned, cost: shown } = withSameFigures(loss, cost)
    expect(warned).toMatchObject({ percent: '80.00', lostInUsd: '62.43' })
    expect(shown).toMatchObject({ percent: '80.00', inUsd: '62.43' })
  })

  test.each([
    ['no loss is warned of', { ...lossOf('37.6'), level: 'none' }, cost],
    ['the loss is that at the minimum', { ...lossOf('37.6'), isAtMinimum: true }, cost],
    ['the loss is unknown', valueLoss(none), cost],
    ['the cost is unknown', lossOf('37.6'), null],
  ] as const)('stay apart while %s', (_name, loss, total) => {
    expect(withSameFigures(loss, total)).toEqual({ loss, cost: total })
  })
})

describe('prices of holdings (API2)', () => {
  const held = { chainId: 1, address: '0xaa', balance: '2000000', balanceInUsd: '3.5' }

  test.each([
    ['2000000', '3.5'],
    ['1', '0.000001'],
    ['1000001', '1.750001'],
    ['0', '0'],
  ])('%s units are worth %s', (units, dollars) => {
    expect(valueByHolding([held], { chainId: 1, address: '0xaa' }, units)).toBe(dollars)
  })

  test('another token, or the same address on another chain, has no price', () => {
    expect(valueByHolding([held], { chainId: 2, address: '0xaa' }, '1')).toBeNull()
    expect(valueByHolding([held], { chainId: 1, address: '0xbb' }, '1')).toBeNull()
    expect(valueByHolding([], { chainId: 1, address: '0xaa' }, '1')).toBeNull()
  })

  test('a part is rounded down', () => {
    expect(valueOfShare('10', '1', '3')).toBe('3.333333')
    expect(valueOfShare('0.000001', '1', '3')).toBe('0')
  })
})
