import { limitOffsetMs, minuteMs, secondMs } from '../base/time.ts'
import type { DepositOrder, InboxOrder, ManualOrder, Order, SignedOrder } from '../order/order.ts'
import type { DepositTerms, OrderTerms } from '../order/order-parts.ts'
import type { QuoteRequest } from '../service/quote-request.ts'
import type { Quote } from '../service/quote-shape.ts'
import type { AutoRoute, DepositRoute, ManualRoute, RouteOutput } from '../service/route.ts'
import type { Token } from '../service/token.ts'
import type { ServiceResponse } from '../service/transport.ts'
import type { ReviewedTerms } from './route-summary.ts'

export interface HeldQuote {
  readonly request: QuoteRequest
  readonly response: ServiceResponse<Quote>
  readonly receivedMs: number
  /** Made for the connected account. A deposit needs no account. */
  readonly executable: boolean
  /** The output token in our own lists; null if it is on none. */
  readonly outputToken: Token | null
  /** On the origin chain, smallest unit. Read for routes that send a transaction; null if unknown. */
  readonly nativeUnits: string | null
}

/** Seconds that a quote must have left when Ferry prompts the wallet. */
export const quoteReserveSeconds = 15

/** Validity of a route if the service does not state it (interface 8, wire shapes 3). */
export const defaultLifeSeconds = { manual: 60, deposit: 600 } as const

/** Wait after the permit's deadline, so that the chain's clock is surely past it too. */
const deadlineMarginMs = 2 * minuteMs

/** In this machine's clock. Corrects the service's time by the clock offset, as far as that is plausible. */
export function quoteEndsMs(terms: OrderTerms): number {
  return terms.quoteExpirySeconds * secondMs - limitOffsetMs(terms.clockOffsetMs)
}

export function isQuoteFresh(terms: OrderTerms, nowMs: number): boolean {
  return quoteEndsMs(terms) - nowMs > quoteReserveSeconds * secondMs
}

/** The permit's deadline itself, without any clock offset. Null for transactions. */
export function permitExpiryMs(terms: OrderTerms): number | null {
  return terms.permitDeadlineSeconds === null ? null : terms.permitDeadlineSeconds * secondMs
}

/**
 * Says whether the permit's deadline has passed by this machine's clock, with a margin. Then it is time to read the
 * nonce: only the chain proves that the permit is dead (`nonceRead`).
 */
export function hasPermitExpired(order: Order, nowMs: number): boolean {
  const endsMs = permitExpiryMs(order.terms)
  return endsMs !== null && nowMs > endsMs + deadlineMarginMs
}

/** Rebuilds the quote of a stored order, as the user saw it, so that the checks can read it. */
export function rebuildQuote({ request, inputToken, inputValueInUsd }: ReviewedTerms): Quote {
  const { originChainId, destinationChainId, userAddress, receiverAddress, inputAmount } = request
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
    unread: [],
  }
}

export function rebuildAutoRoute(
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
    output: rebuildOutput(terms, reviewed),
    refuel: terms.refuel ?? null,
    isForeign: false,
    rewards: null,
  }
}

export function rebuildManualRoute({ terms, reviewed }: ManualOrder): ManualRoute {
  return {
    ...unpriced,
    quoteId: terms.quoteId,
    quoteExpirySeconds: null,
    refuel: null,
    output: rebuildOutput(terms, reviewed),
  }
}

export function rebuildDepositRoute({ terms, reviewed }: DepositOrder, deposit: DepositTerms): DepositRoute {
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
    output: isPromised ? rebuildOutput(terms, reviewed) : null,
    estimatedSeconds: null,
  }
}

const unpriced = {
  affiliateFee: null,
  gasFee: null,
  routeDetails: { name: '', logoURI: null, routeFee: null, dexName: null },
  unreadFees: [],
  approvalData: null,
  slippagePercent: null,
  suggestedSlippagePercent: null,
  estimatedSeconds: null,
  isRefuelUnread: false,
  routeTags: [],
} as const

/**
 * The distance between promise and minimum was already checked with the quote. Here only the stored minimum counts.
 */
function rebuildOutput(terms: Order['terms'], reviewed: ReviewedTerms): RouteOutput {
  return {
    token: reviewed.outputToken,
    amount: terms.promisedAmount,
    effectiveAmount: null,
    minAmountOut: terms.minAmountOut,
    priceInUsd: null,
    valueInUsd: null,
    effectiveInUsd: null,
  }
}

/** Returns when a deposit address expires, in this machine's clock. */
export function depositEndsMs(
  deposit: Pick<DepositTerms, 'expirySeconds'>,
  clockOffsetMs: OrderTerms['clockOffsetMs'],
): number {
  return deposit.expirySeconds * secondMs - limitOffsetMs(clockOffsetMs)
}
