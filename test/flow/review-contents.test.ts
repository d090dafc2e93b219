import { describe, expect, test } from 'vitest'
import { nativeAddress } from '../../lib/base/hex.ts'
import { confirmReview } from '../../lib/order/confirm-review.ts'
import { makeReview, type ReviewChoice } from '../../lib/review/review.ts'
import { reviewChecks } from '../../lib/review/review-facts.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  acrossRoute,
  createFundedWorld,
  depositRequest,
  inboxRequest,
  manualRequest,
  nativeRequest,
  signedRequest,
} from '../harness/actions.ts'
import { account, harbour, island, tokenOf } from '../harness/chains.ts'
import type { WireQuote, WireRefuel } from '../harness/honest-quote.ts'
import { requestReview } from '../harness/request-review.ts'
import { createViews } from '../harness/views.ts'
import { consentCodesOf, setPrice } from '../harness/world-actions.ts'

async function readReviewChecks(request: QuoteRequest, choice: ReviewChoice = {}) {
  const world = await createFundedWorld(request)
  const { checks, notPossible } = await requestReview(world, request, choice)
  return { ticked: checks.map(({ group }) => group), notPossible }
}

describe('the checks that a review displays as made', () => {
  test.each<[string, QuoteRequest]>([
    ['signed', signedRequest],
    ['native', nativeRequest],
    ['through the inbox', inboxRequest],
  ])('are all of them when Ferry reads the bytes (%s)', async (_, request) => {
    expect(await readReviewChecks(request)).toEqual({
      ticked: ['bytes', 'contracts', 'receiver', 'balance'],
      notPossible: [],
    })
  })

  test('omit the bytes and the receiver for a manual route', async () => {
    expect(await readReviewChecks(manualRequest, acrossRoute)).toEqual({
      ticked: ['contracts', 'balance'],
      notPossible: ['bytes', 'receiver'],
    })
  })

  test('omit the decimals of a token whose chain is not in the deployment file', async () => {
    const world = await createFundedWorld(manualRequest)
    const { held } = await world.requestQuote(manualRequest)
    const { deployment } = world.reviewPorts
    const chains = deployment.chains.filter(({ chainId }) => chainId !== manualRequest.destinationChainId)
    const ports = { ...world.reviewPorts, deployment: { ...deployment, chains } }
    const { checked, chainChecks } = await makeReview(held, account, ports, acrossRoute)
    const manual = reviewChecks(checked, chainChecks)
    expect(manual.notPossible).toEqual(['bytes', 'receiver', 'decimals'])
    const known = await world.createReview(manualRequest, account, acrossRoute)
    const countOf = ({ checks }: typeof manual) => checks.find(({ group }) => group === 'contracts')?.count
    expect(countOf(manual)).toBe(Number(countOf(reviewChecks(known.checked, known.chainChecks))) - 1)
  })

  test('omit the contracts and the receiver for a deposit', async () => {
    const deposit = { routeKey: 'deposit' }
    expect(await readReviewChecks(depositRequest, deposit)).toEqual({
      ticked: ['balance'],
      notPossible: ['contracts', 'receiver'],
    })
    expect(await readReviewChecks(depositRequest, { ...deposit, pay: 'elsewhere' })).toEqual({
      ticked: [],
      notPossible: ['contracts', 'receiver'],
    })
  })
})

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
  /** Of the transfer that this wallet sends. */
  const gas = { kind: 'gas', amount: '80000000000000', feeInUsd: null } as const

  test('is displayed in the review and with the order', async () => {
    const world = await createFundedWorld(depositRequest)
    const { quote } = await requestReview(world, depositRequest, choice)
    expect(quote.fees).toMatchObject([{ kind: 'deposit', amount: '750', feeInUsd: '0.00075' }, gas])
    const order = await world.readOrder(await world.startOrder(depositRequest, undefined, choice))
    expect(order.reviewed.fees).toMatchObject([{ kind: 'deposit', amount: '750' }, gas])
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
      expect(quote.fees).toMatchObject([gas])
      expect(quote.cost?.isRestPrice ?? null).toBe(word === 'promised' ? false : null)
      const order = await world.readOrder(await world.startOrder(depositRequest, undefined, choice))
      expect(order.reviewed).toMatchObject({ fees: [gas], unknownFees: ['deposit'] })
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

async function readQuoteView(quoteRequest: QuoteRequest) {
  const world = await createFundedWorld(quoteRequest)
  world.service.changeQuote = (quote) =>
    quote.autoRoute === null
      ? quote
      : { ...quote, autoRoute: { ...quote.autoRoute, suggestedClientSlippage: '2' } }
  return (await requestReview(world, quoteRequest)).quote
}

test('displays a higher slippage that the service suggests, and does not use it', async () => {
  const quote = await readQuoteView(signedRequest)
  expect(quote).toMatchObject({ suggestedSlippagePercent: '2', request: { slippagePercent: '0.5' } })
})

test.each(['2', '3', null])('displays no suggestion next to %s', async (slippagePercent) => {
  expect((await readQuoteView({ ...signedRequest, slippagePercent })).suggestedSlippagePercent).toBeNull()
})

const withRefuel = (request: QuoteRequest): QuoteRequest => ({
  ...request,
  options: { ...request.options, refuel: true },
})

const refuelAmount = '3000000000000000'

const addRefuel = (quote: WireQuote, refuel: WireRefuel): WireQuote => ({
  ...quote,
  autoRoute: quote.autoRoute && { ...quote.autoRoute, refuel },
  manualRoutes: quote.manualRoutes.map((one) => ({ ...one, refuel })),
})

const makeRefuel = (amount: string): WireRefuel => ({
  input: null,
  output: { token: tokenOf(island, 'native'), amount },
})

describe('refuel: native currency for the gas on the destination', () => {
  test.each([
    ['signed', withRefuel(signedRequest)],
    ['sent to the inbox', withRefuel(inboxRequest)],
  ])('is displayed, requested in a swap that is %s, and stored with the order', async (_way, request) => {
    const world = await createFundedWorld(request)
    const { quote, facts } = await requestReview(world, request)
    expect(quote.routes[0]?.refuel?.output).toMatchObject({
      amount: refuelAmount,
      token: { address: nativeAddress },
    })
    expect(facts).toContainEqual({ name: 'refuel', kind: 'text', value: refuelAmount, isUsual: false })
    const order = await world.waitForEnd(await world.startOrder(request))
    expect(order).toMatchObject({
      state: 'verified_terminal',
      reviewed: { refuelUnits: refuelAmount },
      terms: { refuel: { output: { amount: refuelAmount } } },
    })
  })

  test('drops the route when it has other decimals than in the deployment file', async () => {
    const request = withRefuel(signedRequest)
    const world = await createFundedWorld(request)
    const token = { ...tokenOf(island, 'native'), decimals: 6 }
    world.service.changeQuote = (quote) =>
      addRefuel(quote, { input: null, output: { token, amount: '3000' } })
    await expect(createViews(world).quote({ viewId: 'view', request })).rejects.toMatchObject({
      data: { code: 'serviceAnswerInvalid', facts: { path: '$.autoRoute.refuel.output.token.decimals' } },
    })
  })

  test.each([
    ['fewer', '2999999999999999', 'needs_user'],
    ['the same amount', refuelAmount, 'verified_terminal'],
  ] as const)('continues or stops when a renewed quote pays %s', async (_how, amount, state) => {
    const request = withRefuel(manualRequest)
    const world = await createFundedWorld(request)
    world.service.changeQuote = (quote) => addRefuel(quote, makeRefuel(refuelAmount))
    world.service.quoteLifeSeconds = 17
    const id = await world.startOrder(request, undefined, acrossRoute)
    world.service.changeQuote = (quote) => addRefuel(quote, makeRefuel(amount))
    world.service.quoteLifeSeconds = 60
    const order = await world.waitForState(id, 'needs_user', 'verified_terminal')
    expect(order.state).toBe(state)
    if (state === 'needs_user')
      expect(order.problem).toMatchObject({ code: 'worseQuote', money: 'nothingSent' })
  })
})

const deposit = { routeKey: 'deposit' } as const

describe('a route that cannot be proven needs its own consent each time', () => {
  test.each([
    ['manual', manualRequest, acrossRoute, 'unprovenRoute'],
    ['deposit', depositRequest, deposit, 'depositAddress'],
  ] as const)('%s', async (_kind, request, choice, code) => {
    const world = await createFundedWorld(request)
    const made = await world.createReview(request, account, choice)
    expect(made.requiredConsents.map((one) => one.code)).toContain(code)
    const refused = { data: { code: 'consentMissing', money: 'nothingSent' } }
    for (const consents of [undefined, [], ['anything'], consentCodesOf(made.requiredConsents).slice(1)]) {
      const said = consents === undefined ? {} : { consents }
      await expect(confirmReview(made.reviewKey, account, world.reviewPorts, said)).rejects.toMatchObject(
        refused,
      )
    }
    const said = { consents: consentCodesOf(made.requiredConsents) }
    const order = await confirmReview(made.reviewKey, account, world.reviewPorts, said)
    expect(order.consents).toEqual(made.requiredConsents)
  })

  test('a signed route needs no consent', async () => {
    const world = await createFundedWorld(signedRequest)
    setPrice(world, signedRequest.originChainId, signedRequest.inputToken, '1')
    const { requiredConsents, reviewKey } = await world.createReview(signedRequest)
    expect(requiredConsents).toEqual([])
    expect((await confirmReview(reviewKey, account, world.reviewPorts)).consents).toEqual([])
  })
})
