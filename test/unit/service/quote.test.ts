import { describe, expect, it } from 'vitest'
import { nativeAddress } from '../../../lib/base/hex.ts'
import type { DeploymentChain } from '../../../lib/deployment/schema.ts'
import type { QuoteRequest } from '../../../lib/service/quote-request.ts'
import { decodeGrouped } from '../../harness/decoded-quote.ts'
import { withValue } from '../base/with-value.ts'
import { harbour } from '../checks/fixtures.ts'
import { createFakeService, resultAnswer, serviceWith } from './fake-service.ts'
import { problemOf } from './problem-of.ts'
import { request, requestHash, signQuote, txQuote, user } from './quote-fixture.ts'

const options = { priority: 'quote' } as const
const quote = async (result: unknown, requested: QuoteRequest = request) =>
  decodeGrouped((await serviceWith(result).client.quote(requested, options)).result, requested)
const pathOf = async (result: unknown) => {
  const { code, facts } = await problemOf(quote(result))
  return `${code} ${facts.path}`
}
/** A position in the automatic route. */
const auto = (...path: (string | number)[]) => ['autoRoute', ...path]

describe('the input of a native request', () => {
  const wrappedNative = `0x${'77'.repeat(20)}` as const
  const currency = { name: 'Ether', symbol: 'ETH' }
  const weth = { chainId: 42161, address: wrappedNative, name: 'Wrapped Ether', symbol: 'WETH', decimals: 18 }
  const whole = { ...harbour, chainId: 42161, wrappedNative, currency }
  const { currency: _, ...nameless } = whole
  const inputOf = async (
    token: object,
    requested: string = nativeAddress,
    chain: DeploymentChain = whole,
  ) => {
    const answer = { ...signQuote, input: { ...signQuote.input, token } }
    const { client } = createFakeService(() => resultAnswer(answer), null, undefined, undefined, [chain])
    const native = { ...request, inputToken: requested }
    const { input } = decodeGrouped((await client.quote(native, options)).result, native, [chain])
    return [input.token.address, input.token.symbol, input.token.decimals, input.amount]
  }

  it('becomes the native currency when the service names its wrapped token', async () => {
    const { amount } = signQuote.input
    expect(await inputOf(weth)).toEqual([nativeAddress, 'ETH', 18, amount])
    const upper = `0x${wrappedNative.slice(2).toUpperCase()}`
    expect(await inputOf({ ...weth, address: upper })).toEqual([nativeAddress, 'ETH', 18, amount])
    expect((await inputOf({ ...weth, decimals: 6 }))[2]).toBe(6)
  })

  it('is unchanged for any other token, chain and request', async () => {
    const other = `0x${'78'.repeat(20)}`
    expect((await inputOf({ ...weth, address: other }))[0]).toBe(other)
    expect((await inputOf({ ...weth, chainId: 10 }))[0]).toBe(wrappedNative)
    expect((await inputOf(weth, request.inputToken))[0]).toBe(wrappedNative)
    expect((await inputOf(weth, nativeAddress, nameless))[0]).toBe(wrappedNative)
  })
})

describe('the answer', () => {
  it('is read with all fields', async () => {
    const decoded = await quote(signQuote)
    expect(decoded).toMatchObject({
      originChainId: 42161,
      userAddress: user,
      receiverAddress: user,
      input: { amount: '10000000', priceInUsd: '0.999205', valueInUsd: '9.99205' },
      autoRoute: {
        userOp: 'sign',
        requestHash,
        requestType: 'SINGLE_OUTPUT_REQUEST',
        output: {
          amount: '9988676',
          effectiveAmount: '9955638',
          minAmountOut: '9905859',
          valueInUsd: '9.988676',
          effectiveInUsd: '9.955638',
        },
        approvalData: { spenderAddress: '0x000000000022d473030f116ddee9f6b43ac78ba3' },
        affiliateFee: { amount: '2585', feeInUsd: null },
        gasFee: null,
        slippagePercent: '0.5',
        txData: null,
        estimatedSeconds: 12,
        routeDetails: { name: 'Exchange Protocol', logoURI: null, dexName: 'OpenOcean' },
        quoteId: '68b79aeab92d6307',
        quoteExpirySeconds: 1774896753,
        routeTags: ['MAX_OUTPUT', 'SUGGESTED'],
      },
    })
    expect(decoded.autoRoute?.routeDetails.routeFee).toMatchObject({ amount: '2585', feeInUsd: '0.002584' })
  })

  it('retains the typed data unchanged: values, keys and their order', async () => {
    const typed = (await quote(signQuote)).autoRoute?.signTypedData
    expect(JSON.stringify(typed)).toBe(JSON.stringify(signQuote.autoRoute.signTypedData))
  })

  it('has a transaction with its value in digits', async () => {
    const { autoRoute } = await quote(txQuote)
    expect(autoRoute?.txData).toEqual({
      to: '0xabcd000000000000000000000000000000000001',
      data: '0x4cdfec6e00',
      value: '1000000000000000000',
      chainId: 42161,
    })
    expect(autoRoute?.gasFee).toMatchObject({ amount: '5676000000000', feeInUsd: '0.009' })
    const decimal = withValue(txQuote, auto('txData', 'value'), '0')
    const bare = await quote(withValue(decimal, auto('txData', 'chainId'), undefined))
    expect(bare.autoRoute?.txData).toMatchObject({ value: '0', chainId: null })
  })

  it('is read with the required fields only', async () => {
    const absent = {
      autoRoute: ['approvalData', 'affiliateFee', 'gasFee', 'txData', 'slippage', 'estimatedTime', 'refuel'],
      output: [
        'effectiveAmount',
        'priceInUsd',
        'valueInUsd',
        'effectiveValueInUsd',
        'effectiveReceivedInUsd',
      ],
      whole: ['destinationExec', 'manualRoutes', 'depositRoute', 'autoRoutes'],
    }
    const without = (value: unknown, at: string[], keys: readonly string[]) =>
      keys.reduce((rest, key) => withValue(rest, [...at, key], undefined), value)
    let least = without(signQuote, ['autoRoute'], [...absent.autoRoute, 'routeTags'])
    least = without(without(least, ['autoRoute', 'output'], absent.output), [], absent.whole)
    least = withValue(least, auto('routeDetails'), { name: 'x' })
    expect(await quote(least)).toMatchObject({
      autoRoute: {
        approvalData: null,
        affiliateFee: null,
        slippagePercent: null,
        estimatedSeconds: null,
        routeTags: [],
        output: { effectiveAmount: null, valueInUsd: null },
        routeDetails: { name: 'x', routeFee: null, dexName: null },
      },
    })
  })

  it.each(['transaction', '', null, undefined, 7])(
    'with userOp %j is executed by its available data',
    async (userOp) => {
      const signed = withValue(signQuote, auto('userOp'), userOp)
      const sent = withValue(txQuote, auto('userOp'), userOp)
      expect((await quote(signed)).autoRoute).toMatchObject({ userOp: 'sign', txData: null })
      expect((await quote(sent)).autoRoute).toMatchObject({ userOp: 'tx', signTypedData: null })
      const both = withValue(signed, auto('txData'), txQuote.autoRoute.txData)
      expect((await quote(both)).autoRoute?.userOp).toBe('sign')
    },
  )

  it('with a known userOp is executed by it', async () => {
    const both = withValue(txQuote, auto('signTypedData'), signQuote.autoRoute.signTypedData)
    expect((await quote(both)).autoRoute).toMatchObject({ userOp: 'tx', signTypedData: null })
  })

  it.each([
    [{ to: user, data: 'not needed', value: 'none' }],
    [{ data: { instructions: [] } }],
    ['0x'],
    [[]],
    [{ ...txQuote.autoRoute.txData, value: 2 ** 60 }],
  ])('ignores a transaction next to typed data (%j)', async (txData) => {
    const found = (await quote(withValue(signQuote, auto('txData'), txData))).autoRoute
    expect(found).toMatchObject({ userOp: 'sign', txData: null, isForeign: false })
  })

  it('may lack typed data only for a placeholder', async () => {
    const bare = withValue(signQuote, auto('signTypedData'), null)
    expect(await pathOf(bare)).toBe('serviceAnswerInvalid $.autoRoute.signTypedData')
    expect((await quote(bare, { ...request, userAddress: null })).autoRoute?.signTypedData).toBeNull()
    const empty = withValue(txQuote, auto('txData'), null)
    expect(await pathOf(empty)).toBe('serviceAnswerInvalid $.autoRoute.txData')
  })

  it.each([
    [['input', 'priceInUsd'], `1.${'3'.repeat(398)}`],
    [['input', 'valueInUsd'], '9'.repeat(19)],
    [['autoRoute', 'output', 'priceInUsd'], '9'.repeat(399)],
    [['autoRoute', 'slippage'], `0.${'3'.repeat(90)}`],
  ])('is refused with a %j of absurd length', async (path, text) => {
    expect(await pathOf(withValue(signQuote, path, text))).toBe(`serviceAnswerInvalid $.${path.join('.')}`)
  })
})
