import { decode } from '../base/decode.ts'
import type { Deployment } from '../deployment/deployment.ts'
import { requireReadable } from '../quote/routes.ts'
import { call } from './call.ts'
import { checkAsk } from './check-quote-request.ts'
import { quoteQuery } from './quote-query.ts'
import type { QuoteRequest } from './quote-request.ts'
import type { AutoRoute, ManualRoute, Quote, UnreadRoute } from './quote-result.ts'
import { quoteShape } from './quote-shape.ts'
import type { CallOptions, ServiceResponse } from './service.ts'
import type { Send } from './transport.ts'

/**
 * Asks for a quote (interface 4.4), valid for about 60 s; with the operator's fee where the deployment has one. Amounts are
 * digit strings in the smallest unit, values dollars as decimal text, slippage percent, times seconds.
 * No route is not an error: `autoRoute` is null and the lists are empty then. A route that cannot be read stands in `unread`;
 * where there are only such ones `serviceBadShape` names the first. Throws what `checkAsk` refuses before
 * anything is sent, and `receiverInvalid` where a chain that is not EVM has no receiver.
 */
export function quote(send: Send, fee: Deployment['fee']) {
  return async (ask: QuoteRequest, options: CallOptions): Promise<ServiceResponse<Quote>> => {
    checkAsk(ask, fee)
    return call(
      send,
      {
        ...options,
        path: '/api/v1/exchange/quote',
        query: quoteQuery(ask, fee),
        timeLimitMs: 10_000,
        maxBytes: 2_000_000,
      },
      (result) => quoteOf(result, ask),
    )
  }
}

/**
 * A quote made for somebody has what is signed or sent, and what it says of gas that was asked for; a route that lacks it
 * is one that cannot be read.
 */
function quoteOf(result: unknown, ask: QuoteRequest): Quote {
  const decoded = decode(quoteShape, result, 'quote')
  const unread: UnreadRoute[] = [...(decoded.unread ?? [])]
  function isWhole(kind: UnreadRoute['kind'], place: string, route: AutoRoute | ManualRoute): boolean {
    const lacking = lacks(route, ask)
    if (lacking === null) return true
    const name = route.routeDetails.name
    unread.push({ kind, name, path: `$.${place}.${lacking}`, expected: expected[lacking] })
    return false
  }
  const autos = decoded.autoRoute === null ? [] : [decoded.autoRoute, ...decoded.autoRoutes]
  const [autoRoute = null, ...autoRoutes] = autos.filter((route, at) =>
    isWhole('auto', at === 0 ? 'autoRoute' : 'autoRoutes', route),
  )
  const manualRoutes = decoded.manualRoutes.filter((route) => isWhole('manual', 'manualRoutes', route))
  const quote = {
    ...decoded,
    autoRoute,
    autoRoutes,
    manualRoutes,
    ...(unread.length === 0 ? {} : { unread }),
  }
  requireReadable(quote, ask)
  return quote
}

const expected = {
  signTypedData: 'typed data to sign',
  txData: 'a transaction to send',
  refuel: 'what comes along, with its amounts',
} as const

function lacks(route: AutoRoute | ManualRoute, ask: QuoteRequest): keyof typeof expected | null {
  if (route.isRefuelUnread === true && ask.options?.refuel === true) return 'refuel'
  if (!('userOp' in route) || ask.userAddress === null) return null
  if (route.userOp === 'sign') return route.signTypedData === null ? 'signTypedData' : null
  return route.txData === null && !route.isForeign ? 'txData' : null
}
