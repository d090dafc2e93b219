import { nativeAddress, sameHex } from '../base/hex.ts'
import { Problem, type ProblemData } from '../base/problem.ts'
import { dayMs, isOff, minuteMs, secondMs } from '../base/time.ts'
import type { Simulated } from '../chain/effects.ts'
import { chainConfig, type Deployment, type WrappedCoin } from '../deployment/deployment.ts'
import type { OrderTerms } from '../order/order-parts.ts'
import { destinationFormOf, type QuoteRequest } from '../service/quote-request.ts'
import type {
  DepositRoute,
  PricedRoute,
  Quote,
  Rewards,
  RouteOutput,
  TokenAmount,
} from '../service/quote-result.ts'
import type { Token } from '../service/token.ts'
import { configuredToken } from '../tokens/configured-token.ts'
import { depositEndsMs, type HeldQuote, unsaidLifeSeconds } from './held-quote.ts'
import { depositFees, type FeeList, namedNativeFee, routeFees, routeSummary } from './route-summary.ts'
import { isSoundOutput, type Route, suggestedAbove, wayOf } from './routes.ts'

/** When a route ends, in this machine's clock. */
function routeEndsMs(
  one: Route,
  { response, receivedMs }: Pick<HeldQuote, 'response' | 'receivedMs'>,
): number {
  const seconds = one.kind === 'deposit' ? one.route.expirySeconds : one.route.quoteExpirySeconds
  const { clockOffsetMs } = response
  if (seconds !== null && !isOff(clockOffsetMs)) {
    return Math.min(seconds * secondMs - clockOffsetMs, receivedMs + dayMs)
  }
  // What a clock says that is far off is not told as a time; the review says whose it is.
  return receivedMs + (one.kind === 'auto' ? minuteMs : unsaidLifeSeconds[one.kind] * secondMs)
}

/** Returns a route as the list of routes shows it; null where not even its output token is known. */
export function routeView(one: Route, held: HeldQuote, deployment: Deployment): RouteView | null {
  const quote = held.response.result
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

/** A route as the list of routes shows it. */
export interface RouteView extends FeeList {
  /** The same over refreshes of a quote, unlike the service's quote id. */
  readonly routeKey: string
  readonly kind: 'auto' | 'manual' | 'deposit'
  /** What it asks of the user: a signature, a transaction, or a transfer to an address. */
  readonly way: 'sign' | 'send' | 'deposit'
  /** As the service calls it; empty for a deposit. */
  readonly name: string
  readonly logoURI: string | null
  /** Venue of the swap leg. */
  readonly dexName: string | null
  /** `MAX_OUTPUT`, `SUGGESTED`, `FASTEST` are seen; others may come. */
  readonly tags: readonly string[]
  readonly outputToken: Token
  /** Smallest unit; null where nothing is promised before the deposit is there. */
  readonly promisedAmount: string | null
  readonly minAmountOut: string | null
  readonly outputValueInUsd: string | null
  /** Dollars of what arrives less gas and native fee; null where a value is not known. */
  readonly netValueInUsd: string | null
  readonly lossPercent: string | null
  readonly estimatedSeconds: number | null
  readonly slippagePercent: string | null
  /** What the service suggests, where the user's own is lower; else null. */
  readonly suggestedSlippagePercent: string | null
  /** What comes along for gas on the destination chain. */
  readonly refuel: TokenAmount | null
  readonly rewards: Rewards | null
  readonly expiresMs: number
  /** Why it cannot be executed now: shown disabled with this reason (R4). */
  readonly blocked: ProblemData | null
}

/** A deposit to be made: everything a user has to copy, and nothing less. */
export interface DepositView {
  /** Single use, in the origin chain's own form. */
  readonly address: string
  readonly token: Token
  /** Exactly this much, smallest unit. */
  readonly amount: string
  readonly chainId: number
  /** To be sent along where it is set, or the deposit is nobody's. */
  readonly memo: string | null
  /** In this machine's clock. With `depositSeen` of the order `depositPhase` tells what became of it apart. */
  readonly expiresMs: number
  readonly refundAddress: string | null
}

/** Returns what to pay where, of a deal that is a deposit. */
export function depositView(terms: OrderTerms, token: Token): DepositView | null {
  const { deposit, clockOffsetMs } = terms
  if (deposit === undefined) return null
  const { expirySeconds: _expiry, token: _token, ...shown } = deposit
  return { ...shown, token, expiresMs: depositEndsMs(deposit, clockOffsetMs) }
}

/** A withdrawal from the inbox before the wallet is asked (`reviewWithdraw`). */
export interface WithdrawView {
  readonly reviewKey: string
  readonly orderId: string
  /** What it would do now. */
  readonly simulation: Simulated
  /** The inbox. */
  readonly contract: string
  readonly amountUnits: string
  readonly token: Token
  /** What the inbox may have wrapped the coin into, and pay back instead; null where it is paid back as it is. */
  readonly wrapped: WrappedCoin | null
}

interface BlockInput {
  readonly ask: QuoteRequest
  readonly deployment: Deployment
  /** The account's native balance on the origin chain, smallest unit; null where it is not known. */
  readonly nativeUnits: string | null
}

/** Returns why a route cannot be executed now, as far as its quote shows (R4); null where nothing is in the way. */
function routeBlock(one: Route, input: BlockInput): ProblemData | null {
  const code = plainReason(one, input)
  if (code !== null) return new Problem(code).data
  if (one.kind === 'deposit') return null
  return costReason(one.kind === 'manual' || one.route.userOp === 'tx', one.route, input)
}

function plainReason(one: Route, { ask, deployment }: BlockInput) {
  if (one.route.output !== null && !isSoundOutput(one.route.output)) return 'quoteContradicts'
  if (one.kind === 'deposit') return one.route.requestHash === null ? 'routeNotHere' : null
  if (one.kind === 'auto' && one.route.isForeign) return 'routeNotHere'
  if (chainConfig(deployment, ask.originChainId) === null) return 'chainNotPinned'
  if (one.kind === 'manual') return null
  if (destinationFormOf(ask) !== 'evm') return 'routeNotHere'
  // What is promised there can be read nowhere, whatever its token is.
  return chainConfig(deployment, ask.destinationChainId) === null ? 'destinationNotPinned' : null
}

/** Gas and what is sent on top, against the cap of the deployment file and what the account has. */
function costReason(isSent: boolean, route: PricedRoute, input: BlockInput): ProblemData | null {
  if (!isSent) return null
  const { ask, deployment, nativeUnits } = input
  const fee = namedNativeFee(ask, route)
  const facts = { symbol: (fee ?? route.gasFee)?.token.symbol ?? '' }
  const most = BigInt(chainConfig(deployment, ask.originChainId)?.nativeFeeMaxUnits ?? '0')
  if (BigInt(fee?.amount ?? '0') > most) return new Problem('nativeFeeTooHigh', { facts }).data
  if (nativeUnits === null) return null
  const paid = sameHex(ask.inputToken, nativeAddress) ? BigInt(ask.inputAmount) : 0n
  const cost = paid + BigInt(fee?.amount ?? '0') + BigInt(route.gasFee?.amount ?? '0')
  return BigInt(nativeUnits) < cost ? new Problem('gasTooLow', { facts }).data : null
}
