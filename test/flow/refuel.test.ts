import { describe, expect, test } from 'vitest'
import { nativeAddress } from '../../lib/base/hex.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  acrossRoute,
  createFundedWorld,
  inboxRequest,
  manualRequest,
  signedRequest,
} from '../harness/actions.ts'
import { island, tokenOf } from '../harness/chains.ts'
import type { WireQuote, WireRefuel } from '../harness/honest-quote.ts'
import { requestReview } from '../harness/request-review.ts'
import { createViews } from '../harness/views.ts'

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
