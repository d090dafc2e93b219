import { describe, expect, test } from 'vitest'
import { quoteView } from '../../lib/quote/quote-view.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import type { Quote } from '../../lib/service/quote-result.ts'
import {
  account,
  across,
  begin,
  depositAsk,
  fund,
  manualAsk,
  nativeAsk,
  review,
  signedAsk,
  untilState,
} from '../harness/actions.ts'
import { deployment } from '../harness/chains.ts'
import { honestDeposit, honestManual } from '../harness/honest-routes.ts'
import { createWorld, type World } from '../harness/world.ts'

/** Makes a service that adds an attacker's routes, better than its own, to each quote. */
async function hostile(asked: QuoteRequest, form: 'deposit' | 'depositRoute' = 'deposit'): Promise<World> {
  const world = await createWorld()
  fund(world, asked)
  world.service.bendQuote = (quote: Quote) => {
    const nowSeconds = Math.floor(world.clock.nowMs() / 1000)
    const terms = { nowSeconds, quoteLifeSeconds: 60, promisedUnits: 9_000_000n, quoteId: 'thief' }
    const [manual, deposit] = [honestManual(asked, 'Across', terms), honestDeposit(asked, terms)]
    return { ...quote, manualRoutes: [manual], deposit: { ...deposit, form } }
  }
  return world
}

async function listed(world: World, asked: QuoteRequest, routeKey: string | null = null) {
  const outcome = await world.quotes.quote('view', asked, account)
  if (outcome.kind !== 'quote') return outcome.kind
  return quoteView(outcome.quoteKey, outcome.held, deployment, { routeKey, sort: 'output' })
}

describe('a kind of route that was not requested', () => {
  test.each([
    ['a token', signedAsk, 'deposit'],
    ['a token, older shape', signedAsk, 'depositRoute'],
    ['native currency', nativeAsk, 'deposit'],
    ['native currency, older shape', nativeAsk, 'depositRoute'],
  ] as const)('%s: is not listed, chosen or reviewed', async (_name, asked, form) => {
    const world = await hostile(asked, form)
    const shown = await listed(world, asked)
    expect(shown).toMatchObject({ routes: [{ kind: 'auto' }], routeKey: expect.stringMatching(/^auto:/) })
    expect(await listed(world, asked, 'deposit')).toMatchObject({
      isPickGone: true,
      routes: [{ kind: 'auto' }],
    })
    for (const routeKey of ['deposit', across.routeKey]) {
      for (const pay of ['wallet', 'elsewhere'] as const) {
        await expect(review(world, asked, account, { routeKey, pay })).rejects.toThrow('routeGone')
      }
    }
  })

  test('is not used when the requested kind is missing', async () => {
    const world = await hostile(signedAsk)
    const { bendQuote } = world.service
    world.service.bendQuote = (quote) => ({ ...bendQuote(quote), autoRoute: null })
    expect(await listed(world, signedAsk)).toBe('noRoute')
  })

  test('does not replace a swap’s route in a renewed quote', async () => {
    const world = await hostile(signedAsk)
    const bend = world.service.bendQuote
    world.service.bendQuote = (quote) => quote
    world.service.quoteLifeSeconds = 17
    const id = await begin(world, signedAsk)
    world.service.bendQuote = (quote) => ({ ...bend(quote), autoRoute: null })
    const order = await untilState(world, id, 'needs_user')
    expect(order.problem?.code).toBe('noRoute')
    expect(world.chain.sent.filter(({ to }) => to !== signedAsk.inputToken)).toEqual([])
  })
})

describe('a route that cannot be proven', () => {
  test('is listed first as the better one, but the automatic route is chosen', async () => {
    const world = await hostile(manualAsk)
    const shown = await listed(world, manualAsk)
    if (shown === null || typeof shown === 'string') throw new Error('no quote')
    expect(shown.routes.map(({ kind }) => kind)).toEqual(['manual', 'auto'])
    expect(shown.routeKey).toMatch(/^auto:/)
    expect(await listed(world, manualAsk, across.routeKey)).toMatchObject(across)
  })

  test('is chosen only by the person, also when it is the only one', async () => {
    const asked = { ...manualAsk, options: { enableManual: true, disableAuto: true } }
    const world = await hostile(asked)
    expect(await listed(world, asked)).toMatchObject({
      routeKey: null,
      promisedAmount: '0',
      minAmountOut: '0',
      fees: [],
      routes: [{ kind: 'manual' }],
    })
    await expect(review(world, asked)).rejects.toThrow('noRoute')
    // The attacker's route cannot be built. The test only shows that its choice was accepted.
    await expect(review(world, asked, account, across)).rejects.toThrow('routeNotBuilt')
  })

  test('is chosen when the request asks for a deposit address', async () => {
    const world = await hostile(depositAsk)
    expect(await listed(world, depositAsk)).toMatchObject({ routeKey: 'deposit' })
  })
})
