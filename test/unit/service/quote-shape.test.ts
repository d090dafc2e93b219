import { describe, expect, it } from 'vitest'
import { decodeGrouped } from '../../harness/decoded-quote.ts'
import { problemCodeOf } from '../base/problem-code.ts'
import { withValue } from '../base/with-value.ts'
import { request, signQuote, txQuote } from './quote-fixture.ts'
import { deposit, manualRoute } from './route-fixtures.ts'

const options = { enableManual: true, enableDepositAddress: true } as const
/** Decodes a quote that also has a readable manual route. */
const read = (result: unknown) => {
  const { manualRoutes } = result as { readonly manualRoutes: unknown }
  const isEmpty = Array.isArray(manualRoutes) && manualRoutes.length === 0
  const whole = isEmpty ? { ...(result as object), manualRoutes: [manualRoute] } : result
  return decodeGrouped(whole, { ...request, options })
}

/** Returns the fault of the whole quote, or the position of an unreadable route. */
function pathOf(result: unknown): string {
  const unread: string[] = []
  const refused = problemCodeOf(() => unread.push(...(read(result).unread ?? []).map(({ path }) => path)))
  return refused === 'accepted' ? `unread ${unread.join()}` : refused
}
/** A position in the automatic route. */
const auto = (...path: (string | number)[]) => ['autoRoute', ...path]

describe('the value after all costs', () => {
  const left = (effectiveValueInUsd: unknown, effectiveReceivedInUsd: unknown) => {
    const output = { ...signQuote.autoRoute.output, effectiveValueInUsd, effectiveReceivedInUsd }
    return read(withValue(signQuote, auto('output'), output)).autoRoute?.output
  }

  it.each([
    [9.9, 9.95, '9.9'],
    [9.9, -0.4, '-0.4'],
    [-1.25, undefined, '-1.25'],
    [null, '9.5', '9.5'],
    [0, 9.5, '9.5'],
    ['much', -0, null],
    [undefined, undefined, null],
  ])('is the lesser of %s and %s: %s', (value, received, least) => {
    expect(left(value, received)?.effectiveInUsd).toBe(least)
    expect(left(value, received)?.valueInUsd).toBe('9.988676')
  })
})

describe('decodeQuote', () => {
  it.each([
    ['originChainId', ['originChainId'], '42161'],
    ['destinationChainId', ['destinationChainId'], 0],
    ['userAddress', ['userAddress'], 5],
    ['receiverAddress', ['receiverAddress'], '0x1'],
    ['input', ['input'], null],
    ['input.token.decimals', ['input', 'token', 'decimals'], 255],
    ['input.priceInUsd', ['input', 'priceInUsd'], -1],
  ])('refuses a quote with a wrong %s (%#)', (path, at, value) => {
    expect(pathOf(withValue(signQuote, at, value))).toBe(`serviceAnswerInvalid $.${path}`)
  })

  it.each([
    ['manualRoutes', ['manualRoutes'], {}],
    ['autoRoute', ['autoRoute'], 'x'],
    ['autoRoute.userOp', ['autoRoute'], []],
    ['autoRoute.requestType', auto('requestType'), 'OTHER'],
    ['autoRoute.output', auto('output'), null],
    ['autoRoute.output.token.address', auto('output', 'token', 'address'), null],
    ['autoRoute.output.effectiveAmount', auto('output', 'effectiveAmount'), '-1'],
    ['autoRoute.output.valueInUsd', auto('output', 'valueInUsd'), -0.1],
    ['autoRoute.output.effectiveValueInUsd', auto('output', 'effectiveValueInUsd'), -(10 ** 18)],
    ['autoRoute.output.effectiveReceivedInUsd', auto('output', 'effectiveReceivedInUsd'), 10 ** 18],
    ['autoRoute.output.minAmountOut', auto('output', 'minAmountOut'), undefined],
    ['autoRoute.signTypedData', auto('signTypedData'), 'x'],
    ['autoRoute.signTypedData.domain', auto('signTypedData', 'domain'), []],
    ['autoRoute.signTypedData.types', auto('signTypedData', 'types'), { A: [{ name: 'a' }] }],
    ['autoRoute.signTypedData.types', auto('signTypedData', 'types'), null],
    ['autoRoute.signTypedData.values', auto('signTypedData', 'values'), null],
    ['autoRoute.signTypedData.values', auto('signTypedData', 'values', 'nonce'), 2 ** 60],
    ['autoRoute.signTypedData.values', auto('signTypedData', 'values', 'deadline'), 1.5],
    ['autoRoute.quoteId', auto('quoteId'), ''],
    ['autoRoute.quoteId', auto('quoteId'), 'a b'],
    ['autoRoute.quoteId', auto('quoteId'), 'x'.repeat(201)],
  ])('has an unreadable route for a wrong %s (%#)', (path, at, value) => {
    expect(pathOf(withValue(signQuote, at, value))).toBe(`unread $.${path}`)
  })

  it.each([
    ['to', undefined],
    ['to', '0x12'],
    ['data', { instructions: [] }],
    ['value', '0x'],
    ['value', '-1'],
    ['value', `0x1${'0'.repeat(64)}`],
    ['chainId', '42161'],
  ])('has an unreadable route for a transaction with a wrong %s (%#)', (key, value) => {
    expect(pathOf(withValue(txQuote, auto('txData', key), value))).toBe(`unread $.autoRoute.txData.${key}`)
  })

  it.each([
    [['input', 'priceInUsd'], {}],
    [['input', 'valueInUsd'], 'NaN'],
    [auto('output', 'priceInUsd'), true],
    [auto('output', 'valueInUsd'), 'much'],
    [auto('slippage'), {}],
    [auto('approvalData', 'spenderAddress'), []],
    [auto('approvalData'), 'none'],
    [auto('gasFee'), 'x'],
    [auto('affiliateFee', 'amount'), '1.5'],
    [auto('affiliateFee', 'token'), undefined],
    [auto('routeDetails'), null],
    [auto('routeDetails', 'name'), null],
    [auto('routeDetails', 'routeFee', 'amount'), 'x'],
    [auto('routeDetails', 'dexDetails'), 'x'],
    [auto('routeTags'), 'MAX_OUTPUT'],
  ])('drops only a malformed %j, which is for display (%#)', (at, value) => {
    const quote = read(withValue(signQuote, at, value))
    expect(quote.autoRoute?.output.minAmountOut).toBe('9905859')
    expect(quote.unread).toEqual([])
  })

  it('names fees that are present but unreadable', () => {
    const route = { ...signQuote.autoRoute, gasFee: 'x', affiliateFee: 0.5, routeDetails: null }
    expect(read({ ...signQuote, autoRoute: route }).autoRoute).toMatchObject({
      unreadFees: ['affiliateFee', 'gasFee', 'routeFee'],
      affiliateFee: null,
    })
  })

  it('has no unread fees for a deposit', () => {
    for (const totalFeeBps of [true, {}, [5], 'some']) {
      const part = { deposit: { ...deposit, totalFeeBps } }
      expect(read({ ...signQuote, ...part }).deposit).toMatchObject({ totalFeeBps: null })
    }
  })
})
