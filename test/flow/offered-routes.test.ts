import { describe, expect, test } from 'vitest'
import { Problem } from '../../lib/base/problem.ts'
import type { Deployment } from '../../lib/deployment/schema.ts'
import { createQuoteService } from '../../lib/quote/quote-messages.ts'
import { createQuoteView } from '../../lib/quote/quote-view.ts'
import { createApprovalGasReader } from '../../lib/review/approval-reads.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  acrossRoute,
  createFundedWorld,
  depositRequest,
  manualRequest,
  nativeRequest,
  signedRequest,
} from '../harness/actions.ts'
import { account, deployment, island, tokenOf, user } from '../harness/chains.ts'
import type { WireOutput, WireQuote } from '../harness/honest-quote.ts'
import { createDepositRoute, createManualRoute } from '../harness/honest-routes.ts'
import { requestReview } from '../harness/request-review.ts'
import { createWorld, type World } from '../harness/world.ts'
import { consentCodesOf } from '../harness/world-actions.ts'
import type { Wire } from '../hostile/wire.ts'
import { wireService } from '../hostile/wire-service.ts'

async function reviewChangedQuote(change: (quote: Wire) => unknown) {
  const world = await createFundedWorld(manualRequest)
  wireService(world, manualRequest).changeResult('quote', (said) => void change(said))
  return requestReview(world, manualRequest, acrossRoute)
}

const auto = (quote: Wire) => quote.autoRoute as Wire

const manual = (quote: Wire) => (quote.manualRoutes as readonly Wire[])[0] ?? {}

describe('a route that cannot be decoded', () => {
  test.each<[string, (quote: Wire) => unknown, string, string]>([
    [
      'of an unknown request type',
      (quote) => Object.assign(auto(quote), { requestType: 'BATCH_REQUEST' }),
      'requestType',
      'Exchange Protocol',
    ],
    [
      'without typed data',
      (quote) => Object.assign(auto(quote), { signTypedData: null }),
      'signTypedData',
      'Exchange Protocol',
    ],
    [
      'without a transaction',
      (quote) => Object.assign(auto(quote), { userOp: 'tx' }),
      'txData',
      'Exchange Protocol',
    ],
    [
      'of another operation, with nothing to sign or to send',
      (quote) => Object.assign(auto(quote), { userOp: 'dance', signTypedData: null }),
      'signTypedData',
      'Exchange Protocol',
    ],
    ['that is a text', (quote) => Object.assign(quote, { autoRoute: 'soon' }), '', ''],
  ])('%s is listed with the reason and leaves the other routes usable', async (_, change, field, name) => {
    const { quote } = await reviewChangedQuote(change)
    expect(quote.routes.map(({ kind }) => kind)).toEqual(['manual'])
    const path = ['$.autoRoute', field].filter((part) => part !== '').join('.')
    expect(quote.unread).toMatchObject([{ kind: 'auto', name, path }])
    expect(quote.unread[0]?.expected).not.toBe('')
  })

  test.each([[{}], [[]], ['none'], [{ address: 1 }]])(
    'is not listed when it is a deposit that was not requested: %j',
    async (depositRoute) => {
      const { quote } = await reviewChangedQuote((said) => Object.assign(said, { depositRoute }))
      expect(quote.unread).toEqual([])
      expect(quote.routes).toHaveLength(2)
    },
  )
})

test('keeps a deposit without a token when the route that named the token cannot be decoded', async () => {
  const request = { ...signedRequest, options: { useDepositAddress: true, refundAddress: user } }
  const world = await createFundedWorld(request)
  wireService(world, request).changeResult('quote', (said) => {
    const expiry = Math.floor(world.clock.nowMs() / 1000) + 600
    const depositAddress = `0x${'d1'.repeat(20)}`
    Object.assign(said, { depositRoute: { depositAddress, quoteId: `0x${'d0'.repeat(32)}`, expiry } })
    Object.assign(auto(said), { requestType: 'BATCH_REQUEST' })
  })
  const { quote } = await requestReview(world, request, { routeKey: 'deposit' })
  expect(quote.outputToken).toMatchObject({ symbol: 'USDC', decimals: 6, isVerified: true })
  expect(quote.unread).toHaveLength(1)
})

describe('a fee that cannot be decoded', () => {
  test('leaves the route usable when refuel was not requested', async () => {
    const { quote } = await reviewChangedQuote((said) =>
      Object.assign(manual(said), { refuel: { amount: '5' } }),
    )
    expect(quote.routes.find(({ kind }) => kind === 'manual')?.refuel).toBeNull()
    expect(quote.unread).toEqual([])
  })

  test('drops the route when refuel was requested', async () => {
    const request = { ...manualRequest, options: { ...manualRequest.options, refuel: true } }
    const world = await createFundedWorld(request)
    wireService(world, request).changeResult(
      'quote',
      (said) => void Object.assign(auto(said), { refuel: 'some' }),
    )
    const { quote } = await requestReview(world, request, acrossRoute)
    expect(quote.unread).toMatchObject([{ kind: 'auto', path: '$.autoRoute.refuel' }])
  })
})

/** Makes a service that adds an attacker's routes, better than its own, to each quote. */
async function createHostileWorld(
  requested: QuoteRequest,
  name: 'deposit' | 'depositRoute' = 'deposit',
): Promise<World> {
  const world = await createFundedWorld(requested)
  world.service.changeQuote = (quote) => {
    const nowSeconds = Math.floor(world.clock.nowMs() / 1000)
    const terms = { nowSeconds, quoteLifeSeconds: 60, promisedUnits: 9_000_000n, quoteId: 'thief' }
    const [manual, deposit] = [
      createManualRoute(requested, 'Across', terms),
      createDepositRoute(requested, terms),
    ]
    return { ...quote, manualRoutes: [manual], deposit: null, [name]: deposit }
  }
  return world
}

async function readListedQuote(world: World, requested: QuoteRequest, routeKey: string | null = null) {
  const outcome = await world.quotes.quote('view', requested, account)
  if (outcome.kind !== 'quote') return outcome.kind
  return createQuoteView(outcome.quoteKey, outcome.held, deployment, { routeKey, sort: 'output' })
}

describe('a kind of route that was not requested', () => {
  test.each([
    ['a token', signedRequest, 'deposit'],
    ['a token, older shape', signedRequest, 'depositRoute'],
    ['native currency', nativeRequest, 'deposit'],
    ['native currency, older shape', nativeRequest, 'depositRoute'],
  ] as const)('%s: is not listed, chosen or reviewed', async (_name, requested, form) => {
    const world = await createHostileWorld(requested, form)
    const shown = await readListedQuote(world, requested)
    expect(shown).toMatchObject({ routes: [{ kind: 'auto' }], routeKey: expect.stringMatching(/^auto:/) })
    expect(await readListedQuote(world, requested, 'deposit')).toMatchObject({
      isPickUnavailable: true,
      routes: [{ kind: 'auto' }],
    })
    for (const routeKey of ['deposit', acrossRoute.routeKey]) {
      for (const pay of ['wallet', 'elsewhere'] as const) {
        await expect(world.createReview(requested, account, { routeKey, pay })).rejects.toThrow(
          'routeUnusable reason=gone',
        )
      }
    }
  })

  test('does not replace a swap’s route in a renewed quote', async () => {
    const world = await createHostileWorld(signedRequest)
    const bend = world.service.changeQuote
    world.service.changeQuote = (quote) => quote
    world.service.quoteLifeSeconds = 17
    const id = await world.startOrder(signedRequest)
    world.service.changeQuote = (quote) => ({ ...bend(quote), autoRoute: null })
    const order = await world.waitForState(id, 'needs_user')
    expect(order.problem?.code).toBe('noRoute')
    expect(world.chain.sent.filter(({ to }) => to !== signedRequest.inputToken)).toEqual([])
  })
})

describe('a route that cannot be proven', () => {
  test('is listed first as the better one, but the automatic route is chosen', async () => {
    const world = await createHostileWorld(manualRequest)
    const shown = await readListedQuote(world, manualRequest)
    if (shown === null || typeof shown === 'string') throw new Error('no quote')
    expect(shown.routes.map(({ kind }) => kind)).toEqual(['manual', 'auto'])
    expect(shown.routeKey).toMatch(/^auto:/)
    expect(await readListedQuote(world, manualRequest, acrossRoute.routeKey)).toMatchObject(acrossRoute)
  })

  test('is chosen only by the person, also when it is the only one', async () => {
    const requested = { ...manualRequest, options: { enableManual: true, disableAuto: true } }
    const world = await createHostileWorld(requested)
    expect(await readListedQuote(world, requested)).toMatchObject({
      routeKey: null,
      promisedAmount: '0',
      minAmountOut: '0',
      fees: [],
      routes: [{ kind: 'manual' }],
    })
    await expect(world.createReview(requested)).rejects.toThrow('noRoute')
    // The attacker's route cannot be built. The test only shows that its choice was accepted.
    await expect(world.createReview(requested, account, acrossRoute)).rejects.toThrow(
      'routeUnusable reason=notBuilt',
    )
  })

  test('is chosen when the request asks for a deposit address', async () => {
    const world = await createHostileWorld(depositRequest)
    expect(await readListedQuote(world, depositRequest)).toMatchObject({ routeKey: 'deposit' })
  })
})

const stranger = '0x00000000000000000000000000000000000000ee'

function changeOutputs(quote: WireQuote, part: Partial<WireOutput>): WireQuote {
  const { autoRoute, manualRoutes, deposit } = quote
  const bent = <R extends { readonly output: WireOutput | null }>(route: R): R =>
    route.output === null ? route : { ...route, output: { ...route.output, ...part } }
  return {
    ...quote,
    autoRoute: autoRoute === null ? null : bent(autoRoute),
    manualRoutes: manualRoutes.map(bent),
    deposit: deposit === null ? null : bent(deposit),
  }
}

test.each([
  ['signed', signedRequest, {}],
  ['manual', manualRequest, acrossRoute],
  ['deposit', depositRequest, { routeKey: 'deposit' }],
] as const)(
  'a quote that contradicts itself is refused with routeUnusable: %s',
  async (_kind, request, choice) => {
    const world = await createFundedWorld(request)
    for (const part of [{ amount: '0' }, { amount: '1' }, { effectiveAmount: '1' }]) {
      world.service.changeQuote = (quote) => changeOutputs(quote, part)
      await expect(world.createReview(request, account, choice)).rejects.toThrow(
        'routeUnusable reason=contradictory',
      )
      const outcome = await world.requestQuote(request)
      const shown = createQuoteView(outcome.quoteKey, outcome.held, deployment)
      expect(shown?.routes.map(({ blocked }) => blocked?.code)).toContain('routeUnusable')
    }
  },
)

describe('the refund address of a deposit', () => {
  const plain = { ...depositRequest, options: { enableDepositAddress: true } }

  test.each([
    ['is missing, and none was requested', plain, null, true],
    ['is missing, and one was requested: needs a consent', depositRequest, null, true],
    ['is the person, and none was requested', plain, user, true],
    ['is another account, and none was requested: refused', plain, stranger, false],
    ['is the requested one', depositRequest, user, true],
    ['is another account than the requested one: refused', depositRequest, stranger, false],
  ] as const)('%s', async (_name, request, refundAddress, isTaken) => {
    const world = await createFundedWorld(request)
    world.service.changeQuote = (quote) => ({
      ...quote,
      deposit: quote.deposit === null ? null : { ...quote.deposit, refundAddress },
    })
    const made = world.createReview(request, account, { routeKey: 'deposit' })
    if (isTaken) {
      const { checked, requiredConsents } = await made
      const isUnconfirmed = request === depositRequest && refundAddress === null
      expect(checked.kind).toBe('deposit')
      expect(consentCodesOf(requiredConsents).includes('refundNotConfirmed')).toBe(isUnconfirmed)
    } else await expect(made).rejects.toMatchObject({ data: { facts: { reason: 'P-6' } } })
  })
})

const usdc = tokenOf(island, 'USDC')

const withoutIsland: Deployment = {
  ...deployment,
  chains: deployment.chains.filter(({ chainId }) => chainId !== island.chainId),
}

async function readQuotedToken(findToken: Parameters<typeof createQuoteService>[0]['findToken']) {
  const world = await createWorld()
  const approvalGas = createApprovalGasReader(world.reviewPorts)
  const shared = { ...world.reviewPorts, deployment: withoutIsland, approvalGas }
  const ports = { ...shared, findToken, forms: async () => ({}) }
  const service = createQuoteService(ports, world.expiringStore)
  const outcome = await service.quote('view', signedRequest, account)
  if (outcome.kind !== 'quote') return outcome.kind
  return createQuoteView(outcome.quoteKey, outcome.held, withoutIsland)?.routes[0]?.output?.token
}

test('reads the address formats from the chain records', async () => {
  const world = await createWorld()
  world.addressFormats = {
    [signedRequest.originChainId]: 'evm',
    [signedRequest.destinationChainId]: undefined,
  }
  const outcome = await world.quotes.quote('view', signedRequest, account)
  expect(outcome).toMatchObject({ kind: 'quote', held: { request: { originFormat: 'evm' } } })
  expect(outcome.kind === 'quote' && outcome.held.request).not.toHaveProperty('destinationFormat')
})

test('names a token on a chain outside of the package as the list of that chain does', async () => {
  const listed = { ...usdc, symbol: 'LISTED', name: 'Listed' }
  const find = async (chainId: number, address: string) =>
    chainId === usdc.chainId && address === usdc.address ? listed : null
  expect(await readQuotedToken(find)).toMatchObject({ symbol: 'LISTED', name: 'Listed', isVerified: false })
})

test('uses the quote’s token name when no list has the token or none can be read', async () => {
  expect(await readQuotedToken(async () => null)).toMatchObject({ symbol: 'USDC' })
  const fails = async () => {
    throw new Problem('serviceUnreachable')
  }
  expect(await readQuotedToken(fails)).toMatchObject({ symbol: 'USDC' })
})
