import { describe, expect, test } from 'vitest'
import { nativeAddress } from '../../../lib/base/hex.ts'
import type { Deployment } from '../../../lib/deployment/schema.ts'
import { configureQuote, listQuoteTokens } from '../../../lib/quote/configure-quote.ts'
import type { Quote } from '../../../lib/service/quote-shape.ts'
import type { RouteOutput } from '../../../lib/service/route.ts'
import { groupRoutes } from '../../harness/decoded-quote.ts'
import { honest } from '../checks/fixtures.ts'
import { manual } from './route-fixture.ts'

const deployment = { chains: [] } as unknown as Deployment
const { quote, route } = honest('SINGLE_OUTPUT_REQUEST')
const read = (part: Partial<Quote>) => groupRoutes(configureQuote(deployment, { ...quote, ...part }))
const withInput = (part: Partial<Quote['input']>) => read({ input: { ...quote.input, ...part } })
const withOutput = (part: Partial<RouteOutput>) =>
  read({ routes: [{ ...route, output: { ...route.output, ...part } }] })
const huge = `1${'0'.repeat(71)}`

describe('a native currency without 18 decimals', () => {
  const token = { ...route.output.token, address: nativeAddress, decimals: 9 }
  const sent = {
    ...quote,
    routes: [{ ...route, output: { ...route.output, token, priceInUsd: null, valueInUsd: null } }],
  }

  test('is refused on an EVM chain', () => {
    expect(() => configureQuote(deployment, sent)).toThrow('$.autoRoute.output.token.decimals')
    expect(() => configureQuote(deployment, sent, { [token.chainId]: 'evm' })).toThrow('18 decimals')
  })

  test('is accepted when the chain record names another address format', () => {
    const read = configureQuote(deployment, sent, { [token.chainId]: 'unknown' })
    expect(read.routes[0]?.output?.token.decimals).toBe(9)
  })
})

describe('a token that the deployment does not name', () => {
  const { token } = route.output
  const named = { ...token, symbol: 'USDC', name: 'Any Name', decimals: token.decimals }

  test('is shown as in the list of its chain', () => {
    const listed = { ...named, symbol: 'LISTED', name: 'Listed', logoURI: 'https://logos.example/a.png' }
    const routes = [{ ...route, output: { ...route.output, token: named } }]
    const read = configureQuote(deployment, { ...quote, routes }, {}, [listed])
    expect(read.routes[0]?.output?.token).toEqual({ ...listed, isVerified: false })
  })

  test('is refused when the list has other decimals', () => {
    const listed = { ...named, decimals: token.decimals + 1 }
    expect(() => configureQuote(deployment, quote, {}, [listed])).toThrow('$.autoRoute.output.token.decimals')
  })

  test('can be any token of a quote, including those of fees', () => {
    const fee = { token: { ...token, symbol: 'FEE' }, amount: '1', feeInUsd: null }
    const found = listQuoteTokens({ ...quote, routes: [{ ...route, gasFee: fee }, manual('Across')] })
    const symbols = found.map(({ symbol }) => symbol)
    expect(symbols).toEqual(expect.arrayContaining([quote.input.token.symbol, token.symbol, 'FEE']))
    expect(found.length).toBeGreaterThan(3)
  })
})

describe('the figures of a quote', () => {
  test.each([
    ['an input of 10^71', () => withInput({ amount: huge }), '$.input.amount'],
    ['a value eleven times the price', () => withInput({ valueInUsd: '16.6' }), '$.input.valueInUsd'],
    [
      'a value below the price',
      () => withInput({ amount: '15000000', valueInUsd: '1.2' }),
      '$.input.valueInUsd',
    ],
    ['a long price', () => withInput({ priceInUsd: `1.${'3'.repeat(398)}` }), '$.input.priceInUsd'],
    ['a value below nothing', () => withOutput({ valueInUsd: '-1.5' }), '$.autoRoute.output.valueInUsd'],
    ['a value of 10^70', () => withOutput({ valueInUsd: huge }), '$.autoRoute.output.valueInUsd'],
    ['a promise of 10^71', () => withOutput({ amount: huge }), '$.autoRoute.output.amount'],
    ['a real promise of 10^71', () => withOutput({ effectiveAmount: huge }), '$.autoRoute.output.amount'],
    ['a least of 10^71', () => withOutput({ minAmountOut: huge }), '$.autoRoute.output.amount'],
    ['an output worth a thousand', () => withOutput({ valueInUsd: '1502' }), '$.autoRoute.output.valueInUsd'],
  ])('are refused for %s', (_, make, path) => {
    expect(make).toThrow(`path=${path}`)
  })

  test.each([
    ['10^64', `1${'0'.repeat(64)}`, '0'],
    ['five dollars for none', '5000000', '0'],
    ['a dime for a thousand', '100000', '1000'],
  ])('are refused for a fee of %s', (_, amount, feeInUsd) => {
    const routeFee = { token: quote.input.token, amount, feeInUsd }
    const dear = { ...route, routeDetails: { ...route.routeDetails, routeFee } }
    expect(() => read({ routes: [dear] })).toThrow('$.autoRoute.routeDetails.routeFee')
    // The other routes stay.
    const several = read({ routes: [dear, manual('Across')] })
    expect(several).toMatchObject({ autoRoute: null, manualRoutes: [{ routeDetails: { name: 'Across' } }] })
  })

  test.each([
    ['as far as ten times', () => withInput({ valueInUsd: '15' })],
    [
      'after the fee',
      () => withOutput({ amount: '90000000', effectiveAmount: '1502116', valueInUsd: '1.5' }),
    ],
    ['cents', () => withInput({ amount: '900000', valueInUsd: '0.01' })],
    ['without a price', () => withInput({ priceInUsd: null, valueInUsd: '400' })],
    ['without a value', () => withOutput({ valueInUsd: null })],
  ])('are accepted for %s', (_, make) => {
    expect(make().autoRoute).not.toBeNull()
  })

  test('have no value when the service sends none', () => {
    expect(withInput({ valueInUsd: '0' }).input.valueInUsd).toBeNull()
    expect(withOutput({ valueInUsd: '0.0' }).autoRoute?.output.valueInUsd).toBeNull()
  })
})

test('treats a price of zero as unknown', () => {
  expect(withInput({ priceInUsd: '0', valueInUsd: '0.00' }).input).toMatchObject({
    priceInUsd: null,
    valueInUsd: null,
  })
  expect(withOutput({ priceInUsd: '0.0', valueInUsd: '0' }).autoRoute?.output).toMatchObject({
    priceInUsd: null,
    valueInUsd: null,
  })
})
