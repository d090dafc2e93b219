import { describe, expect, test } from 'vitest'
import { nativeAddress } from '../../../lib/base/hex.ts'
import { routeSummary, withNativeFee } from '../../../lib/swap/route-summary.ts'
import { honest } from './fixtures.ts'

const { quote, route } = honest('SINGLE_OUTPUT_REQUEST')
const fee = { token: quote.input.token, amount: '2585', feeInUsd: '0.002584' }

describe('routeSummary', () => {
  test('the relayer takes what never arrives', () => {
    const summary = routeSummary(quote, route)
    expect(summary).toMatchObject({
      promisedAmount: '1492380',
      minAmountOut: '1487902',
      inputValueInUsd: '1.5',
      outputValueInUsd: '1.49238',
      totalFeeInUsd: '0.009736',
      lossPercent: '0.51',
    })
    expect(summary.fees).toEqual([
      { kind: 'relayer', token: route.output.token, amount: '9736', feeInUsd: '0.009736' },
    ])
  })

  test('every fee that is named counts', () => {
    const routeDetails = { ...route.routeDetails, routeFee: fee }
    const summary = routeSummary(quote, { ...route, routeDetails, affiliateFee: fee, gasFee: fee })
    expect(summary.fees.map(({ kind }) => kind)).toEqual(['relayer', 'route', 'affiliate', 'gas'])
    expect(summary.totalFeeInUsd).toBe('0.017488')
  })

  test('one fee without a value leaves the total unknown', () => {
    const summary = routeSummary(quote, { ...route, gasFee: { ...fee, feeInUsd: null } })
    expect(summary.totalFeeInUsd).toBe(null)
  })

  test.each([
    ['routeFee', 'route', null],
    ['gasFee', 'gas', null],
    ['affiliateFee', 'affiliate', '1.49238'],
  ] as const)('a %s that is not known leaves the total unknown', (name, kind, netValueInUsd) => {
    const summary = routeSummary(quote, { ...route, unreadFees: [name] })
    expect(summary).toMatchObject({ unknownFees: [kind], totalFeeInUsd: null, netValueInUsd })
    // What arrives is weighed all the same.
    expect(summary.lossPercent).toBe('0.51')
  })

  test('a service without effectiveAmount', () => {
    const output = { ...route.output, effectiveAmount: null }
    const summary = routeSummary(quote, { ...route, output })
    expect(summary).toMatchObject({ promisedAmount: '1502116', fees: [], totalFeeInUsd: '0' })
    const unpriced = routeSummary(quote, { ...route, output: { ...output, priceInUsd: null } })
    expect(unpriced.outputValueInUsd).toBe('1.502116')
  })

  test('without prices nothing is guessed', () => {
    const output = { ...route.output, priceInUsd: null }
    const input = { ...quote.input, priceInUsd: null, valueInUsd: null }
    const summary = routeSummary({ ...quote, input }, { ...route, output })
    expect(summary).toMatchObject({ inputValueInUsd: null, outputValueInUsd: null, lossPercent: null })
    expect(summary.totalFeeInUsd).toBe(null)
  })

  test("the input's value from its price where only that is given", () => {
    const input = { ...quote.input, valueInUsd: null }
    expect(routeSummary({ ...quote, input }, route).inputValueInUsd).toBe('1.5')
  })
})

describe('withNativeFee', () => {
  const native = { ...quote.input.token, address: nativeAddress, symbol: 'ETH' }
  const named = {
    kind: 'native',
    token: { ...native, symbol: 'named' },
    amount: '5',
    feeInUsd: '0.01',
  } as const
  const gas = { kind: 'gas', ...fee } as const

  test('is what the transaction sends, with the value of what was named where it is the same', () => {
    expect(withNativeFee([gas, named], 5n, native)).toEqual([gas, named])
    expect(withNativeFee([named, gas], 6n, native)).toEqual([
      gas,
      { kind: 'native', token: named.token, amount: '6', feeInUsd: null },
    ])
    expect(withNativeFee([gas], 6n, native)).toEqual([
      gas,
      { kind: 'native', token: native, amount: '6', feeInUsd: null },
    ])
  })

  test('is left out where nothing is sent', () => {
    expect(withNativeFee([gas, named], 0n, native)).toEqual([gas])
  })
})
