import { describe, expect, test } from 'vitest'
import { minuteMs } from '../../lib/base/time.ts'
import { createQuoteView } from '../../lib/quote/quote-view.ts'
import {
  acrossRoute,
  createFundedWorld,
  depositRequest,
  manualRequest,
  signedRequest,
} from '../harness/actions.ts'
import { account, deployment, user } from '../harness/chains.ts'
import type { WireOutput, WireQuote } from '../harness/honest-quote.ts'

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

test('needs a consent when the minimum is far below a promise without fees, and names the percentage', async () => {
  const world = await createFundedWorld(manualRequest)
  world.service.changeQuote = (quote) => changeOutputs(quote, { minAmountOut: '1400000' })
  const { requiredConsents } = await world.createReview(manualRequest, account, acrossRoute)
  expect(requiredConsents.at(-1)).toEqual({
    code: 'slippageAboveYours',
    facts: { percent: '5.73', limit: '0.5' },
  })
})

describe('the refund address of a deposit', () => {
  const plain = { ...depositRequest, options: { enableDepositAddress: true } }

  test.each([
    ['is missing, and none was requested', plain, null, true],
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
    if (isTaken) expect((await made).checked.kind).toBe('deposit')
    else await expect(made).rejects.toMatchObject({ data: { facts: { reason: 'P-6' } } })
  })
})

test.each([
  ['of 9 minutes is not mentioned', 9, undefined],
  ['of 11 minutes ahead', 11, 11],
  ['of 70 minutes behind', -70, 70],
])('the quote states the difference of the clocks: %s', async (_what, minutes, said) => {
  const world = await createFundedWorld(signedRequest)
  world.service.aheadMs = minutes * minuteMs
  const outcome = await world.requestQuote(signedRequest)
  expect(createQuoteView(outcome.quoteKey, outcome.held, deployment)?.clockOffMinutes).toBe(said)
})
