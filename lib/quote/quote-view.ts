import { isClockOff, minuteMs } from '../base/time.ts'
import type { Deployment } from '../deployment/schema.ts'
import type { QuoteRequest } from '../service/quote-request.ts'
import type { UnreadRoute } from '../service/quote-shape.ts'
import { unpricedRoute } from '../service/route.ts'
import type { Token } from '../service/token.ts'
import { readQuote } from './configure-quote.ts'
import type { HeldQuote } from './held-quote.ts'
import { inputValueOf, noFigures } from './route-summary.ts'
import { createRouteView, type RouteView } from './route-view.ts'
import { higherSuggestion, isProvable, type RouteSort, rankRoutes } from './routes.ts'
import type { FeeList, SwapCost } from './swap-cost.ts'

/** A quote as the form shows it. `quoteKey` identifies the full quote in the background. */
export interface QuoteView extends FeeList {
  readonly quoteKey: string
  readonly request: QuoteRequest
  /**
   * False if the quote was made for the operator's `indicativeAddress` or for a watched account. It can never be
   * confirmed.
   */
  readonly executable: boolean
  readonly inputToken: Token
  readonly outputToken: Token
  readonly inputValueInUsd: string | null
  readonly outputValueInUsd: string | null
  /** Decimal text, dollars per whole input token. For amounts in fiat and other display. */
  readonly inputPriceInUsd: string | null
  /** `effectiveAmount`, else `amount`; smallest unit. */
  readonly promisedAmount: string
  readonly minAmountOut: string
  /** Null if the value of the input or of the output is unknown. */
  readonly cost: SwapCost | null
  readonly estimatedSeconds: number | null
  readonly slippagePercent: string | null
  /** The service's suggestion if the user's own slippage is lower; else null. */
  readonly suggestedSlippagePercent: string | null
  readonly routeName: string
  /** This machine's clock. */
  readonly receivedMs: number
  readonly expiresMs: number
  /**
   * The chosen route, whose figures are above; `review` takes this key. Null if every route is unprovable and the user
   * picked none. The figures above are then placeholders.
   */
  readonly routeKey: string | null
  /** All routes in the requested order, best first (R1). Blocked ones are last. */
  readonly routes: readonly RouteView[]
  /** Unreadable routes of the requested kinds. They are listed below the others and cannot be chosen. */
  readonly unread: readonly UnreadRoute[]
  /** The route that the user picked is no longer offered and another one was chosen. The view must say so. */
  readonly isPickUnavailable: boolean
  /** Minutes between the service's clock and ours, if so many that nothing may be signed; absent otherwise. */
  readonly clockOffMinutes?: number
}

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
): QuoteView | null {
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
    executable: chosen?.kind === 'deposit' ? request.receiverAddress !== null : held.executable,
    inputToken: quote.input.token,
    outputToken: shown.outputToken,
    inputValueInUsd: inputValueOf(quote.input),
    outputValueInUsd: shown.outputValueInUsd,
    inputPriceInUsd: quote.input.priceInUsd,
    promisedAmount: shown.promisedAmount ?? '0',
    minAmountOut: shown.minAmountOut ?? '0',
    fees: shown.fees,
    unknownFees: shown.unknownFees,
    cost: shown.cost,
    estimatedSeconds: shown.estimatedSeconds,
    slippagePercent: shown.slippagePercent,
    suggestedSlippagePercent: higherSuggestion(request.slippagePercent, shown.suggestedSlippagePercent),
    routeName: shown.routeDetails.name,
    receivedMs,
    expiresMs: shown.expiresMs,
    routeKey: chosen?.key ?? null,
    routes,
    unread: quote.unread,
    isPickUnavailable: pick.routeKey !== null && picked === undefined,
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
