import { isOff } from '../base/clocks.ts'
import { minuteMs } from '../base/time.ts'
import type { Deployment } from '../deployment/deployment.ts'
import type { QuoteView } from '../rpc/messages.ts'
import { asksDeposit } from '../service/quote-request.ts'
import { pinnedToken } from '../tokens/pinned.ts'
import type { HeldQuote } from './held-quote.ts'
import { type RouteSort, rankRoutes } from './rank-routes.ts'
import { isProvable, routesOf, unreadOf } from './route.ts'
import { worthOf } from './route-summary.ts'
import { routeView } from './route-view.ts'
import type { RouteView } from './route-views.ts'

/** Which route the person picked, and how they are sorted. */
export interface Pick {
  readonly routeKey: string | null
  readonly sort: RouteSort
}

const noPick: Pick = { routeKey: null, sort: 'output' }

/**
 * A held quote as the form shows it; null when it has no route. The picked route is shown while it is there, else
 * the deposit where one was asked for, else the best one whose effects can be proven. Where there is none of these no
 * route is chosen: what cannot be proven is picked by hand, never by how it ranks.
 */
export function quoteView(
  quoteKey: string,
  held: HeldQuote,
  deployment: Deployment,
  pick: Pick = noPick,
): QuoteView | null {
  const { ask, answered, receivedMs } = held
  const { result: quote, clockOffsetMs } = answered
  const views = routesOf(quote, ask).flatMap((one) => routeView(one, held, deployment) ?? [])
  const routes = rankRoutes(views, pick.sort)
  const picked = routes.find(({ routeKey }) => routeKey === pick.routeKey)
  const [first] = routes
  if (first === undefined) return null
  const asked = asksDeposit(ask) ? routes.find(({ kind }) => kind === 'deposit') : undefined
  const chosen = picked ?? asked ?? routes.find(isProvable) ?? unchosen(first)
  return {
    quoteKey,
    ask,
    executable:
      chosen.kind === 'deposit' && chosen.routeKey !== null ? ask.receiverAddress !== null : held.executable,
    inputToken: pinnedToken(deployment, quote.input.token),
    outputToken: chosen.outputToken,
    inputValueInUsd: quote.input.valueInUsd ?? worthOf(quote.input),
    outputValueInUsd: chosen.outputValueInUsd,
    inputPriceInUsd: quote.input.priceInUsd,
    promisedAmount: chosen.promisedAmount ?? '0',
    minAmountOut: chosen.minAmountOut ?? '0',
    fees: chosen.fees,
    unknownFees: chosen.unknownFees,
    lossPercent: chosen.lossPercent,
    estimatedSeconds: chosen.estimatedSeconds,
    slippagePercent: chosen.slippagePercent,
    suggestedSlippagePercent: chosen.suggestedSlippagePercent,
    routeName: chosen.name,
    routeTags: chosen.tags,
    receivedMs,
    expiresMs: chosen.expiresMs,
    routeKey: chosen.routeKey,
    routes,
    unread: unreadOf(quote, ask),
    isPickGone: pick.routeKey !== null && picked === undefined,
    ...(isOff(clockOffsetMs) ? { clockOffMinutes: Math.round(Math.abs(clockOffsetMs) / minuteMs) } : {}),
  }
}

/** Nothing of a route but what all of them share. */
function unchosen({ kind, outputToken, expiresMs }: RouteView) {
  return {
    kind,
    outputToken,
    expiresMs,
    routeKey: null,
    name: '',
    tags: [],
    promisedAmount: null,
    minAmountOut: null,
    outputValueInUsd: null,
    fees: [],
    unknownFees: [],
    lossPercent: null,
    estimatedSeconds: null,
    slippagePercent: null,
    suggestedSlippagePercent: null,
  }
}
