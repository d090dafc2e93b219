import { percentOfUnits } from '../base/decimal.ts'
import { minuteMs, secondMs, shownOffsetMs } from '../base/time.ts'
import type { DepositOrder, InboxOrder, ManualOrder, Order, SignedOrder } from '../order/order.ts'
import type { DepositTerms, OrderTerms } from '../order/order-parts.ts'
import type { QuoteRequest } from '../service/quote-request.ts'
import type { AutoRoute, DepositRoute, ManualRoute, Quote, RouteOutput } from '../service/quote-result.ts'
import type { Token } from '../service/token.ts'
import type { ServiceResponse } from '../service/transport.ts'
import type { ReviewedTerms } from './route-summary.ts'
import { defaultSlippagePercent } from './routes.ts'

/** A quote as it was received, with what it was asked for. */
export interface HeldQuote {
  readonly ask: QuoteRequest
  readonly response: ServiceResponse<Quote>
  readonly receivedMs: number
  /** Made for the connected account; a deposit needs none. */
  readonly executable: boolean
  /** The output token as our own lists know it; null where they do not. */
  readonly outputToken: Token | null
  /** The account's native balance on the origin chain, read where a route is sent; null where it is not known. */
  readonly nativeUnits: string | null
}

/** What a quote must still live when the wallet is asked. */
export const quoteReserveSeconds = 15

/** How long a route is good for where the service does not say (interface 8, wire shapes 3). */
export const unsaidLifeSeconds = { manual: 60, deposit: 600 } as const

/** After the permit's deadline the chain decides, once its own clock is surely past it. */
const deadlineMarginMs = 2 * minuteMs

/**
 * Returns when the quote ends, in this machine's clock: by the service's, whose quote it is, as far as that is
 * believed.
 */
export function quoteEndsMs(terms: OrderTerms): number {
  return terms.quoteExpirySeconds * secondMs - shownOffsetMs(terms.clockOffsetMs)
}

/** Tells whether a quote is fresh enough to ask the wallet with it. */
export function quoteIsFresh(terms: OrderTerms, nowMs: number): boolean {
  return quoteEndsMs(terms) - nowMs > quoteReserveSeconds * secondMs
}

/**
 * Returns when the signature is dead for the chain: the deadline itself, which no clock of the service's moves; null
 * for transactions.
 */
export function permitEndsMs(terms: OrderTerms): number | null {
  return terms.permitDeadlineSeconds === null ? null : terms.permitDeadlineSeconds * secondMs
}

/**
 * Tells whether the permit's deadline has passed by this machine's clock, with a margin: time to read its nonce. That
 * it is dead is said by the chain only (`nonceRead`).
 */
export function permitIsDead(order: Order, nowMs: number): boolean {
  const endsMs = permitEndsMs(order.terms)
  return endsMs !== null && nowMs > endsMs + deadlineMarginMs
}

/**
 * Returns the quote that a stored order would have come from: what the user was shown, in the form that the checks
 * read.
 */
export function storedQuote({ request: ask, inputToken, inputValueInUsd }: ReviewedTerms): Quote {
  const { originChainId, destinationChainId, userAddress, receiverAddress, inputAmount } = ask
  return {
    originChainId,
    destinationChainId,
    userAddress,
    receiverAddress,
    input: { token: inputToken, amount: inputAmount, priceInUsd: null, valueInUsd: inputValueInUsd },
    destinationExec: null,
    autoRoute: null,
    autoRoutes: [],
    manualRoutes: [],
    deposit: null,
  }
}

/** Returns the automatic route of a stored order. */
export function storedAutoRoute(
  { kind, terms, reviewed }: SignedOrder | InboxOrder,
  quoteExpirySeconds: number,
): AutoRoute {
  const { requestHash, requestType, quoteId, signTypedData, txData } = terms
  return {
    ...unpriced,
    userOp: kind === 'signed' ? 'sign' : 'tx',
    requestHash,
    requestType,
    quoteId,
    quoteExpirySeconds,
    signTypedData,
    txData,
    output: storedOutput(terms, reviewed),
    refuel: terms.refuel ?? null,
    approvalData: null,
    slippagePercent: null,
    isForeign: false,
    estimatedSeconds: null,
    rewards: null,
    routeTags: [],
  }
}

export function storedManualRoute({ terms, reviewed }: ManualOrder): ManualRoute {
  return {
    ...unpriced,
    quoteId: terms.quoteId,
    quoteExpirySeconds: null,
    slippagePercent: null,
    estimatedSeconds: null,
    refuel: null,
    routeTags: [],
    output: storedOutput(terms, reviewed),
  }
}

export function storedDepositRoute({ terms, reviewed }: DepositOrder, deposit: DepositTerms): DepositRoute {
  const { address, token, amount, chainId, memo, expirySeconds, refundAddress } = deposit
  const isPromised = terms.minAmountOut !== '0'
  return {
    form: 'deposit',
    requestHash: terms.requestHash,
    address,
    token,
    amount,
    chainId,
    memo,
    expirySeconds,
    refundAddress,
    totalFeeBps: null,
    output: isPromised ? storedOutput(terms, reviewed) : null,
    estimatedSeconds: null,
  }
}

const unpriced = {
  affiliateFee: null,
  gasFee: null,
  routeDetails: { name: '', logoURI: null, routeFee: null, dexName: null },
} as const

/** How far the minimum may lie below the promise was weighed with the quote: what is stored may only keep to the minimum. */
function storedOutput(terms: Order['terms'], reviewed: ReviewedTerms): RouteOutput {
  return {
    token: reviewed.outputToken,
    amount: terms.promisedAmount,
    effectiveAmount: null,
    minAmountOut: terms.minAmountOut,
    priceInUsd: null,
    valueInUsd: null,
  }
}

/** How much of the reviewed minimum a later quote may lack and go on by itself, in percent. */
export const leewayPercent = '0.1'

/**
 * Returns the least that a later quote may bring and go on by itself, in the smallest unit of the output token. With
 * what was reviewed, and with nothing of any quote in between: the minimum less a thousandth of it, but never less than
 * the promise minus the slippage that the user allows; both parts that are taken off are rounded down. Where that
 * slippage leaves no room, or the review did not say that there is any, it is the minimum itself.
 */
export function leastGoingOn(
  reviewed: Pick<ReviewedTerms, 'request' | 'minAmountOut' | 'promisedAmount' | 'leeway'>,
): bigint {
  const least = BigInt(reviewed.minAmountOut)
  if (reviewed.leeway !== true) return least
  const promised = BigInt(reviewed.promisedAmount)
  const allowed =
    promised - percentOfUnits(promised, reviewed.request.slippagePercent ?? defaultSlippagePercent)
  const lower = least - percentOfUnits(least, leewayPercent)
  const bound = allowed > lower ? allowed : lower
  return bound < least ? bound : least
}

/** Returns when a deposit address is over, in this machine's clock. */
export function depositEndsMs(
  deposit: Pick<DepositTerms, 'expirySeconds'>,
  clockOffsetMs: OrderTerms['clockOffsetMs'],
): number {
  return deposit.expirySeconds * secondMs - shownOffsetMs(clockOffsetMs)
}
