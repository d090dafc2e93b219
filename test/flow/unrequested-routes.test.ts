import { describe, expect, test } from 'vitest'
import { createQuoteView } from '../../lib/quote/quote-view.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  acrossRoute,
  createFundedWorld,
  depositRequest,
  manualRequest,
  nativeRequest,
  signedRequest,
} from '../harness/actions.ts'
import { account, deployment } from '../harness/chains.ts'
import { createDepositRoute, createManualRoute } from '../harness/honest-routes.ts'
import type { World } from '../harness/world.ts'

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

  test('is not used when the requested kind is missing', async () => {
    const world = await createHostileWorld(signedRequest)
    const { changeQuote } = world.service
    world.service.changeQuote = (quote) => ({ ...changeQuote(quote), autoRoute: null })
    expect(await readListedQuote(world, signedRequest)).toBe('noRoute')
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
