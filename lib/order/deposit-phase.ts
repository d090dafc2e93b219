import { shownOffsetMs } from '../base/clocks.ts'
import { hourMs, secondMs } from '../base/time.ts'
import type { DepositTerms, Order, OrderTerms } from './order.ts'

/** How a deposit stands. */
export type DepositPhase = 'awaited' | 'seen' | 'wrongToken' | 'wrongAmount' | 'late' | 'notSeen'

/** An address is looked at this long after its end: money takes its time, and what comes then is still the user's. */
export const lateWatchMs = hourMs

/** Returns when a deposit address is over, in this machine's clock. */
export function depositEndsMs(deposit: DepositTerms, clockOffsetMs: OrderTerms['clockOffsetMs']): number {
  return deposit.expirySeconds * secondMs - shownOffsetMs(clockOffsetMs)
}

/**
 * Tells a deposit that is still awaited, seen as it should be, of another token or amount, too late, or not seen in time apart.
 * `endsMs` in this machine's clock.
 */
export function depositPhase(
  amount: string,
  endsMs: number,
  seen: Order['depositSeen'] | null,
  nowMs: number,
): DepositPhase {
  if (seen === undefined || seen === null) return nowMs > endsMs ? 'notSeen' : 'awaited'
  if (seen.token !== undefined) return 'wrongToken'
  if (seen.units !== amount) return 'wrongAmount'
  return seen.atMs > endsMs ? 'late' : 'seen'
}
