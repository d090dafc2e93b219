import { describe, expect, test } from 'vitest'
import { nativeAddress } from '../../../lib/base/hex.ts'
import { inputValueOf, listFees, summarizeRoute, withNativeFee } from '../../../lib/quote/route-summary.ts'
import type { FeeList } from '../../../lib/quote/swap-cost.ts'
import type { RouteOutput } from '../../../lib/service/route.ts'
import { honest } from '../checks/fixtures.ts'
import { deposit } from './route-fixture.ts'

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
    ['costs more than it brings', '-0.3', '-0.3', '120.00'],
    ['brings less than its price says', '1.2', '1.2', '20.00'],
    ['says that it brings more than its price', '1.6', '1.49238', '0.51'],
  ])('for a route that %s', (_, effectiveInUsd, value, percent) => {
    const figures = { outputValueInUsd: value, netValueInUsd: value, cost: { percent } }
    expect(summaryOf({ effectiveInUsd })).toMatchObject(figures)
  })

  test('does not subtract costs again from the service’s value after costs', () => {
    const gasFee = { token: { ...quote.input.token, chainId: 5 }, amount: '1', feeInUsd: '0.4' }
    const netOf = (effectiveInUsd: string) =>
      summarizeRoute(quote, { ...route, gasFee, output: { ...route.output, effectiveInUsd } }).netValueInUsd
    expect([netOf('1.09238'), netOf('1.0'), netOf('1.49238')]).toEqual(['1.09238', '1.0', '1.09238'])
  })

  test('uses the service’s value after costs when a price is missing', () => {
    const values = { outputValueInUsd: '1.4', netValueInUsd: '1.4', cost: { percent: '6.67' } }
    expect(summaryOf({ priceInUsd: null, effectiveInUsd: '1.4' })).toMatchObject(values)
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

const fee = { token: quote.input.token, amount: '2585', feeInUsd: '0.002584' }
const native = { ...quote.input.token, address: nativeAddress, symbol: 'ETH' }
const gas = { ...fee, token: native }
const withRouteFee = (routeFee: typeof fee | null) => ({ ...route.routeDetails, routeFee })
const priced = { ...route, routeDetails: withRouteFee(fee) }
const kinds = ({ fees }: FeeList) => fees.map(({ kind }) => kind)

describe('the fees of a route', () => {
  test('have the relayer’s share, which never arrives, first', () => {
    expect(listFees(quote, priced).fees[0]).toEqual({
      ...{ kind: 'relayer', token: route.output.token, amount: '9736', feeInUsd: '0.009736' },
    })
  })

  test('include every named fee', () => {
    const list = listFees(quote, { ...priced, affiliateFee: fee, gasFee: gas })
    expect(kinds(list)).toEqual(['relayer', 'route', 'affiliate', 'gas'])
    expect(list.unknownFees).toEqual([])
    const values = ['0.009736', '0.002584', '0.002584', '0.002584']
    expect(list.fees.map(({ feeInUsd }) => feeInUsd)).toEqual(values)
  })

  test.each<[string, FeeList, readonly string[]]>([
    ['of the swap, not named', listFees(quote, route), ['route']],
    ['of the network, of what is sent', listFees(quote, { ...priced, userOp: 'tx' }), ['gas']],
    [
      'of the network, of what is sent, stated as zero',
      listFees(quote, { ...priced, userOp: 'tx', gasFee: { ...gas, amount: '0' } }),
      ['gas'],
    ],
    ['of the network, of what is signed: there is none', listFees(quote, priced), []],
    [
      'of the network, of what is signed, stated as zero: there is none',
      listFees(quote, { ...priced, gasFee: { ...gas, amount: '0' } }),
      [],
    ],
    [
      'of the delivery, without what is left after it',
      listFees(quote, { ...priced, output: { ...route.output, effectiveAmount: null } }),
      ['relayer'],
    ],
  ])('are unknown, not zero, if not stated: %s', (_name, list, unknown) => {
    expect(list.unknownFees).toEqual(unknown)
    for (const kind of unknown) expect(kinds(list)).not.toContain(kind)
  })

  test.each([
    ['left out', null, '0.002585'],
    ['nothing', '0', '0.002585'],
    ['nothing to many places', '0.000', '0.002585'],
    ['reported', '0.0025', '0.0025'],
  ])('use the quote’s own price for a value that is %s', (_name, feeInUsd, expected) => {
    const list = listFees(quote, { ...route, routeDetails: withRouteFee({ ...fee, feeInUsd } as typeof fee) })
    expect(list.fees[1]?.feeInUsd).toBe(expected)
  })

  test('have no value if neither the service nor the quote has a price', () => {
    const list = listFees(quote, { ...priced, gasFee: { ...gas, feeInUsd: '0' } })
    expect(list.fees[2]?.feeInUsd).toBeNull()
  })
})

describe('the fee of a deposit', () => {
  test.each([
    ['5', '750'],
    ['3.5', '525'],
    ['0.001', '1'],
    ['0', '0'],
    ['10000', '1500000'],
  ])('is %s basis points of the paid amount, rounded up', (totalFeeBps, amount) => {
    const list = listFees(quote, { ...deposit, totalFeeBps })
    const fees = [{ kind: 'deposit', amount, token: quote.input.token }]
    expect(list).toMatchObject({ fees, unknownFees: [] })
  })

  test.each([null, '-5', '12345678'])('is unknown for %s basis points', (totalFeeBps) => {
    const list = listFees(quote, { ...deposit, totalFeeBps })
    expect(list).toEqual({ fees: [], unknownFees: ['deposit'] })
  })

  test('is listed next to the part of the promise that never arrives', () => {
    const list = listFees(quote, { ...deposit, totalFeeBps: '5', output: route.output })
    expect(kinds(list)).toEqual(['relayer', 'deposit'])
    expect(list.fees.map(({ feeInUsd }) => feeInUsd)).toEqual(['0.009736', '0.00075'])
  })
})

describe('withNativeFee', () => {
  const token = { ...native, symbol: 'named' }
  const named = { kind: 'native', token, amount: '5', feeInUsd: '0.01' } as const
  const gasFee = { kind: 'gas', ...fee } as const

  test('returns the sent fee, with the named value if the amount is the same', () => {
    expect(withNativeFee([gasFee, named], 5n, native)).toEqual([gasFee, named])
    expect(withNativeFee([named, gasFee], 6n, native)).toEqual([
      gasFee,
      { kind: 'native', token: named.token, amount: '6', feeInUsd: null },
    ])
    expect(withNativeFee([gasFee], 6n, native)).toEqual([
      gasFee,
      { kind: 'native', token: native, amount: '6', feeInUsd: null },
    ])
  })

  test('leaves the fee out when nothing is sent', () => {
    expect(withNativeFee([gasFee, named], 0n, native)).toEqual([gasFee])
  })
})
