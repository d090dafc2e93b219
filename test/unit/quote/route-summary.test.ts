import { describe, expect, test } from 'vitest'
import { routeFees, routeSummary, totalOf } from '../../../lib/quote/route-summary.ts'
import { honest } from '../checks/fixtures.ts'

const { quote, route } = honest('SINGLE_OUTPUT_REQUEST')
const none = { fees: [], unknownFees: [] } as const

describe('routeSummary', () => {
  test('says what arrives, what it is worth and what is lost', () => {
    expect(routeSummary(quote, route, none)).toMatchObject({
      promisedAmount: '1492380',
      minAmountOut: '1487902',
      inputValueInUsd: '1.5',
      outputValueInUsd: '1.49238',
      netValueInUsd: '1.49238',
      lossPercent: '0.51',
    })
  })

  test('knows no net value where the network’s fee is not known', () => {
    expect(routeSummary(quote, route, { fees: [], unknownFees: ['gas'] }).netValueInUsd).toBeNull()
    expect(routeSummary(quote, route, { fees: [], unknownFees: ['route'] }).netValueInUsd).toBe('1.49238')
  })

  test.each([
    ['routeFee', 'route', null],
    ['gasFee', 'gas', null],
    ['affiliateFee', 'affiliate', '1.49238'],
  ] as const)('a %s that is not known makes the total a least', (name, kind, netValueInUsd) => {
    const bent = { ...route, unreadFees: [name] }
    const list = routeFees(quote, bent, 'sign')
    expect(list.unknownFees).toContain(kind)
    expect(totalOf(list).isLeast).toBe(true)
    const summary = routeSummary(quote, bent, list)
    expect(summary.netValueInUsd).toBe(netValueInUsd)
    // What arrives is weighed all the same.
    expect(summary.lossPercent).toBe('0.51')
  })

  test('a service without effectiveAmount', () => {
    const output = { ...route.output, effectiveAmount: null }
    expect(routeSummary(quote, { output }, none).promisedAmount).toBe('1502116')
    const unpriced = routeSummary(quote, { output: { ...output, priceInUsd: null } }, none)
    expect(unpriced.outputValueInUsd).toBe('1.502116')
  })

  test.each([
    [
      'costs more than it brings',
      '-0.3',
      { outputValueInUsd: '-0.3', netValueInUsd: '-0.3', lossPercent: '120.00' },
    ],
    [
      'brings less than its price says',
      '1.2',
      { outputValueInUsd: '1.2', netValueInUsd: '1.2', lossPercent: '20.00' },
    ],
    [
      'says that it brings more than its price',
      '1.6',
      { outputValueInUsd: '1.49238', netValueInUsd: '1.49238', lossPercent: '0.51' },
    ],
  ])('a route that %s', (_, effectiveInUsd, figures) => {
    expect(routeSummary(quote, { output: { ...route.output, effectiveInUsd } }, none)).toMatchObject(figures)
  })

  test('what is left after every cost is not charged again, and hides none', () => {
    const gas = { kind: 'gas', token: quote.input.token, amount: '1', feeInUsd: '0.4' } as const
    const netOf = (effectiveInUsd: string) =>
      routeSummary(quote, { output: { ...route.output, effectiveInUsd } }, { fees: [gas], unknownFees: [] })
        .netValueInUsd
    expect([netOf('1.09238'), netOf('1.0'), netOf('1.49238')]).toEqual(['1.09238', '1.0', '1.09238'])
  })

  test('without a price what is left says what arrives', () => {
    const output = { ...route.output, priceInUsd: null, effectiveInUsd: '1.4' }
    expect(routeSummary(quote, { output }, none)).toMatchObject({
      outputValueInUsd: '1.4',
      netValueInUsd: '1.4',
      lossPercent: '6.67',
    })
  })

  test('without prices nothing is guessed', () => {
    const output = { ...route.output, priceInUsd: null }
    const input = { ...quote.input, priceInUsd: null, valueInUsd: null }
    const summary = routeSummary({ input }, { output }, none)
    expect(summary).toMatchObject({ inputValueInUsd: null, outputValueInUsd: null, lossPercent: null })
  })

  test("the input's value from its price where only that is given", () => {
    const input = { ...quote.input, valueInUsd: null }
    expect(routeSummary({ input }, route, none).inputValueInUsd).toBe('1.5')
  })
})
