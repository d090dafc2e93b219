import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { decodeQuote, type Quote } from '../../lib/service/quote-shape.ts'

/** A decoded quote with its routes by kind. */
export function groupRoutes(quote: Quote) {
  const autos = quote.routes.filter((route) => route.kind === 'auto')
  return {
    ...quote,
    autoRoute: autos[0] ?? null,
    autoRoutes: autos.slice(1),
    manualRoutes: quote.routes.filter((route) => route.kind === 'manual'),
    deposit: quote.routes.find((route) => route.kind === 'deposit') ?? null,
  }
}

/** Decodes a response to a request, with its routes by kind. Without a route, the rest is as received. */
export function decodeGrouped(
  result: unknown,
  request: QuoteRequest,
  chains: Parameters<typeof decodeQuote>[2] = [],
) {
  const none = { ...(result as Quote), routes: [], unread: [] }
  return groupRoutes(decodeQuote(result, request, chains) ?? none)
}
