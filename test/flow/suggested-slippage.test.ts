import { expect, test } from 'vitest'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { fund, signedAsk } from '../harness/actions.ts'
import { reviewShown } from '../harness/request-review.ts'
import { createWorld } from '../harness/world.ts'

async function shownTo(ask: QuoteRequest) {
  const world = await createWorld()
  fund(world, ask)
  world.service.bendQuote = (quote) =>
    quote.autoRoute === null
      ? quote
      : { ...quote, autoRoute: { ...quote.autoRoute, suggestedSlippagePercent: '2' } }
  return (await reviewShown(world, ask)).quote
}

test('displays a higher slippage that the service suggests, and does not use it', async () => {
  const quote = await shownTo(signedAsk)
  expect(quote).toMatchObject({ suggestedSlippagePercent: '2', ask: { slippagePercent: '0.5' } })
})

test.each(['2', '3', null])('displays no suggestion next to %s', async (slippagePercent) => {
  expect((await shownTo({ ...signedAsk, slippagePercent })).suggestedSlippagePercent).toBeNull()
})
