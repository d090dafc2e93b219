import type { ReviewChoice } from '../../lib/review/review.ts'
import type { ReviewView } from '../../lib/review/review-view.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { createViews } from './views.ts'
import type { World } from './world.ts'

export async function requestReview(
  world: World,
  request: QuoteRequest,
  { routeKey = null, ...pay }: Omit<ReviewChoice, 'proposal'> = {},
): Promise<ReviewView> {
  const views = createViews(world)
  const picked = routeKey === null ? {} : { routeKey }
  const reply = await views.quote({ viewId: 'view', request: request, pick: { routeKey, sort: 'output' } })
  if (reply.kind !== 'quote') throw new Error(reply.kind)
  return views.review({ quoteKey: reply.quote.quoteKey, ...picked, ...pay })
}
