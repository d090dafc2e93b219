import { expect, test } from 'vitest'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { createFundedWorld, signedRequest } from '../harness/actions.ts'
import { requestReview } from '../harness/request-review.ts'

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
