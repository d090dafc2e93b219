import type { Ask } from '../swap/ask.ts'
import { checkAsk } from '../swap/check-ask.ts'
import type { Deployment } from '../swap/deployment.ts'
import type { AutoRoute, Quote } from '../swap/quote.ts'
import type { Answered, CallOptions } from '../swap/service.ts'
import { badShape, decode } from '../wire/decode.ts'
import { call } from './call.ts'
import { quoteQuery } from './quote-query.ts'
import { quoteShape } from './quote-shape.ts'
import type { Send } from './transport.ts'

/**
 * Asks for a quote (interface 4.4), valid for about 60 s; with the operator's fee where the deployment has one. Amounts are
 * digit strings in the smallest unit, values dollars as decimal text, slippage percent, times seconds.
 * No route is not an error: `autoRoute` is null and the lists are empty then. Throws what `checkAsk` refuses before
 * anything is sent, and `receiverInvalid` where a chain that is not EVM has no receiver.
 */
export function quote(send: Send, fee: Deployment['fee']) {
  return async (ask: Ask, options: CallOptions): Promise<Answered<Quote>> => {
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

/** A quote made for somebody has what is signed or sent. One more automatic route that lacks it is left out. */
function quoteOf(result: unknown, ask: Ask): Quote {
  const decoded = decode(quoteShape, result, 'quote')
  if (ask.userAddress === null) return decoded
  const fault = decoded.autoRoute === null ? null : lacks(decoded.autoRoute)
  if (fault !== null) throw badShape('quote', `$.autoRoute.${fault}`, expected[fault])
  return { ...decoded, autoRoutes: decoded.autoRoutes.filter((route) => lacks(route) === null) }
}

const expected = { signTypedData: 'typed data to sign', txData: 'a transaction to send' } as const

function lacks(route: AutoRoute): keyof typeof expected | null {
  if (route.userOp === 'sign') return route.signTypedData === null ? 'signTypedData' : null
  return route.txData === null && !route.isForeign ? 'txData' : null
}
