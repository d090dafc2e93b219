import { compareDecimal } from '../base/decimal.ts'
import { isSameAddress } from '../base/hex.ts'
import { Problem } from '../base/problem.ts'
import {
  type ClockInput,
  type Clocks,
  findClockDoubt,
  limitOffsetMs,
  resolveClocks,
  secondMs,
} from '../base/time.ts'
import type { SimulationSummary } from '../chain/effects.ts'
import type { CheckCode, CheckReport } from '../checks/check-report.ts'
import { chainConfig } from '../deployment/deployment.ts'
import type { Deployment } from '../deployment/schema.ts'
import { defaultLifeSeconds, reserveMs } from '../quote/held-quote.ts'
import type { SwapTerms } from '../quote/order-kind.ts'
import {
  inputValueOf,
  promisedUnits,
  promisedValueInUsd,
  type ReviewedTerms,
} from '../quote/route-summary.ts'
import { findExcessSlippage } from '../quote/routes.ts'
import type { FeeList } from '../quote/swap-cost.ts'
import type { RawQuote } from '../service/quote.ts'
import type { QuoteRequest } from '../service/quote-request.ts'
import type { ResolvedQuoteRequest } from '../service/quote-request-shape.ts'
import type { Quote } from '../service/quote-shape.ts'
import type { Route, RouteOutput } from '../service/route.ts'
import type { Token } from '../service/token.ts'
import type { ServiceResponse } from '../service/transport.ts'
import type { AddressEndingChoice } from './agreement.ts'
import type { ConsentCode, ProposedBy, RequiredConsent } from './consents.ts'
import type { ReviewRisk } from './review-risk.ts'
import { confirmPercent, type ValueLoss } from './value-loss.ts'

export interface ReviewedProposal {
  /** Null where a page named only an address: the swap itself is the user's own. */
  readonly proposedBy: ProposedBy | null
  /** Null where no page named the receiver, in a proposal or as the account of its wallet. */
  readonly receiverChoice: AddressEndingChoice | null
  /** About the account of refunds, if it is not the receiver's: the wallet of a page named it. */
  readonly refundChoice?: AddressEndingChoice & { readonly address: string }
}

export interface TermsInput {
  readonly request: QuoteRequest
  /** The quote as received. The terms are decoded from it, never from the form's view of it. */
  readonly response: ServiceResponse<RawQuote>
  /** Tokens of our own lists on chains outside the deployment. */
  readonly listed?: readonly Token[]
  readonly deployment: Deployment
  readonly nowMs: number
  /** When the response came, by this machine's clock. */
  readonly receivedMs: number
  /** By each endpoint that answered, for the origin's latest block; empty where the chain is not configured. */
  readonly chainSeconds: readonly number[]
  /** The other orders: their request hashes and permit nonces must not repeat (V-4, X-3). */
  readonly others: readonly SwapTerms[]
  /** Default: the automatic route. */
  readonly routeKey?: string | null
  readonly pay?: 'wallet' | 'elsewhere'
  /** The output token from Ferry's own lists, for a deposit without a promise. */
  readonly outputToken?: Token | null
}

export interface RouteInput extends TermsInput {
  /** The decoded response, with the tokens named by the deployment. */
  readonly quote: Quote
}

/** A quote that passed every check that needs no network, with the codes that passed. */
export type CheckedTerms = SwapTerms & { readonly passed: readonly string[] }

/** By the service's clock, within the offset that Ferry trusts. Use it only for the life of a quote. */
export function nowSecondsOf({ nowMs, response }: Pick<TermsInput, 'nowMs' | 'response'>): number {
  return Math.floor((nowMs + limitOffsetMs(response.clockOffsetMs)) / secondMs)
}

/**
 * The end of a route whose service states none. Its life began with the response, not with the review. Throws `quoteExpired`
 * where too little of it is left: the service did nothing wrong, so no check may fail.
 */
export function defaultExpirySeconds(input: TermsInput, kind: keyof typeof defaultLifeSeconds): number {
  const endSeconds = nowSecondsOf({ ...input, nowMs: input.receivedMs }) + defaultLifeSeconds[kind]
  if ((endSeconds - nowSecondsOf(input)) * secondMs <= reserveMs(kind === 'deposit'))
    throw new Problem('quoteExpired')
  return endSeconds
}

/** Throws `serviceClockOff` or `ownClockOff` where the clocks disagree. */
export function clocksFor(input: TermsInput): Clocks {
  return resolveClocks(clockInput(input))
}

function clockInput({ nowMs, response, chainSeconds }: TermsInput): ClockInput {
  return { nowMs, clockOffsetMs: response.clockOffsetMs, chainSeconds }
}

export function usedHashes(others: readonly SwapTerms[]): ReadonlySet<string> {
  return new Set(others.flatMap(({ terms }) => terms.requestHash ?? []))
}

const timeCodes: ReadonlySet<CheckCode> = new Set(['V-5', 'X-4', 'P-7'])

/** Throws `checkFailed` with the code of the failed check, or `ownClockOff` where this clock may be wrong. */
export function requirePassed(report: CheckReport, input: TermsInput): readonly string[] {
  if (report.ok) return report.passed
  const doubt = timeCodes.has(report.code) ? findClockDoubt(clockInput(input)) : null
  throw doubt ?? new Problem('checkFailed', { facts: { reason: report.code, path: report.path } })
}

/** The parts of an order's terms that every kind of route has. A deposit may promise nothing before it arrives. */
export function promiseOf({ response }: RouteInput, output: RouteOutput | null) {
  return {
    clockOffsetMs: response.clockOffsetMs,
    minAmountOut: output?.minAmountOut ?? '0',
    promisedAmount: output === null ? '0' : promisedUnits(output),
  }
}

/** The parts of terms without a signature. */
export const unsignedTerms = { signTypedData: null, permitDeadlineSeconds: null, permitNonce: null } as const

/** Returns the view of a route that the user reviews; it is frozen with the order. */
export function reviewedTermsOf(
  { quote, deployment, routeKey = null }: RouteInput,
  request: ResolvedQuoteRequest,
  { estimatedSeconds }: Route,
  output: RouteOutput,
  { fees, unknownFees }: FeeList,
): ReviewedTerms {
  const { effectiveInUsd } = output
  return {
    request,
    routeKey,
    originChainName: chainConfig(deployment, request.originChainId)?.name ?? null,
    inputToken: quote.input.token,
    outputToken: output.token,
    minAmountOut: output.minAmountOut,
    promisedAmount: promisedUnits(output),
    inputValueInUsd: inputValueOf(quote.input),
    outputValueInUsd: promisedValueInUsd(output),
    ...(effectiveInUsd === null ? {} : { effectiveInUsd }),
    fees,
    unknownFees,
    estimatedSeconds,
  }
}

type Terms = Pick<SwapTerms, 'kind' | 'reviewed'>

/** Returns the consents that terms require independently of prices. Stored terms give the same again. */
export function termConsents({ kind, reviewed }: Terms): readonly RequiredConsent[] {
  return [...methodConsents({ kind, reviewed }), ...minimumConsents(reviewed)]
}

export function allTermConsents({
  kind,
  reviewed,
  loss,
}: Terms & {
  readonly loss?: ValueLoss | null
}): readonly RequiredConsent[] {
  return [
    ...methodConsents({ kind, reviewed }),
    ...priceConsents(loss),
    ...intermediateSwapConsents(reviewed, loss),
    ...minimumConsents(reviewed),
  ]
}

function priceConsents(loss: ValueLoss | null | undefined): readonly RequiredConsent[] {
  if (!loss?.needsPriceConsent) return []
  const { checkedBy, percent } = loss
  return checkedBy === 'amounts' && percent !== null
    ? [{ code: 'lostPartNotPriced', facts: { percent } }]
    : [{ code: 'priceNotChecked', facts: {} }]
}

function consentIf(isRequired: boolean | undefined, code: ConsentCode): readonly RequiredConsent[] {
  return isRequired === true ? [{ code, facts: {} }] : []
}

function methodConsents({ kind, reviewed }: Terms): readonly RequiredConsent[] {
  const { findUnpinnedSwitchboard: id, delegate, request } = reviewed
  const isRequested = isSameAddress(delegate, request.options?.delegateAddress)
  return [
    ...consentIf(kind === 'manual', 'unprovenRoute'),
    ...consentIf(kind === 'deposit', 'depositAddress'),
    ...consentIf(reviewed.isPayloadUnconfirmed, 'payloadNotConfirmed'),
    ...consentIf(reviewed.isRefundUnconfirmed, 'refundNotConfirmed'),
    ...(id === undefined ? [] : [{ code: 'switchboardUnknown', facts: { id } } as const]),
    ...(delegate === undefined || isRequested
      ? []
      : [{ code: 'delegateNotRequested', facts: { delegate } } as const]),
  ]
}

function minimumConsents({
  request,
  promisedAmount,
  minAmountOut,
}: ReviewedTerms): readonly RequiredConsent[] {
  if (BigInt(minAmountOut) === 0n) return [{ code: 'noPromise', facts: {} }]
  const above = findExcessSlippage(promisedAmount, minAmountOut, request.slippagePercent)
  return above === null ? [] : [{ code: 'slippageAboveYours', facts: { ...above } }]
}

/**
 * If the swap ends between the two chains, the refund is this token. It may have no price, or be worth much less than the
 * input.
 */
function intermediateSwapConsents(
  { intermediateSwap }: ReviewedTerms,
  loss: ValueLoss | null | undefined,
): readonly RequiredConsent[] {
  if (intermediateSwap === undefined) return []
  const { symbol, address } = intermediateSwap.token
  const percent = loss?.intermediateSwapPercent ?? null
  if (percent === null) return [{ code: 'intermediateSwapUnpriced', facts: { symbol, token: address } }]
  if (compareDecimal(percent, confirmPercent) < 0) return []
  return [{ code: 'intermediateSwapLoses', facts: { symbol, percent } }]
}

export function reviewConsents(
  checked: CheckedTerms,
  { loss, receiver }: ReviewRisk,
  simulation: SimulationSummary,
): readonly RequiredConsent[] {
  return [
    ...allTermConsents({ ...checked, loss }),
    ...consentIf(receiver.includes('lookalike'), 'addressResembles'),
    ...consentIf(simulation.kind === 'unmeasured', 'notSimulated'),
  ]
}
