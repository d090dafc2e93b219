import { describe, expect, test } from 'vitest'
import { nativeAddress } from '../../lib/base/hex.ts'
import {
  acrossRoute,
  createFundedWorld,
  depositRequest,
  manualRequest,
  signedRequest,
} from '../harness/actions.ts'
import { harbour } from '../harness/chains.ts'
import { requestReview } from '../harness/request-review.ts'
import { setPrice } from '../harness/world-actions.ts'

test('the review of a native fee displays one amount, in the costs and in the step', async () => {
  const world = await createFundedWorld(manualRequest)
  world.service.nativeFee = 3n
  const shown = await requestReview(world, manualRequest, acrossRoute)
  expect(shown.steps.at(-1)?.nativeFeeUnits).toBe('3')
  const native = shown.quote.fees.filter(({ kind }) => kind === 'native')
  expect(native.map(({ amount, token }) => [amount, token.symbol])).toEqual([['3', harbour.currency?.symbol]])
  // The fee has no dollar value here, and the network's fee is unknown.
  expect(native.at(0)?.feeInUsd).toBeNull()
  expect(shown.quote.unknownFees).toContain('gas')
  expect(shown.quote.cost?.isLowerBound).toBe(true)
})

test('a native fee is in the chain’s own currency, whatever gas token the quote names', async () => {
  const world = await createFundedWorld(manualRequest)
  world.service.nativeFee = 3n
  const gasToken = {
    chainId: harbour.chainId,
    address: `0x${'a'.repeat(40)}`,
    name: 'Gwei',
    symbol: 'GWEI',
    decimals: 36,
    logoURI: null,
  }
  world.service.changeQuote = (quote) => ({
    ...quote,
    manualRoutes: quote.manualRoutes.map((route) => ({
      ...route,
      gasFee: { gasToken, gasLimit: '1', gasPrice: '1', estimatedFee: '1', feeInUsd: 0.01 },
    })),
  })
  const { quote } = await requestReview(world, manualRequest, acrossRoute)
  const native = quote.fees.find(({ kind }) => kind === 'native')
  expect([native?.token.symbol, native?.token.decimals]).toEqual([harbour.currency?.symbol, 18])
})

test('a native fee counts in the cost and in the loss at the price of the chain’s feed', async () => {
  const world = await createFundedWorld(manualRequest)
  const fee = 10n ** 16n
  world.service.nativeFee = fee
  setPrice(world, harbour.chainId, nativeAddress, '3000')
  const shown = await requestReview(world, manualRequest, acrossRoute)
  expect(shown.quote.fees.find(({ kind }) => kind === 'native')?.feeInUsd).toBe('30')
  expect(Number(shown.quote.cost?.inUsd)).toBeGreaterThan(29)
  expect(shown.loss.level).toBe('typed')
})

describe('the affiliate fee', () => {
  const taker = '0x00000000000000000000000000000000000fee00'
  const request = { ...signedRequest, options: { feeBps: '50', feeTakerAddress: taker } } as const

  test.each([null, '7'])('is the signed share of the input, whatever the quote states (%s)', async (said) => {
    const world = await createFundedWorld(request)
    world.service.changeQuote = (quote) => {
      const { autoRoute, input } = quote
      if (autoRoute === null) return quote
      const affiliateFee = said === null ? null : { token: input.token, amount: said, feeInUsd: '0.01' }
      return { ...quote, autoRoute: { ...autoRoute, affiliateFee } }
    }
    const { quote, facts } = await requestReview(world, request)
    const fees = quote.fees.filter(({ kind }) => kind === 'affiliate')
    expect(fees).toMatchObject([{ amount: '7500', feeInUsd: '0.0075', token: { symbol: 'USDC' } }])
    expect(facts).toContainEqual({ name: 'feeTaker', kind: 'hex', value: taker, isUsual: false })
    expect(facts).toContainEqual({ name: 'feeAmount', kind: 'inputUnits', value: '7500', isUsual: false })
  })
})

describe('the fee of a deposit', () => {
  const choice = { routeKey: 'deposit' } as const

  test('is displayed in the review and with the order', async () => {
    const world = await createFundedWorld(depositRequest)
    const { quote } = await requestReview(world, depositRequest, choice)
    expect(quote.fees).toMatchObject([{ kind: 'deposit', amount: '750', feeInUsd: '0.00075' }])
    const order = await world.readOrder(await world.startOrder(depositRequest, undefined, choice))
    expect(order.reviewed.fees).toMatchObject([{ kind: 'deposit', amount: '750' }])
  })

  test.each(['promised', 'not promised'])(
    'is unknown instead of zero when the quote omits it (%s)',
    async (word) => {
      const world = await createFundedWorld(depositRequest)
      world.service.changeQuote = (quote) => {
        if (quote.deposit === null) return quote
        const output = word === 'promised' ? quote.deposit.output : null
        return { ...quote, deposit: { ...quote.deposit, totalFeeBps: null, output } }
      }
      const { quote } = await requestReview(world, depositRequest, choice)
      expect(quote.fees).toEqual([])
      expect(quote.cost?.isRestPrice ?? null).toBe(word === 'promised' ? false : null)
      const order = await world.readOrder(await world.startOrder(depositRequest, undefined, choice))
      expect(order.reviewed).toMatchObject({ fees: [], unknownFees: ['deposit'] })
    },
  )
})

test('names Permit2 and the gateway in the review of a signature, because the wallet displays the gateway as spender', async () => {
  const world = await createFundedWorld(signedRequest)
  const { steps } = await requestReview(world, signedRequest)
  const [gateway] = harbour.gateways
  expect(steps.at(-1)).toMatchObject({
    purpose: 'sign',
    contract: harbour.permit2,
    gateway: gateway?.toLowerCase(),
  })
})
