import { isOff, minuteMs } from '../base/time.ts'
import type { Deployment } from '../deployment/deployment.ts'
import { asksDeposit, type QuoteRequest } from '../service/quote-request.ts'
import { type UnreadRoute, unreadOf } from '../service/quote-result.ts'
import type { Token } from '../service/token.ts'
import { configuredToken } from '../tokens/configured-token.ts'
import type { HeldQuote } from './held-quote.ts'
import { type FeeList, worthOf } from './route-summary.ts'
import { type RouteView, routeView } from './route-view.ts'
import { isProvable, type RouteSort, rankRoutes, routesOf } from './routes.ts'

/** A quote as the form shows it. `quoteKey` is the background's handle of the full one. */
export interface QuoteView extends FeeList {
  readonly quoteKey: string
  readonly ask: QuoteRequest
  /** False: made for the operator's `indicativeAddress`, or an account that is only watched; it can never be confirmed. */
  readonly executable: boolean
  readonly inputToken: Token
  readonly outputToken: Token
  readonly inputValueInUsd: string | null
  readonly outputValueInUsd: string | null
  /** Decimal text; dollars per whole input token, for fiat entry and other display. */
  readonly inputPriceInUsd: string | null
  /** `effectiveAmount`, else `amount`; smallest unit. */
  readonly promisedAmount: string
  readonly minAmountOut: string
  /** Decimal text with two places; positive is a loss; null where a price is missing. */
  readonly lossPercent: string | null
  readonly estimatedSeconds: number | null
  readonly slippagePercent: string | null
  /** What the service suggests, where the user's own is lower; else null. */
  readonly suggestedSlippagePercent: string | null
  readonly routeName: string
  readonly routeTags: readonly string[]
  /** In this machine's clock. */
  readonly receivedMs: number
  readonly expiresMs: number
  /**
   * The chosen route, whose figures stand above; `review` takes this key. Null where only routes that cannot be proven are
   * there and none was picked by hand: the figures above are nobody's then.
   */
  readonly routeKey: string | null
  /** Every route, best first as it was asked to be sorted (R1); blocked ones last. */
  readonly routes: readonly RouteView[]
  /** Routes of the asked kinds that could not be read: listed below the others, never chosen. */
  readonly unread: readonly UnreadRoute[]
  /** The route picked by hand is not offered any more, so another one is chosen: to be said. */
  readonly isPickGone: boolean
  /** How far the service's clock and ours are apart, where nothing can be signed for it; absent where they agree. */
  readonly clockOffMinutes?: number
}

/** Which route the user picked, and how they are sorted. */
export interface Pick {
  readonly routeKey: string | null
  readonly sort: RouteSort
}

const noPick: Pick = { routeKey: null, sort: 'output' }

/**
 * Returns a held quote as the form shows it; null when it has no route. The picked route is shown while it is there,
 * else the deposit where one was asked for, else the best one whose effects can be proven. Where there is none of these
 * no route is chosen: what cannot be proven is picked by hand, never by how it ranks.
 */
export function quoteView(
  quoteKey: string,
  held: HeldQuote,
  deployment: Deployment,
  pick: Pick = noPick,
): QuoteView | null {
  const { ask, response, receivedMs } = held
  const { result: quote, clockOffsetMs } = response
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
    inputToken: configuredToken(deployment, quote.input.token),
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
