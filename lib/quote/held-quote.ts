import { shownOffsetMs } from '../base/clocks.ts'
import { Problem } from '../base/problem.ts'
import { minuteMs, secondMs } from '../base/time.ts'
import type { Order, OrderTerms } from '../order/order.ts'
import type { QuoteRequest } from '../service/quote-request.ts'
import type { Quote } from '../service/quote-result.ts'
import type { ServiceResponse } from '../service/service.ts'
import type { Token } from '../service/token.ts'
import type { ExpiringStore } from '../storage/expiring-store.ts'

/** A quote as it was received, with what it was asked for. */
export interface HeldQuote {
  readonly ask: QuoteRequest
  readonly answered: ServiceResponse<Quote>
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
export function quoteEndsMs(deal: OrderTerms): number {
  return deal.quoteExpirySeconds * secondMs - shownOffsetMs(deal.clockOffsetMs)
}

/** Tells whether a quote is fresh enough to ask the wallet with it. */
export function quoteIsFresh(deal: OrderTerms, nowMs: number): boolean {
  return quoteEndsMs(deal) - nowMs > quoteReserveSeconds * secondMs
}

/**
 * Returns when the signature is dead for the chain: the deadline itself, which no clock of the service's moves; null
 * for transactions.
 */
export function permitEndsMs(deal: OrderTerms): number | null {
  return deal.permitDeadlineSeconds === null ? null : deal.permitDeadlineSeconds * secondMs
}

/**
 * Tells whether the permit's deadline has passed by this machine's clock, with a margin: time to read its nonce. That
 * it is dead is said by the chain only (`nonceRead`).
 */
export function permitIsDead(order: Order, nowMs: number): boolean {
  const endsMs = permitEndsMs(order.deal)
  return endsMs !== null && nowMs > endsMs + deadlineMarginMs
}

/** What is shown and then acted on by its key: for how long, and what is said once that time is over. */
const kinds = {
  quote: { lifeMs: 5 * minuteMs, code: 'quoteExpired', money: 'nothingSent' },
  review: { lifeMs: 15 * minuteMs, code: 'quoteExpired', money: 'nothingSent' },
  cancel: { lifeMs: 5 * minuteMs, code: 'reviewExpired', money: 'untaken' },
  withdraw: { lifeMs: 5 * minuteMs, code: 'reviewExpired', money: 'unknown' },
  revoke: { lifeMs: 5 * minuteMs, code: 'reviewExpired', money: 'unmoved' },
} as const

/** Keeps a value under its key as it was shown, beyond the worker's life. */
export function freeze(
  kind: keyof typeof kinds,
  key: string,
  value: unknown,
  kept: Pick<ExpiringStore, 'put'>,
): Promise<void> {
  return kept.put(`${kind}:${key}`, value, kinds[kind].lifeMs)
}

/** Gives what is kept under a key. Throws `quoteExpired` or `reviewExpired` when it is not held any more. */
export async function frozen<T>(
  kind: keyof typeof kinds,
  key: string,
  kept: Pick<ExpiringStore, 'get'>,
): Promise<T> {
  const row = await kept.get(`${kind}:${key}`)
  const { code, money } = kinds[kind]
  // A thawed row comes back where the clock was set back since.
  if (row === null || row.value === null) throw new Problem(code, { money })
  return row.value as T
}

/** Gives what is kept under a key and forgets it, so that it is acted on once. Throws as `frozen` does. */
export async function takeFrozen<T>(
  kind: keyof typeof kinds,
  key: string,
  kept: Pick<ExpiringStore, 'get' | 'put'>,
): Promise<T> {
  const value = await frozen<T>(kind, key, kept)
  await thaw(kind, key, kept)
  return value
}

/** Forgets what is kept under a key: it can be acted on no more. */
export function thaw(kind: keyof typeof kinds, key: string, kept: Pick<ExpiringStore, 'put'>): Promise<void> {
  return kept.put(`${kind}:${key}`, null, -1)
}
