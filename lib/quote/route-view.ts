import { isSameHex, nativeAddress } from '../base/hex.ts'
import { Problem } from '../base/problem.ts'
import type { ProblemData } from '../base/problem-shape.ts'
import { dayMs, isClockOff, minuteMs, secondMs } from '../base/time.ts'
import { chainConfig, notPinned } from '../deployment/deployment.ts'
import type { Deployment } from '../deployment/schema.ts'
import { destinationFormatOf, type QuoteRequest } from '../service/quote-request.ts'
import type { Quote } from '../service/quote-shape.ts'
import type { Route } from '../service/route.ts'
import type { Token } from '../service/token.ts'
import { configureToken } from '../tokens/configure-token.ts'
import { defaultLifeSeconds, depositEndsMs, type HeldQuote, reserveMs } from './held-quote.ts'
import { findNativeFee, type RouteSummary, summarizeRoute } from './route-summary.ts'
import { isConsistentOutput, userActionOf } from './routes.ts'
import type { DepositTerms, OrderTerms } from './terms.ts'

/** A route with the figures that are computed for the list of routes. */
export type RouteView = Route & RouteFigures

interface RouteFigures extends RouteSummary {
  readonly outputToken: Token
  readonly expiresMs: number
  /** The reason why the route cannot be executed now. It is shown disabled with this reason (R4). */
  readonly blocked: ProblemData | null
}

/** Adds the figures of a route for the list of routes; null if its output token is unknown. */
export function createRouteView(
  route: Route,
  quote: Quote,
  held: HeldQuote,
  deployment: Deployment,
): RouteView | null {
  const token = route.output?.token ?? findOtherToken(quote, held.request) ?? held.outputToken
  if (token === null) return null
  return {
    ...route,
    ...summarizeRoute(quote, route, held.approvalGas[route.key] ?? null),
    outputToken: configureToken(deployment, token),
    expiresMs: routeExpiryMs(route, held),
    blocked: findBlockReason(route, held, deployment),
  }
}

/** Returns until when a route can be reviewed and confirmed, in this machine's clock: its end without the reserve. */
function routeExpiryMs(route: Route, { response, receivedMs }: HeldQuote): number {
  const seconds = route.kind === 'deposit' ? route.expirySeconds : route.quoteExpirySeconds
  const { clockOffsetMs } = response
  // If the service's clock is far off, its times are not used. The review explains this.
  const endMs =
    seconds !== null && !isClockOff(clockOffsetMs)
      ? Math.min(seconds * secondMs - clockOffsetMs, receivedMs + dayMs)
      : receivedMs + (route.kind === 'auto' ? minuteMs : defaultLifeSeconds[route.kind] * secondMs)
  return endMs - reserveMs(route.kind === 'deposit')
}

/** The requested output token as another route names it, for a deposit that promises no output. */
export function findOtherToken(
  { routes }: Pick<Quote, 'routes'>,
  request: Pick<QuoteRequest, 'destinationChainId' | 'outputToken'>,
): Token | null {
  const named = routes.map(({ output }) => output?.token)
  const isRequested = (token: Token) =>
    token.chainId === request.destinationChainId && isSameHex(token.address, request.outputToken)
  return named.find((token) => token !== undefined && isRequested(token)) ?? null
}

/** A deposit to make: exactly the fields that a user has to copy. */
export interface DepositView extends Omit<DepositTerms, 'expirySeconds' | 'token'> {
  readonly token: Token
  /** This machine's clock. `depositPhase` combines it with the order's `depositObserved`. */
  readonly expiresMs: number
}

export function createDepositView(terms: OrderTerms, token: Token): DepositView | null {
  const { deposit, clockOffsetMs } = terms
  if (deposit === undefined) return null
  const { expirySeconds: _expiry, token: _token, ...shown } = deposit
  return { ...shown, token, expiresMs: depositEndsMs(deposit, clockOffsetMs) }
}

/** Returns the reason why a route cannot be executed now, as far as its quote shows it (R4); null if it can. */
function findBlockReason(route: Route, held: HeldQuote, deployment: Deployment): ProblemData | null {
  const plain = findPlainReason(route, held.request, deployment)
  if (plain !== null) return plain.data
  return userActionOf(route) === 'send' ? findCostReason(route, held, deployment) : null
}

function findPlainReason(route: Route, request: QuoteRequest, deployment: Deployment): Problem | null {
  const { originChainId, destinationChainId } = request
  const unsupported = new Problem('routeUnusable', { facts: { reason: 'unsupported' } })
  if (route.output !== null && !isConsistentOutput(route.output))
    return new Problem('routeUnusable', { facts: { reason: 'contradictory' } })
  if (route.kind === 'deposit') return route.requestHash === null ? unsupported : null
  if (route.kind === 'auto' && route.isForeign) return unsupported
  if (chainConfig(deployment, originChainId) === null) return notPinned(originChainId)
  if (route.kind === 'manual') return null
  if (destinationFormatOf(request) !== 'evm') return unsupported
  // Without RPC endpoints for the destination, no delivery can be verified there, whatever the token.
  return chainConfig(deployment, destinationChainId) === null ? notPinned(destinationChainId) : null
}

function findCostReason(
  route: Route,
  { request, nativeUnits, hasCode }: HeldQuote,
  deployment: Deployment,
): ProblemData | null {
  const fee = findNativeFee(request, route)
  const facts = { symbol: (fee ?? route.gasFee)?.token.symbol ?? '' }
  const most = BigInt(chainConfig(deployment, request.originChainId)?.nativeFeeMaxUnits ?? '0')
  if (BigInt(fee?.amount ?? '0') > most)
    return new Problem('routeUnusable', { facts: { ...facts, reason: 'nativeFee' } }).data
  if (nativeUnits === null) return null
  const paid = isSameHex(request.inputToken, nativeAddress) ? BigInt(request.inputAmount) : 0n
  const gas = hasCode ? 0n : BigInt(route.gasFee?.amount ?? '0')
  const cost = paid + BigInt(fee?.amount ?? '0') + gas
  return BigInt(nativeUnits) < cost ? new Problem('gasTooLow', { facts }).data : null
}
