import { isClockOff, minuteMs } from '../base/time.ts'
import type { Deployment } from '../deployment/schema.ts'
import { unpricedRoute } from '../service/route.ts'
import { readQuote } from './configure-quote.ts'
import type { HeldQuote } from './held-quote.ts'
import { inputValueOf, noFigures } from './route-summary.ts'
import { createRouteView } from './route-view.ts'
import { higherSuggestion, isProvable, type RouteSort, rankRoutes } from './routes.ts'

/** A quote as the form shows it. `quoteKey` identifies the full quote in the background. */
export type QuoteView = Readonly<NonNullable<ReturnType<typeof createQuoteView>>>

export interface RoutePick {
  readonly routeKey: string | null
  readonly sort: RouteSort
}

const noPick: RoutePick = { routeKey: null, sort: 'output' }

/**
 * Converts a stored quote for the form; null if it has no route. Chooses the picked route if it is still offered, else
 * the deposit if one was requested, else the best provable route. Otherwise it chooses none: only the user may pick an
 * unprovable route.
 */
export function createQuoteView(
  quoteKey: string,
  held: HeldQuote,
  deployment: Deployment,
  pick: RoutePick = noPick,
) {
  const { request, response, receivedMs } = held
  const { clockOffsetMs } = response
  const quote = readQuote(deployment, response.result, request, held.listed)
  if (quote === null) return null
  const views = quote.routes.flatMap((route) => createRouteView(route, quote, held, deployment) ?? [])
  const routes = rankRoutes(views, pick.sort)
  const picked = routes.find(({ key }) => key === pick.routeKey)
  const [first] = routes
  if (first === undefined) return null
  const requestedDeposit = routes.find(({ kind }) => kind === 'deposit')
  const chosen = picked ?? requestedDeposit ?? routes.find(isProvable) ?? null
  const shown = chosen ?? { ...first, ...placeholders }
  return {
    quoteKey,
    request,
    /**
     * False if the quote was made for the operator's `indicativeAddress` or for a watched account. It can never be
     * confirmed.
     */
    executable: chosen?.kind === 'deposit' ? request.receiverAddress !== null : held.executable,
    inputToken: quote.input.token,
    outputToken: shown.outputToken,
    inputValueInUsd: inputValueOf(quote.input),
    outputValueInUsd: shown.outputValueInUsd,
    /** Decimal text, dollars per whole input token. For amounts in fiat and other display. */
    inputPriceInUsd: quote.input.priceInUsd,
    /** `effectiveAmount`, else `amount`; smallest unit. */
    promisedAmount: shown.promisedAmount ?? '0',
    minAmountOut: shown.minAmountOut ?? '0',
    fees: shown.fees,
    unknownFees: shown.unknownFees,
    /** Null if the value of the input or of the output is unknown. */
    cost: shown.cost,
    estimatedSeconds: shown.estimatedSeconds,
    slippagePercent: shown.slippagePercent,
    /** The service's suggestion if the user's own slippage is lower; else null. */
    suggestedSlippagePercent: higherSuggestion(request.slippagePercent, shown.suggestedSlippagePercent),
    routeName: shown.routeDetails.name,
    /** This machine's clock. */
    receivedMs,
    expiresMs: shown.expiresMs,
    /**
     * The chosen route, whose figures are above; `review` takes this key. Null if every route is unprovable and the user
     * picked none. The figures above are then placeholders.
     */
    routeKey: chosen?.key ?? null,
    /** All routes in the requested order, best first (R1). Blocked ones are last. */
    routes,
    /** Unreadable routes of the requested kinds. They are listed below the others and cannot be chosen. */
    unread: quote.unread,
    /** The route that the user picked is no longer offered and another one was chosen. The view must say so. */
    isPickUnavailable: pick.routeKey !== null && picked === undefined,
    /** Minutes between the service's clock and ours, if so many that nothing may be signed; absent otherwise. */
    ...(isClockOff(clockOffsetMs) ? { clockOffMinutes: Math.round(Math.abs(clockOffsetMs) / minuteMs) } : {}),
  }
}

/** Placeholders for the figures of a route while the user has to pick one. */
const placeholders = {
  ...unpricedRoute,
  ...noFigures,
  fees: [],
  unknownFees: [],
  estimatedSeconds: null,
} as const
