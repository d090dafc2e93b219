import { describe, expect, test } from 'vitest'
import { inputValueOf, listFees, summarizeRoute } from '../../../lib/quote/route-summary.ts'
import type { RouteOutput } from '../../../lib/service/route.ts'
import { honest } from '../checks/fixtures.ts'

const { quote, route } = honest('SINGLE_OUTPUT_REQUEST')
const summaryOf = (output: Partial<RouteOutput>) =>
  summarizeRoute(quote, { ...route, output: { ...route.output, ...output } })

describe('routeSummary', () => {
  test('returns the output, its value and the cost', () => {
    expect(summarizeRoute(quote, route)).toMatchObject({
      promisedAmount: '1492380',
      minAmountOut: '1487902',
      outputValueInUsd: '1.49238',
      netValueInUsd: '1.49238',
      cost: { inUsd: '0.00762', percent: '0.51' },
    })
  })

  test('has no net value when the gas fee is unknown', () => {
    expect(summarizeRoute(quote, { ...route, userOp: 'tx' }).netValueInUsd).toBeNull()
    const unnamed = summarizeRoute(quote, route)
    expect([unnamed.unknownFees, unnamed.netValueInUsd]).toEqual([['route'], '1.49238'])
  })

  test.each([
    ['routeFee', 'route', null, false],
    ['gasFee', 'gas', null, true],
    ['affiliateFee', 'affiliate', '1.49238', false],
  ] as const)('names an unknown %s, whose value is no part of the fees', (name, kind, net, isLowerBound) => {
    const bent = { ...route, unreadFees: [name] }
    expect(listFees(quote, bent).unknownFees).toContain(kind)
    const summary = summarizeRoute(quote, bent)
    expect(summary.netValueInUsd).toBe(net)
    // The output is weighed anyway.
    expect(summary.cost).toMatchObject({ percent: '0.51', isLowerBound, isRestPrice: false })
  })

  test('uses the amount of a service without effectiveAmount', () => {
    expect(summaryOf({ effectiveAmount: null }).promisedAmount).toBe('1502116')
    const unpriced = summaryOf({ effectiveAmount: null, priceInUsd: null })
    expect(unpriced.outputValueInUsd).toBe('1.502116')
  })

  test.each([
    [
      'costs more than it brings',
      '-0.3',
      { outputValueInUsd: '-0.3', netValueInUsd: '-0.3', cost: { percent: '120.00' } },
    ],
    [
      'brings less than its price says',
      '1.2',
      { outputValueInUsd: '1.2', netValueInUsd: '1.2', cost: { percent: '20.00' } },
    ],
    [
      'says that it brings more than its price',
      '1.6',
      { outputValueInUsd: '1.49238', netValueInUsd: '1.49238', cost: { percent: '0.51' } },
    ],
  ])('for a route that %s', (_, effectiveInUsd, figures) => {
    expect(summaryOf({ effectiveInUsd })).toMatchObject(figures)
  })

  test('does not subtract costs again from the service’s value after costs', () => {
    const gasFee = { token: { ...quote.input.token, chainId: 5 }, amount: '1', feeInUsd: '0.4' }
    const netOf = (effectiveInUsd: string) =>
      summarizeRoute(quote, { ...route, gasFee, output: { ...route.output, effectiveInUsd } }).netValueInUsd
    expect([netOf('1.09238'), netOf('1.0'), netOf('1.49238')]).toEqual(['1.09238', '1.0', '1.09238'])
  })

  test('uses the service’s value after costs when a price is missing', () => {
    expect(summaryOf({ priceInUsd: null, effectiveInUsd: '1.4' })).toMatchObject({
      outputValueInUsd: '1.4',
      netValueInUsd: '1.4',
      cost: { percent: '6.67' },
    })
  })

  test('guesses no values without prices', () => {
    const output = { ...route.output, priceInUsd: null }
    const input = { ...quote.input, priceInUsd: null, valueInUsd: null }
    const summary = summarizeRoute({ ...quote, input }, { ...route, output })
    expect(summary).toMatchObject({ outputValueInUsd: null, cost: null })
    expect(inputValueOf(input)).toBeNull()
  })

  test('computes the value of the input from its price', () => {
    const input = { ...quote.input, valueInUsd: null }
    expect(inputValueOf(input)).toBe('1.5')
  })

  test.each([
    ['1', '1.5'],
    ['1.6', '1.6'],
  ])('takes the higher value of the input: %s by the service', (valueInUsd, higher) => {
    expect(inputValueOf({ ...quote.input, valueInUsd })).toBe(higher)
  })
})
