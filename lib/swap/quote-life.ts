import { minuteMs, secondMs } from '../base/time.ts'
import type { Deal, Order } from './order.ts'

/** What a quote must still live when the wallet is asked. */
export const quoteReserveSeconds = 15

/** How long a route is good for where the service does not say (interface 8, wire shapes 3). */
export const unsaidLifeSeconds = { manual: 60, deposit: 600 } as const

/** After the permit's deadline the chain decides, once its own clock is surely past it. */
const deadlineMarginMs = 2 * minuteMs

/** When the quote ends, in this machine's clock. */
export function quoteEndsMs(deal: Deal): number {
  return deal.quoteExpirySeconds * secondMs - deal.clockOffsetMs
}

/** Whether a quote is fresh enough to ask the wallet with it. */
export function quoteIsFresh(deal: Deal, nowMs: number): boolean {
  return quoteEndsMs(deal) - nowMs > quoteReserveSeconds * secondMs
}

/** When the signature is dead for the chain, in this machine's clock; null for transactions. */
export function permitEndsMs(deal: Deal): number | null {
  return deal.permitDeadlineSeconds === null
    ? null
    : deal.permitDeadlineSeconds * secondMs - deal.clockOffsetMs
}

/** Whether the permit's deadline has passed with the margin after which its nonce bit is evidence (R3). */
export function permitIsDead(order: Order, nowMs: number): boolean {
  const endsMs = permitEndsMs(order.deal)
  return endsMs !== null && nowMs > endsMs + deadlineMarginMs
}
