import type { HeldQuote } from '../../lib/quote/held-quote.ts'
import { createQuoteView, type QuoteView } from '../../lib/quote/quote-view.ts'
import { makeReview, type ReviewChoice } from '../../lib/review/review.ts'
import { type ReviewView, reviewView } from '../../lib/review/review-view.ts'
import { type Client, createService, type Service } from '../../lib/service/client.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { createFundedWorld } from '../harness/actions.ts'
import { account, deployment } from '../harness/chains.ts'
import { noPause } from '../harness/no-pause.ts'
import type { World } from '../harness/world.ts'

export interface ShapeHarness {
  readonly world: World
  readonly client: Client
  /** Sets the body of every later response of the endpoint whose path ends with `endpoint`. */
  setResponse(endpoint: string, body: string): void
  requestQuote(quoteRequest: QuoteRequest): Promise<Quoted | 'noRoute'>
  requestReview(quoted: Quoted, choice: ReviewChoice): Promise<ReviewView>
}

export interface Quoted {
  readonly held: HeldQuote
  readonly view: QuoteView
}

/** A world's own service, without a client in front of it. */
export type Honest = Pick<Service, 'quote' | 'buildTx'>

export async function createShapeHarness(
  request: QuoteRequest,
): Promise<ShapeHarness & { readonly honest: Honest }> {
  const world = await createFundedWorld(request, { allowed: true })
  world.service.manualNames = ['Across', 'Stargate']
  const honest: Honest = { ...world.service.service }
  const bodies = new Map<string, string>()
  const client = createService({
    deployment: {
      service: { baseUrl: 'http://service.example', kind: 'frontend', requestsPerMinute: 1_000_000_000 },
      fee: null,
      chains: [],
    },
    async fetch(url) {
      const { pathname } = new URL(url)
      const [, body = '{}'] = [...bodies].find(([endpoint]) => pathname.endsWith(endpoint)) ?? []
      return new Response(body, {
        headers: {
          'content-type': 'application/json',
          'server-req-id': 'shape',
          date: new Date(world.clock.nowMs()).toUTCString(),
        },
      })
    },
    clock: world.clock.machine,
    timers: world.clock,
    pause: noPause,
    random: () => 0,
  })
  const { quote, buildTx, submit, status } = client
  Object.assign(world.service.service, { quote, buildTx, submit, status } satisfies Service)
  return {
    world,
    client,
    honest,
    setResponse: (endpoint, body) => void bodies.set(endpoint, body),
    async requestQuote(requested) {
      const outcome = await world.quotes.quote('view', requested, account)
      if (outcome.kind !== 'quote') return 'noRoute'
      const view = createQuoteView('quote', outcome.held, deployment)
      return view === null ? 'noRoute' : { held: outcome.held, view }
    },
    async requestReview({ held }, choice) {
      const review = await makeReview(held, account, world.reviewPorts, choice)
      const pick = { routeKey: choice.routeKey ?? null, sort: 'output' } as const
      const quote = createQuoteView('quote', held, deployment, pick)
      if (quote === null) throw new Error('a reviewed quote has no view')
      const view = reviewView(review, { quote, deployment, unproven: null })
      return { ...view, reviewKey: 'review' }
    },
  }
}

export function envelope(result: unknown) {
  return { success: true, statusCode: 200, result, message: null }
}
