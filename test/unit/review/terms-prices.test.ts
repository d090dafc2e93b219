import { describe, expect, test } from 'vitest'
import { nativeAddress } from '../../../lib/base/hex.ts'
import { gasInUsd } from '../../../lib/chain/costs.ts'
import type { ReviewedTerms } from '../../../lib/quote/route-summary.ts'
import { allTermConsents } from '../../../lib/review/terms-input.ts'
import {
  measureTermsLoss,
  nativePriceInUsd,
  type TermsPrices,
  valuateTerms,
} from '../../../lib/review/terms-prices.ts'
import { signedRequest } from '../../harness/actions.ts'
import { deployment, harbour, island, tokenOf, user } from '../../harness/chains.ts'
import { orderOf } from '../order/order-fixture.ts'

const none: TermsPrices = {
  feedInputPrice: null,
  feedOutputPrice: null,
  feedNativePrice: null,
  feedIntermediatePrice: null,
  holdings: [],
}
const usdc = tokenOf(harbour, 'USDC')
const dai = tokenOf(island, 'DAI')
const oneDai = 10n ** 18n

/** 100 USDC for 99 DAI, 98 at least. */
const terms: ReviewedTerms = {
  request: {
    ...signedRequest,
    userAddress: user,
    receiverAddress: user,
    inputAmount: '100000000',
    outputToken: dai.address,
  },
  routeKey: null,
  originChainName: null,
  inputToken: usdc,
  outputToken: dai,
  minAmountOut: String(98n * oneDai),
  promisedAmount: String(99n * oneDai),
  inputValueInUsd: '100',
  outputValueInUsd: '99',
  fees: [],
  unknownFees: [],
  estimatedSeconds: null,
}

describe('the valuations of terms', () => {
  test('are for the given units, each by its own prices', () => {
    const holdings = [
      { chainId: usdc.chainId, address: usdc.address, balance: '2000000', balanceInUsd: '2.5' },
      { chainId: dai.chainId, address: dai.address, balance: String(oneDai), balanceInUsd: '0.5' },
    ]
    const prices = { ...none, feedInputPrice: '1.01', feedOutputPrice: '0.99', holdings }
    expect(valuateTerms(deployment, terms, prices, terms.promisedAmount)).toEqual({
      amounts: null,
      feeds: { inUsd: '101', outUsd: '98.01' },
      holdings: { inUsd: '125', outUsd: '49.5' },
      quoted: { inUsd: '100', outUsd: '99' },
    })
    expect(valuateTerms(deployment, terms, prices, terms.minAmountOut)).toMatchObject({
      feeds: { inUsd: '101', outUsd: '97.02' },
      holdings: { inUsd: '125', outUsd: '49' },
      quoted: { inUsd: '100', outUsd: '98' },
    })
  })

  test('price one asset in two forms by the feed of either side', () => {
    const outputToken = tokenOf(island, 'USDC')
    const request = { ...terms.request, outputToken: outputToken.address }
    const same = { ...terms, request, outputToken }
    const feedsOf = (reviewed: ReviewedTerms) =>
      valuateTerms(deployment, reviewed, { ...none, feedOutputPrice: '2' }, '99000000').feeds
    expect(feedsOf(same)).toEqual({ inUsd: '200', outUsd: '198' })
    expect(feedsOf(terms).inUsd).toBeNull()
  })

  test('have no quoted value of the least where nothing is promised or priced', () => {
    const looks = (part: object) => valuateTerms(deployment, { ...terms, ...part }, none, '5').quoted
    expect(looks({ promisedAmount: '0' }).outUsd).toBeNull()
    expect(looks({ outputValueInUsd: null }).outUsd).toBeNull()
  })

  test('take the quoted value of the promise digit for digit, and a share of it for less', () => {
    const quoted = (units: string, part: Partial<ReviewedTerms> = {}) =>
      valuateTerms(deployment, { ...terms, ...part }, none, units).quoted.outUsd
    const exact = { outputValueInUsd: '98.99999999' }
    expect(quoted(terms.promisedAmount, exact)).toBe('98.99999999')
    expect(quoted(terms.minAmountOut, exact)).toBe('97.999999')
    expect(quoted(terms.promisedAmount, { outputValueInUsd: null })).toBeNull()
    // A promise of one unit is not zero.
    expect(quoted('5', { promisedAmount: '1', outputValueInUsd: '2' })).toBe('10')
  })

  test("take the worse of the output's price and its value after costs, and the whole loss for a part", () => {
    const quoted = (effectiveInUsd: string, units = terms.promisedAmount, value: string | null = '99') => {
      const part = { outputValueInUsd: value, effectiveInUsd }
      return valuateTerms(deployment, { ...terms, ...part }, none, units).quoted.outUsd
    }
    expect([quoted('95'), quoted('120'), quoted('-3')]).toEqual(['95', '99', '-3'])
    expect(quoted('49.5', terms.minAmountOut)).toBe('49')
    expect(quoted('-3', terms.minAmountOut)).toBe('-3')
    expect(quoted('95', terms.promisedAmount, null)).toBe('95')
  })

  test('count a native currency in wei, whatever decimals its token has', () => {
    const coin = { ...usdc, address: nativeAddress, decimals: 6 }
    const request = { ...terms.request, inputToken: nativeAddress, inputAmount: '1' }
    const native = { ...terms, inputToken: coin, request }
    expect(valuateTerms(deployment, native, { ...none, feedInputPrice: '3000' }, '5').feeds.inUsd).toBe(
      '0.000000000000003',
    )
  })
})

describe('the loss of terms', () => {
  const lossOf = (part: Partial<ReviewedTerms>, prices = none) =>
    measureTermsLoss(deployment, { ...terms, ...part }, prices)

  test('is by the promise, unless the gate of the least is higher', () => {
    expect(lossOf({})).toMatchObject({ level: 'none', percent: '1.00', isAtMinimum: false })
    const low = { minAmountOut: String(85n * oneDai) }
    expect(lossOf(low)).toMatchObject({ level: 'confirm', percent: '15.00', isAtMinimum: true })
  })

  test('requires one consent for a price that only the service knows, unless a feed proves the input small', () => {
    const unchecked = { checkedBy: null, needsPriceConsent: true }
    expect(lossOf({})).toMatchObject(unchecked)
    expect(lossOf({}, { ...none, feedInputPrice: '1' })).not.toHaveProperty('needsPriceConsent')
    const dear = { inputValueInUsd: '100.01' }
    expect(lossOf(dear)).toMatchObject(unchecked)
    const fed = { ...none, feedInputPrice: '1', feedOutputPrice: '1' }
    expect(lossOf(dear, fed)).toMatchObject({ checkedBy: 'feeds' })
    expect(lossOf(dear, fed)).not.toHaveProperty('needsPriceConsent')
  })

  test('requires a consent of its own for a lost part of one asset that no feed values', () => {
    const outputToken = tokenOf(island, 'USDC')
    const request = { ...terms.request, outputToken: outputToken.address }
    const part = { request, outputToken, promisedAmount: '98000000', minAmountOut: '98000000' }
    const consentsOf = (prices: TermsPrices) =>
      allTermConsents({ kind: 'signed', reviewed: { ...terms, ...part }, loss: lossOf(part, prices) })
    expect(consentsOf(none)).toContainEqual({ code: 'lostPartNotPriced', facts: { percent: '2.00' } })
    for (const fed of [{ feedInputPrice: '1' }, { feedOutputPrice: '1' }]) {
      expect(consentsOf({ ...none, ...fed }).map(({ code }) => code)).not.toContain('lostPartNotPriced')
    }
    expect(consentsOf(none).map(({ code }) => code)).not.toContain('priceNotChecked')
  })

  test.each<[string, string | null, string, boolean]>([
    ['within the own slippage of 1 %', '1', '98505000', false],
    ['by 1 % beyond the own slippage of 1 %', '1', '98000000', false],
    ['further beyond the own slippage of 1 %', '1', '97990000', true],
    ['by a slippage that the service chose', null, '98505000', true],
    ['within the own slippage, but by over 1,000 units', '1', '985050000000', true],
  ])('requires a consent if the least loses a part of one asset that no feed values: %s', (...row) => {
    const [, slippagePercent, minAmountOut, isRequired] = row
    const outputToken = tokenOf(island, 'USDC')
    const scale = minAmountOut.length === 12 ? 10_000n : 1n
    const inputAmount = String(100_000_000n * scale)
    const request = { ...terms.request, outputToken: outputToken.address, inputAmount, slippagePercent }
    const part = { request, outputToken, promisedAmount: String(99_500_000n * scale), minAmountOut }
    const loss = lossOf({ ...part, inputValueInUsd: '100', outputValueInUsd: '99.5' })
    const codes = allTermConsents({ kind: 'signed', reviewed: { ...terms, ...part }, loss })
    expect(codes.some(({ code }) => code === 'lostPartNotPriced')).toBe(isRequired)
  })

  test('keeps the consent for the promised part if the least warns of a larger one, which the own slippage covers', () => {
    const outputToken = tokenOf(island, 'USDC')
    const request = { ...terms.request, outputToken: outputToken.address, slippagePercent: '5' }
    const part = { request, outputToken, promisedAmount: '98000000', minAmountOut: '94500000' }
    const loss = lossOf(part)
    expect(loss).toMatchObject({ level: 'warn', percent: '5.50', isAtMinimum: true, needsPriceConsent: true })
    expect(lossOf({ ...part, promisedAmount: '99000000' })).not.toHaveProperty('needsPriceConsent')
  })

  test('is a warning where nothing is promised, which has its own consent', () => {
    expect(lossOf({ promisedAmount: '0' }).level).toBe('warn')
    const one = { promisedAmount: '1', minAmountOut: '1', outputValueInUsd: '99' }
    expect(lossOf(one)).toMatchObject({ level: 'none', percent: '1.00' })
  })

  test('is by the value after every cost: more than everything where that is negative', () => {
    const all = { level: 'typed', percent: '103.00', lostInUsd: '103', isAtMinimum: false }
    expect(lossOf({ effectiveInUsd: '-3' })).toMatchObject(all)
  })

  test('includes the loss of a swap on the way', () => {
    const intermediateSwap = { token: tokenOf(harbour, 'DAI'), minUnits: String(90n * oneDai) }
    const fed = { ...none, feedInputPrice: '1', feedIntermediatePrice: '1' }
    expect(lossOf({ intermediateSwap }, fed)).toMatchObject({ intermediateSwapPercent: '10.00' })
    expect(lossOf({ intermediateSwap })).toMatchObject({ intermediateSwapPercent: '8.17' })
    expect(lossOf({}, fed)).not.toHaveProperty('intermediateSwapPercent')
  })
})

const { reviewed } = orderOf()
const { request, inputToken } = reviewed
const native = { ...inputToken, address: nativeAddress, decimals: 18 }
const holding = { chainId: request.originChainId, address: nativeAddress, balance: '500000000000000000' }
const held = (fields: object = {}) => [{ ...holding, balanceInUsd: '1250.5', ...fields }]
const fee = (fields: object = {}): Pick<ReviewedTerms, 'fees'> => ({
  fees: [{ kind: 'gas', token: native, amount: '2000000000000000', feeInUsd: '5', ...fields }],
})

test.each<[string, object, readonly object[] | null, string | null]>([
  ['nobody', {}, [], null],
  ['nobody, the list could not be read', {}, null, null],
  ['a holding', {}, held(), '2501'],
  ['a holding of another chain', {}, held({ chainId: 1 }), null],
  ['a holding of another token', {}, held({ address: inputToken.address }), null],
  ['a holding that is worth nothing', {}, held({ balanceInUsd: '0' }), null],
  ['a holding of nothing', {}, held({ balance: '0' }), null],
  ['a fee', fee(), null, '2500'],
  ['a fee without a value', fee({ feeInUsd: null }), held(), '2501'],
  [
    'the input',
    {
      request: { ...request, inputToken: nativeAddress, inputAmount: '3000000000000000000' },
      inputValueInUsd: '7500',
    },
    held(),
    '2500',
  ],
  [
    'the output on the same chain',
    {
      request: { ...request, destinationChainId: request.originChainId, outputToken: nativeAddress },
      promisedAmount: '1000000000000000',
      outputValueInUsd: '2.4999999',
    },
    null,
    '2499.9999',
  ],
  ['the output elsewhere', { request: { ...request, outputToken: nativeAddress } }, null, null],
])('values the native currency by %s', (_name, fields, holdings, price) => {
  expect(nativePriceInUsd({ ...reviewed, ...fields }, holdings as ReturnType<typeof held> | null)).toBe(price)
})

const priced = (perGasUnits: bigint) => ({ perGasUnits, dataFeeUnits: 0n })

test('shows gas at its limit, rounded down, and none without a price', () => {
  expect(gasInUsd(priced(1_000_000_000n), 'approve', '2500')).toBe('0.2')
  expect(gasInUsd(priced(1_000_000_000n), 'send', '2500')).toBe('1')
  expect(gasInUsd(priced(1n), 'transfer', '2500')).toBe('0')
  expect(gasInUsd(priced(1_000_000_000n), 'approve', null)).toBeNull()
})
