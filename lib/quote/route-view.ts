import { isOff } from '../base/clocks.ts'
import { dayMs, minuteMs, secondMs } from '../base/time.ts'
import type { Deployment } from '../deployment/deployment.ts'
import type { DepositRoute, Quote, RouteOutput } from '../service/quote-result.ts'
import { configuredToken } from '../tokens/configured-token.ts'
import type { HeldQuote } from './held-quote.ts'
import { unsaidLifeSeconds } from './quote-life.ts'
import { type Route, wayOf } from './route.ts'
import { routeBlock } from './route-block.ts'
import { depositFees, routeFees } from './route-fees.ts'
import { routeSummary } from './route-summary.ts'
import type { RouteView } from './route-views.ts'
import { suggestedAbove } from './slippage.ts'

/** When a route ends, in this machine's clock. */
function routeEndsMs(
  one: Route,
  { answered, receivedMs }: Pick<HeldQuote, 'answered' | 'receivedMs'>,
): number {
  const seconds = one.kind === 'deposit' ? one.route.expirySeconds : one.route.quoteExpirySeconds
  const { clockOffsetMs } = answered
  if (seconds !== null && !isOff(clockOffsetMs)) {
    return Math.min(seconds * secondMs - clockOffsetMs, receivedMs + dayMs)
  }
  // What a clock says that is far off is not told as a time; the review says whose it is.
  return receivedMs + (one.kind === 'auto' ? minuteMs : unsaidLifeSeconds[one.kind] * secondMs)
}

/** Returns a route as the list of routes shows it; null where not even its output token is known. */
export function routeView(one: Route, held: HeldQuote, deployment: Deployment): RouteView | null {
  const quote = held.answered.result
  const { route } = one
  const output = route.output ?? outputOfOthers(quote)
  const token = output?.token ?? held.outputToken
  if (token === null || token === undefined) return null
  const common = {
    routeKey: one.key,
    kind: one.kind,
    outputToken: configuredToken(deployment, token),
    expiresMs: routeEndsMs(one, held),
    blocked: routeBlock(one, { ask: held.ask, deployment, nativeUnits: held.nativeUnits }),
    estimatedSeconds: route.estimatedSeconds,
  }
  if (one.kind === 'deposit') return { ...common, ...depositFigures(quote, one.route) }
  const way = one.kind === 'auto' ? wayOf(one.route) : 'send'
  const summary = routeSummary(quote, one.route, routeFees(quote, one.route, way))
  return {
    ...common,
    way,
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
    suggestedSlippagePercent: suggestedAbove(held.ask.slippagePercent, one.route.suggestedSlippagePercent),
    refuel: one.route.refuel?.output ?? null,
    rewards: one.kind === 'auto' ? one.route.rewards : null,
  }
}

function outputOfOthers({ autoRoute, manualRoutes }: Quote): RouteOutput | null {
  return autoRoute?.output ?? manualRoutes[0]?.output ?? null
}

function depositFigures(quote: Quote, deposit: DepositRoute) {
  const { output } = deposit
  const list = depositFees(quote, deposit)
  const summary = output === null ? null : routeSummary(quote, { output }, list)
  return {
    way: 'deposit',
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
