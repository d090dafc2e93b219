import { limitOffsetMs, minuteMs, secondMs } from '../base/time.ts'
import type { RawQuote } from '../service/quote.ts'
import type { QuoteRequest } from '../service/quote-request.ts'
import type { Quote } from '../service/quote-shape.ts'
import type { Token } from '../service/token.ts'
import type { ServiceResponse } from '../service/transport.ts'
import type { DepositTerms, OrderTerms } from './terms.ts'

export interface HeldQuote {
  readonly request: QuoteRequest
  readonly response: ServiceResponse<RawQuote>
  /** Tokens of our own lists on chains outside the deployment, which name the quote's tokens there. */
  readonly listed: readonly Token[]
  readonly receivedMs: number
  /** Made for the connected account. A deposit needs no account. */
  readonly executable: boolean
  /** The output token in our own lists; null if it is on none. */
  readonly outputToken: Token | null
  /** On the origin chain, smallest unit. Read for routes that send a transaction; null if unknown. */
  readonly nativeUnits: string | null
  /** The account has code on the origin chain, so others may pay its gas. False if it was not read. */
  readonly hasCode: boolean
  /** Gas of the approvals that each route still needs, dollars at most, by route key. Null or absent if unknown. */
  readonly approvalGas: ApprovalGas
}

type ApprovalGas = { readonly [routeKey: string]: string | null | undefined }

/** Reads what the approvals of a quote cost. `lib/review`, which plans them, implements it. */
export interface ApprovalGasReader {
  /** Begins the reads that most quotes need, while the service makes the quote. */
  prepare(request: QuoteRequest): void
  /** Does not wait long: a route whose chain is silent is left out. */
  read(request: QuoteRequest, quote: Quote): Promise<ApprovalGas>
}

/** Seconds that a quote must have left when Ferry prompts the wallet. */
export const quoteReserveSeconds = 15

/** The same for a deposit address: a transfer cannot fail there, and one that is mined too late may be lost. */
export const depositReserveSeconds = 60

/** Validity of a route if the service does not state it (interface 8, wire shapes 3). */
export const defaultLifeSeconds = { manual: 60, deposit: 600 } as const

/** Wait after the permit's deadline, so that the chain's clock is surely past it too. */
const deadlineMarginMs = 2 * minuteMs

/** In this machine's clock. Corrects the service's time by the clock offset, as far as that is plausible. */
export function quoteEndsMs(terms: OrderTerms): number {
  return terms.quoteExpirySeconds * secondMs - limitOffsetMs(terms.clockOffsetMs)
}

export function isQuoteFresh(terms: OrderTerms, nowMs: number): boolean {
  return quoteEndsMs(terms) - nowMs > reserveMs(terms.deposit !== undefined)
}

export function reserveMs(isDeposit: boolean): number {
  return (isDeposit ? depositReserveSeconds : quoteReserveSeconds) * secondMs
}

/** The permit's deadline itself, without any clock offset. Null for transactions. */
export function permitExpiryMs(terms: OrderTerms): number | null {
  return terms.permitDeadlineSeconds === null ? null : terms.permitDeadlineSeconds * secondMs
}

/**
 * Says whether the permit's deadline has passed by this machine's clock, with a margin. Then it is time to read the
 * nonce: only the chain proves that the permit is dead (`nonceRead`).
 */
export function hasPermitExpiredWithMargin(terms: OrderTerms, nowMs: number): boolean {
  const endsMs = permitExpiryMs(terms)
  return endsMs !== null && nowMs > endsMs + deadlineMarginMs
}

/**
 * The same by the service's clock too, as far as that is plausible: the later of both decides. Before that, a signature may
 * still be posted.
 */
export function hasPermitExpiredByBothClocks(terms: OrderTerms, nowMs: number): boolean {
  return hasPermitExpiredWithMargin(terms, Math.min(nowMs, nowMs + limitOffsetMs(terms.clockOffsetMs)))
}

/** Returns when a deposit address expires, in this machine's clock. */
export function depositEndsMs(
  deposit: Pick<DepositTerms, 'expirySeconds'>,
  clockOffsetMs: OrderTerms['clockOffsetMs'],
): number {
  return deposit.expirySeconds * secondMs - limitOffsetMs(clockOffsetMs)
}
