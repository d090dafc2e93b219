import { compareDecimal } from '../base/decimal.ts'
import { sameAddress } from '../base/hex.ts'
import { Problem } from '../base/problem.ts'
import { type ClockInput, type Clocks, clockDoubt, clocksOf, secondMs, shownOffsetMs } from '../base/time.ts'
import type { Simulated } from '../chain/effects.ts'
import type { CheckCode, CheckReport } from '../checks/check-report.ts'
import { chainConfig, type Deployment, type DeploymentChain } from '../deployment/deployment.ts'
import type { DepositOrder, InboxOrder, ManualOrder, Order, ProposedBy, SignedOrder } from '../order/order.ts'
import { type FeeList, promisedWorth, type ReviewedTerms, routeSummary } from '../quote/route-summary.ts'
import { slippageAbove } from '../quote/routes.ts'
import type { QuoteRequest, ResolvedQuoteRequest } from '../service/quote-request.ts'
import type { PricedRoute, Quote } from '../service/quote-result.ts'
import type { Token } from '../service/token.ts'
import type { ServiceResponse } from '../service/transport.ts'
import { confirmPercent, type EndQuestion, type ReviewQuestion, type ValueLoss } from './agreement.ts'

/** What a review knows of the page its swap comes from. */
export interface ReviewedProposal {
  /** Null where only the receiver is a page's: the swap itself is the user's own. */
  readonly proposedBy: ProposedBy | null
  /** Null where the receiver is nobody's wish but the user's. */
  readonly question: EndQuestion | null
  /** About where refunds go, if another account than the receiver's: the wallet of the proposing page named it. */
  readonly refundQuestion?: EndQuestion & { readonly address: string }
}

export interface TermsInput {
  readonly ask: QuoteRequest
  readonly response: ServiceResponse<Quote>
  readonly deployment: Deployment
  readonly nowMs: number
  /** The origin's latest block by each of its endpoints that answered, Unix seconds; none where it is not configured. */
  readonly chainSeconds: readonly number[]
  /** The least the user accepts, smallest unit; null takes the quote's own minimum, to be shown before it counts. */
  readonly floorUnits: string | null
  /** The other orders: no request and no permit nonce of theirs may come again (V-4, X-3). */
  readonly others: readonly Order[]
  /** Which route; the automatic one where it is left out. */
  readonly routeKey?: string | null
  /** Whether a deposit is sent by the connected wallet. */
  readonly pay?: 'wallet' | 'elsewhere'
  /** The output token of our own lists, for a deposit that promises nothing. */
  readonly outputToken?: Token | null
}

/** A quote that passed every check that needs no network, with the codes that passed. */
export type CheckedTerms = Checked &
  (Made<SignedOrder> | Made<InboxOrder> | Made<ManualOrder> | Made<DepositOrder>)

/** The kind of an order, and what it executes. */
type Made<One extends Order> = Pick<One, 'kind' | 'terms'>

interface Checked {
  readonly reviewed: ReviewedTerms
  readonly passed: readonly string[]
}

/**
 * Returns Unix seconds by the service's clock, as far as that is believed: for how long its quote lives, and nothing
 * else.
 */
export function nowSecondsOf({ nowMs, response }: Pick<TermsInput, 'nowMs' | 'response'>): number {
  return Math.floor((nowMs + shownOffsetMs(response.clockOffsetMs)) / secondMs)
}

/**
 * Returns the present that deadlines are judged by. Throws `serviceClockOff` or `ownClockOff` where the clocks do not
 * agree.
 */
export function presentOf(input: TermsInput): Clocks {
  return clocksOf(clockInput(input))
}

function clockInput({ nowMs, response, chainSeconds }: TermsInput): ClockInput {
  return { nowMs, clockOffsetMs: response.clockOffsetMs, chainSeconds }
}

/** Returns the config of the origin. Throws `chainNotPinned`: nothing is signed or sent elsewhere. */
export function originOf({ ask, deployment }: Pick<TermsInput, 'ask' | 'deployment'>): DeploymentChain {
  const chain = chainConfig(deployment, ask.originChainId)
  if (chain === null) throw new Problem('chainNotPinned', { facts: { chainId: String(ask.originChainId) } })
  return chain
}

/** Returns the request hashes of other orders, lower case. */
export function usedHashes(others: readonly Order[]): ReadonlySet<string> {
  return new Set(
    others.flatMap((order): readonly string[] =>
      order.terms.requestHash === null ? [] : [order.terms.requestHash],
    ),
  )
}

/** The checks of times. */
const timeCodes: ReadonlySet<CheckCode> = new Set(['V-5', 'X-4', 'P-7'])

/**
 * Throws `checkFailed` with the code of the line that does not hold, or `ownClockOff` where it may be our clock that is
 * wrong; else the codes that hold.
 */
export function passedOf(report: CheckReport, input: TermsInput): readonly string[] {
  if (report.ok) return report.passed
  const doubt = timeCodes.has(report.code) ? clockDoubt(clockInput(input)) : null
  throw doubt ?? new Problem('checkFailed', { facts: { reason: report.code, path: report.path } })
}

/** Returns what the user is shown of a priced route, frozen with the order. */
export function reviewedOf(
  {
    ask,
    response,
    deployment,
    routeKey,
  }: { ask: ResolvedQuoteRequest } & Pick<TermsInput, 'response' | 'deployment' | 'routeKey'>,
  route: Pick<PricedRoute, 'output'> & { readonly estimatedSeconds: number | null },
  list: FeeList,
): ReviewedTerms {
  const quote = response.result
  const summary = routeSummary(quote, route, list)
  const { effectiveInUsd } = route.output
  return {
    request: ask,
    routeKey: routeKey ?? null,
    originChainName: originName(deployment, ask),
    inputToken: quote.input.token,
    outputToken: route.output.token,
    minAmountOut: route.output.minAmountOut,
    promisedAmount: summary.promisedAmount,
    inputValueInUsd: summary.inputValueInUsd,
    outputValueInUsd: promisedWorth(route.output),
    ...(effectiveInUsd === undefined ? {} : { effectiveInUsd }),
    fees: list.fees,
    unknownFees: list.unknownFees,
    estimatedSeconds: route.estimatedSeconds,
  }
}

/** Returns the name of the origin chain for texts that say where the money is; null where the file does not have the chain. */
export function originName(
  deployment: Deployment,
  { originChainId }: Pick<QuoteRequest, 'originChainId'>,
): string | null {
  return chainConfig(deployment, originChainId)?.name ?? null
}

type Terms = Pick<Order, 'kind' | 'reviewed'>

/**
 * Returns what the terms of a deal have to be agreed to for, whatever anything is worth: stored terms raise the same
 * again.
 */
export function termQuestions({ kind, reviewed }: Terms): readonly ReviewQuestion[] {
  return [...wayQuestions({ kind, reviewed }), ...leastQuestions(reviewed)]
}

/** Returns what a deal by itself has to be agreed to for, wherever it comes from. */
export function dealQuestions({
  kind,
  reviewed,
  loss,
}: Terms & {
  /** As it was weighed; null or absent where it was not. */
  readonly loss?: ValueLoss | null
}): readonly ReviewQuestion[] {
  const priced: readonly ReviewQuestion[] = loss?.wantsPriceYes
    ? [{ code: 'priceNotChecked', facts: {} }]
    : []
  return [
    ...wayQuestions({ kind, reviewed }),
    ...priced,
    ...onTheWayQuestions(reviewed, loss),
    ...leastQuestions(reviewed),
  ]
}

function wayQuestions({ kind, reviewed }: Terms): readonly ReviewQuestion[] {
  const questions: ReviewQuestion[] = []
  if (kind === 'manual') questions.push({ code: 'unprovenRoute', facts: {} })
  if (kind === 'deposit') questions.push({ code: 'depositAddress', facts: {} })
  if (reviewed.isPayloadUnconfirmed) questions.push({ code: 'payloadNotConfirmed', facts: {} })
  const { unknownSwitchboard: id, delegate, request } = reviewed
  if (id !== undefined) questions.push({ code: 'switchboardUnknown', facts: { id } })
  if (delegate !== undefined && !sameAddress(delegate, request.options?.delegateAddress)) {
    questions.push({ code: 'delegateNotRequested', facts: { delegate } })
  }
  return questions
}

function leastQuestions({
  request: ask,
  promisedAmount,
  minAmountOut,
}: ReviewedTerms): readonly ReviewQuestion[] {
  if (BigInt(minAmountOut) === 0n) return [{ code: 'noPromise', facts: {} }]
  const above = slippageAbove(promisedAmount, minAmountOut, ask.slippagePercent)
  return above === null ? [] : [{ code: 'slippageAboveYours', facts: { ...above } }]
}

/** What stands between the two chains may be what comes back: a token nobody can price, or much less than was given. */
function onTheWayQuestions(
  { onTheWay }: ReviewedTerms,
  loss: ValueLoss | null | undefined,
): readonly ReviewQuestion[] {
  if (onTheWay === undefined) return []
  const { symbol, address } = onTheWay.token
  const percent = loss?.onTheWayPercent ?? null
  if (percent === null) return [{ code: 'onTheWayUnpriced', facts: { symbol, token: address } }]
  if (compareDecimal(percent, confirmPercent) < 0) return []
  return [{ code: 'onTheWayLoses', facts: { symbol, percent } }]
}

/** Returns everything that a review has to ask, in the order it is read. */
export function reviewQuestions(
  checked: CheckedTerms,
  loss: ValueLoss,
  simulation: Simulated,
): readonly ReviewQuestion[] {
  const untried: readonly ReviewQuestion[] =
    simulation.kind === 'unmeasured' ? [{ code: 'notSimulated', facts: {} }] : []
  return [...dealQuestions({ ...checked, loss }), ...untried]
}
