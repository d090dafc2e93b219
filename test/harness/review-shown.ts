import { quoteView } from '../../lib/quote/quote-view.ts'
import { makeReview, type ReviewChoice } from '../../lib/review/review.ts'
import { type ReviewView, reviewView } from '../../lib/review/review-view.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { account } from './actions.ts'
import { chainById, deployment } from './chains.ts'
import type { World } from './world.ts'

/** The review of an ask as a view gets it. */
export async function reviewShown(
  world: World,
  ask: QuoteRequest,
  choice: ReviewChoice = {},
): Promise<ReviewView> {
  const outcome = await world.quotes.quote('view', ask, account)
  if (outcome.kind !== 'quote') throw new Error(outcome.kind)
  const review = await makeReview(outcome.held, account, world.reviewPorts, choice)
  const pick = { routeKey: choice.routeKey ?? null, sort: 'output' } as const
  const quote = quoteView(outcome.quoteKey, outcome.held, deployment, pick)
  if (quote === null) throw new Error('no quote')
  const { permit2 } = chainById(ask.originChainId)
  return reviewView({ ...review, ...review.checked, quote, permit2, deployment })
}
