import { percentOfUnits } from '../base/decimal.ts'
import type { ReviewedTerms } from '../quote/reviewed-terms.ts'
import { defaultSlippagePercent } from '../quote/slippage.ts'
import type { Order } from './order.ts'

/** How much of the reviewed minimum a later quote may lack and go on by itself, in percent. */
export const leewayPercent = '0.1'

/**
 * The least that a later quote may bring and go on by itself, in the smallest unit of the output token. With what was
 * reviewed, and with nothing of any quote in between: the minimum less a thousandth of it, but never less than the promise
 * minus the slippage that the user allows; both parts that are taken off are rounded down. Where that slippage leaves no
 * room, or the review did not say that there is any, it is the minimum itself.
 */
export function leastGoingOn(
  reviewed: Pick<ReviewedTerms, 'ask' | 'minAmountOut' | 'promisedAmount' | 'leeway'>,
): bigint {
  const least = BigInt(reviewed.minAmountOut)
  if (reviewed.leeway !== true) return least
  const promised = BigInt(reviewed.promisedAmount)
  const allowed = promised - percentOfUnits(promised, reviewed.ask.slippagePercent ?? defaultSlippagePercent)
  const lower = least - percentOfUnits(least, leewayPercent)
  const bound = allowed > lower ? allowed : lower
  return bound < least ? bound : least
}

/** The least that an order's deal brings, and what it is said to bring: those of the quote that it went on with, if any. */
export function broughtBy({
  reviewed,
  wentOn,
}: Pick<Order, 'reviewed' | 'wentOn'>): Pick<ReviewedTerms, 'minAmountOut' | 'promisedAmount'> {
  return wentOn ?? reviewed
}
