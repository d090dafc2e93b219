import { describe, expect, test } from 'vitest'
import { nativeAddress } from '../../lib/base/hex.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import type { Quote, Refuel } from '../../lib/service/quote-result.ts'
import {
  across,
  begin,
  fund,
  inboxAsk,
  isAtRest,
  manualAsk,
  signedAsk,
  until,
  untilState,
} from '../harness/actions.ts'
import { island, tokenOf } from '../harness/chains.ts'
import { reviewShown } from '../harness/request-review.ts'
import { viewsOf } from '../harness/views.ts'
import { createWorld } from '../harness/world.ts'

const refuelled = (ask: QuoteRequest): QuoteRequest => ({ ...ask, options: { ...ask.options, refuel: true } })
const coins = '3000000000000000'

async function started(ask: QuoteRequest) {
  const world = await createWorld()
  fund(world, ask)
  return world
}

const bringing = (quote: Quote, refuel: Refuel): Quote => ({
  ...quote,
  autoRoute: quote.autoRoute && { ...quote.autoRoute, refuel },
  manualRoutes: quote.manualRoutes.map((one) => ({ ...one, refuel })),
})

const brought = (amount: string): Refuel => ({
  input: null,
  output: { token: tokenOf(island, 'native'), amount },
})

describe('refuel: native currency for the gas on the destination', () => {
  test.each([
    ['signed', refuelled(signedAsk)],
    ['sent to the inbox', refuelled(inboxAsk)],
  ])('is displayed, requested in a swap that is %s, and stored with the order', async (_way, ask) => {
    const world = await started(ask)
    const { quote, facts } = await reviewShown(world, ask)
    expect(quote.routes[0]?.refuel).toMatchObject({ amount: coins, token: { address: nativeAddress } })
    expect(facts).toContainEqual({ name: 'refuel', kind: 'text', value: coins, isUsual: false })
    const order = await until(world, await begin(world, ask), isAtRest)
    expect(order).toMatchObject({
      state: 'verified_terminal',
      reviewed: { refuelUnits: coins },
      terms: { refuel: { output: { amount: coins } } },
    })
  })

  test('drops the route when it has other decimals than in the deployment file', async () => {
    const ask = refuelled(signedAsk)
    const world = await started(ask)
    const token = { ...tokenOf(island, 'native'), decimals: 6 }
    world.service.bendQuote = (quote) => bringing(quote, { input: null, output: { token, amount: '3000' } })
    await expect(viewsOf(world).quote({ viewId: 'view', ask })).rejects.toMatchObject({
      data: { code: 'serviceBadShape', facts: { path: '$.autoRoute.refuel.output.token.decimals' } },
    })
  })

  test.each([
    ['fewer', '2999999999999999', 'needs_user'],
    ['the same amount', coins, 'verified_terminal'],
  ] as const)('continues or stops when a renewed quote pays %s', async (_how, amount, state) => {
    const ask = refuelled(manualAsk)
    const world = await started(ask)
    world.service.bendQuote = (quote) => bringing(quote, brought(coins))
    world.service.quoteLifeSeconds = 17
    const id = await begin(world, ask, undefined, across)
    world.service.bendQuote = (quote) => bringing(quote, brought(amount))
    world.service.quoteLifeSeconds = 60
    const order = await untilState(world, id, 'needs_user', 'verified_terminal')
    expect(order.state).toBe(state)
    if (state === 'needs_user')
      expect(order.problem).toMatchObject({ code: 'worseQuote', money: 'nothingSent' })
  })
})
