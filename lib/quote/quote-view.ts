import { isClockOff, minuteMs } from '../base/time.ts'
import type { Deployment } from '../deployment/schema.ts'
import { type QuoteRequest, requestsDeposit } from '../service/quote-request.ts'
import { listUnreadRoutes, type UnreadRoute } from '../service/quote-shape.ts'
import type { Token } from '../service/token.ts'
import { configureToken } from '../tokens/configure-token.ts'
import type { HeldQuote } from './held-quote.ts'
import { type FeeList, inputValueOf } from './route-summary.ts'
import { createRouteView, type RouteView } from './route-view.ts'
import { isProvable, listRoutes, type RouteSort, rankRoutes } from './routes.ts'

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
  /** Decimal text with two places; positive is a loss, null if a price is missing. */
  readonly lossPercent: string | null
  readonly estimatedSeconds: number | null
  readonly slippagePercent: string | null
  /** The service's suggestion if the user's own slippage is lower; else null. */
  readonly suggestedSlippagePercent: string | null
  readonly routeName: string
  readonly routeTags: readonly string[]
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
  const { result: quote, clockOffsetMs } = response
  const views = listRoutes(quote, request).flatMap((one) => createRouteView(one, held, deployment) ?? [])
  const routes = rankRoutes(views, pick.sort)
  const picked = routes.find(({ routeKey }) => routeKey === pick.routeKey)
  const [first] = routes
  if (first === undefined) return null
  const requestedDeposit = requestsDeposit(request)
    ? routes.find(({ kind }) => kind === 'deposit')
    : undefined
  const chosen = picked ?? requestedDeposit ?? routes.find(isProvable) ?? emptyRoute(first)
  return {
    quoteKey,
    request,
    executable:
      chosen.kind === 'deposit' && chosen.routeKey !== null
        ? request.receiverAddress !== null
        : held.executable,
    inputToken: configureToken(deployment, quote.input.token),
    outputToken: chosen.outputToken,
    inputValueInUsd: quote.input.valueInUsd ?? inputValueOf(quote.input),
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
    unread: listUnreadRoutes(quote, request),
    isPickUnavailable: pick.routeKey !== null && picked === undefined,
    ...(isClockOff(clockOffsetMs) ? { clockOffMinutes: Math.round(Math.abs(clockOffsetMs) / minuteMs) } : {}),
  }
}

function emptyRoute({ kind, outputToken, expiresMs }: RouteView) {
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
