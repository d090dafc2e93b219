import { isSameHex, nativeAddress } from '../base/hex.ts'
import { Problem, type ProblemData } from '../base/problem.ts'
import { dayMs, isClockOff, minuteMs, secondMs } from '../base/time.ts'
import { chainConfig } from '../deployment/deployment.ts'
import type { Deployment } from '../deployment/schema.ts'
import type { OrderTerms } from '../order/order-parts.ts'
import { destinationFormatOf, type QuoteRequest } from '../service/quote-request.ts'
import type { Quote } from '../service/quote-shape.ts'
import type { DepositRoute, PricedRoute, Rewards, RouteOutput, TokenAmount } from '../service/route.ts'
import type { Token } from '../service/token.ts'
import { configureToken } from '../tokens/configure-token.ts'
import { defaultLifeSeconds, depositEndsMs, type HeldQuote } from './held-quote.ts'
import {
  type FeeList,
  findNativeFee,
  listDepositFees,
  listRouteFees,
  summarizeRoute,
} from './route-summary.ts'
import { higherSuggestion, isConsistentOutput, type Route, userActionOf } from './routes.ts'

/** Returns when a route expires, in this machine's clock. */
function routeExpiryMs(
  one: Route,
  { response, receivedMs }: Pick<HeldQuote, 'response' | 'receivedMs'>,
): number {
  const seconds = one.kind === 'deposit' ? one.route.expirySeconds : one.route.quoteExpirySeconds
  const { clockOffsetMs } = response
  if (seconds !== null && !isClockOff(clockOffsetMs)) {
    return Math.min(seconds * secondMs - clockOffsetMs, receivedMs + dayMs)
  }
  // If the service's clock is far off, its times are not used. The review explains this.
  return receivedMs + (one.kind === 'auto' ? minuteMs : defaultLifeSeconds[one.kind] * secondMs)
}

/** Converts a route for the list of routes; null if its output token is unknown. */
export function createRouteView(one: Route, held: HeldQuote, deployment: Deployment): RouteView | null {
  const quote = held.response.result
  const { route } = one
  const output = route.output ?? findOtherOutput(quote)
  const token = output?.token ?? held.outputToken
  if (token === null || token === undefined) return null
  const common = {
    routeKey: one.key,
    kind: one.kind,
    outputToken: configureToken(deployment, token),
    expiresMs: routeExpiryMs(one, held),
    blocked: findBlockReason(one, { request: held.request, deployment, nativeUnits: held.nativeUnits }),
    estimatedSeconds: route.estimatedSeconds,
  }
  if (one.kind === 'deposit') return { ...common, ...depositFigures(quote, one.route) }
  const userAction = one.kind === 'auto' ? userActionOf(one.route) : 'send'
  const summary = summarizeRoute(quote, one.route, listRouteFees(quote, one.route, userAction))
  return {
    ...common,
    userAction,
    name: one.route.routeDetails.name,
    logoURI: one.route.routeDetails.logoURI,
    dexName: one.route.routeDetails.dexName,
    tags: one.route.routeTags,
    promisedAmount: summary.promisedAmount,
    minAmountOut: summary.minAmountOut,
    outputValueInUsd: summary.outputValueInUsd,
    netValueInUsd: summary.netValueInUsd,
    fees: summary.fees,
    unknownFees: summary.unknownFees,
    lossPercent: summary.lossPercent,
    slippagePercent: one.route.slippagePercent,
    suggestedSlippagePercent: higherSuggestion(
      held.request.slippagePercent,
      one.route.suggestedSlippagePercent,
    ),
    refuel: one.route.refuel?.output ?? null,
    rewards: one.kind === 'auto' ? one.route.rewards : null,
  }
}

function findOtherOutput({ autoRoute, manualRoutes }: Quote): RouteOutput | null {
  return autoRoute?.output ?? manualRoutes[0]?.output ?? null
}

function depositFigures(quote: Quote, deposit: DepositRoute) {
  const { output } = deposit
  const list = listDepositFees(quote, deposit)
  const summary = output === null ? null : summarizeRoute(quote, { output }, list)
  return {
    userAction: 'deposit',
    name: '',
    logoURI: null,
    dexName: null,
    tags: [],
    promisedAmount: summary?.promisedAmount ?? null,
    minAmountOut: summary?.minAmountOut ?? null,
    outputValueInUsd: summary?.outputValueInUsd ?? null,
    netValueInUsd: summary?.netValueInUsd ?? null,
    ...list,
    lossPercent: summary?.lossPercent ?? null,
    slippagePercent: null,
    suggestedSlippagePercent: null,
    refuel: null,
    rewards: null,
  } as const
}

export interface RouteView extends FeeList {
  /** Stable across refreshes of a quote, unlike the service's quote id. */
  readonly routeKey: string
  readonly kind: 'auto' | 'manual' | 'deposit'
  /** The user's action: a signature, a transaction, or a transfer to a deposit address. */
  readonly userAction: 'sign' | 'send' | 'deposit'
  /** The service's name; empty for a deposit. */
  readonly name: string
  readonly logoURI: string | null
  readonly dexName: string | null
  /** `MAX_OUTPUT`, `SUGGESTED` and `FASTEST` were observed; others may exist. */
  readonly tags: readonly string[]
  readonly outputToken: Token
  /** Smallest unit; null if nothing is promised before the deposit arrived. */
  readonly promisedAmount: string | null
  readonly minAmountOut: string | null
  readonly outputValueInUsd: string | null
  /** Dollars of the output less gas and native fee; null if a value is unknown. */
  readonly netValueInUsd: string | null
  readonly lossPercent: string | null
  readonly estimatedSeconds: number | null
  readonly slippagePercent: string | null
  /** The service's suggestion if the user's own slippage is lower; else null. */
  readonly suggestedSlippagePercent: string | null
  readonly refuel: TokenAmount | null
  readonly rewards: Rewards | null
  readonly expiresMs: number
  /** The reason why the route cannot be executed now. It is shown disabled with this reason (R4). */
  readonly blocked: ProblemData | null
}

/** A deposit to make: exactly the fields that a user has to copy. */
export interface DepositView {
  /** For one deposit only, in the origin chain's address format. */
  readonly address: string
  readonly token: Token
  /** The exact amount, smallest unit. */
  readonly amount: string
  readonly chainId: number
  /** If set, the transfer must include it, or the deposit cannot be assigned. */
  readonly memo: string | null
  /** This machine's clock. `depositPhase` combines it with the order's `depositObserved`. */
  readonly expiresMs: number
  readonly refundAddress: string | null
}

export function createDepositView(terms: OrderTerms, token: Token): DepositView | null {
  const { deposit, clockOffsetMs } = terms
  if (deposit === undefined) return null
  const { expirySeconds: _expiry, token: _token, ...shown } = deposit
  return { ...shown, token, expiresMs: depositEndsMs(deposit, clockOffsetMs) }
}

interface BlockInput {
  readonly request: QuoteRequest
  readonly deployment: Deployment
  /** The account's native balance on the origin chain, smallest unit; null if unknown. */
  readonly nativeUnits: string | null
}

/** Returns the reason why a route cannot be executed now, as far as its quote shows it (R4); null if it can. */
function findBlockReason(one: Route, input: BlockInput): ProblemData | null {
  const code = findPlainReason(one, input)
  if (code !== null) return new Problem(code).data
  if (one.kind === 'deposit') return null
  return findCostReason(one.kind === 'manual' || one.route.userOp === 'tx', one.route, input)
}

function findPlainReason(one: Route, { request, deployment }: BlockInput) {
  if (one.route.output !== null && !isConsistentOutput(one.route.output)) return 'quoteContradicts'
  if (one.kind === 'deposit') return one.route.requestHash === null ? 'routeNotHere' : null
  if (one.kind === 'auto' && one.route.isForeign) return 'routeNotHere'
  if (chainConfig(deployment, request.originChainId) === null) return 'chainNotPinned'
  if (one.kind === 'manual') return null
  if (destinationFormatOf(request) !== 'evm') return 'routeNotHere'
  // Without RPC endpoints for the destination, no delivery can be verified there, whatever the token.
  return chainConfig(deployment, request.destinationChainId) === null ? 'destinationNotPinned' : null
}

function findCostReason(isSent: boolean, route: PricedRoute, input: BlockInput): ProblemData | null {
  if (!isSent) return null
  const { request, deployment, nativeUnits } = input
  const fee = findNativeFee(request, route)
  const facts = { symbol: (fee ?? route.gasFee)?.token.symbol ?? '' }
  const most = BigInt(chainConfig(deployment, request.originChainId)?.nativeFeeMaxUnits ?? '0')
  if (BigInt(fee?.amount ?? '0') > most) return new Problem('nativeFeeTooHigh', { facts }).data
  if (nativeUnits === null) return null
  const paid = isSameHex(request.inputToken, nativeAddress) ? BigInt(request.inputAmount) : 0n
  const cost = paid + BigInt(fee?.amount ?? '0') + BigInt(route.gasFee?.amount ?? '0')
  return BigInt(nativeUnits) < cost ? new Problem('gasTooLow', { facts }).data : null
}
