import { describe, expect, test } from 'vitest'
import { listRouteFees, sumFees, summarizeRoute } from '../../../lib/quote/route-summary.ts'
import { honest } from '../checks/fixtures.ts'

const { quote, route } = honest('SINGLE_OUTPUT_REQUEST')
const none = { fees: [], unknownFees: [] } as const

describe('routeSummary', () => {
  test('returns the output, its value and the loss', () => {
    expect(summarizeRoute(quote, route, none)).toMatchObject({
      promisedAmount: '1492380',
      minAmountOut: '1487902',
      inputValueInUsd: '1.5',
      outputValueInUsd: '1.49238',
      netValueInUsd: '1.49238',
      lossPercent: '0.51',
    })
  })

  test('has no net value when the gas fee is unknown', () => {
    expect(summarizeRoute(quote, route, { fees: [], unknownFees: ['gas'] }).netValueInUsd).toBeNull()
    expect(summarizeRoute(quote, route, { fees: [], unknownFees: ['route'] }).netValueInUsd).toBe('1.49238')
  })

  test.each([
    ['routeFee', 'route', null],
    ['gasFee', 'gas', null],
    ['affiliateFee', 'affiliate', '1.49238'],
  ] as const)('has a lower bound as total when the %s is unknown', (name, kind, netValueInUsd) => {
    const bent = { ...route, unreadFees: [name] }
    const list = listRouteFees(quote, bent, 'sign')
    expect(list.unknownFees).toContain(kind)
    expect(sumFees(list).isLowerBound).toBe(true)
    const summary = summarizeRoute(quote, bent, list)
    expect(summary.netValueInUsd).toBe(netValueInUsd)
    // The output is weighed anyway.
    expect(summary.lossPercent).toBe('0.51')
  })

  test('uses the amount of a service without effectiveAmount', () => {
    const output = { ...route.output, effectiveAmount: null }
    expect(summarizeRoute(quote, { output }, none).promisedAmount).toBe('1502116')
    const unpriced = summarizeRoute(quote, { output: { ...output, priceInUsd: null } }, none)
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
  ])('for a route that %s', (_, effectiveInUsd, figures) => {
    expect(summarizeRoute(quote, { output: { ...route.output, effectiveInUsd } }, none)).toMatchObject(
      figures,
    )
  })

  test('does not subtract costs again from the service’s value after costs', () => {
    const gas = { kind: 'gas', token: quote.input.token, amount: '1', feeInUsd: '0.4' } as const
    const netOf = (effectiveInUsd: string) =>
      summarizeRoute(quote, { output: { ...route.output, effectiveInUsd } }, { fees: [gas], unknownFees: [] })
        .netValueInUsd
    expect([netOf('1.09238'), netOf('1.0'), netOf('1.49238')]).toEqual(['1.09238', '1.0', '1.09238'])
  })

  test('uses the service’s value after costs when a price is missing', () => {
    const output = { ...route.output, priceInUsd: null, effectiveInUsd: '1.4' }
    expect(summarizeRoute(quote, { output }, none)).toMatchObject({
      outputValueInUsd: '1.4',
      netValueInUsd: '1.4',
      lossPercent: '6.67',
    })
  })

  test('guesses no values without prices', () => {
    const output = { ...route.output, priceInUsd: null }
    const input = { ...quote.input, priceInUsd: null, valueInUsd: null }
    const summary = summarizeRoute({ input }, { output }, none)
    expect(summary).toMatchObject({ inputValueInUsd: null, outputValueInUsd: null, lossPercent: null })
  })

  test('computes the value of the input from its price', () => {
    const input = { ...quote.input, valueInUsd: null }
    expect(summarizeRoute({ input }, route, none).inputValueInUsd).toBe('1.5')
  })
})
