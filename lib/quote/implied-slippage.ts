import { lossPercent, percentOfUnits } from '../base/decimal.ts'

/** What a user allows who has set nothing, in percent. */
export const defaultSlippagePercent = '1'

export interface ImpliedSlippage {
  /** From what is promised down to the least, two places, rounded up. */
  readonly percent: string
  /** What the user allows. */
  readonly limit: string
}

/**
 * Returns how far below its promise a deal may end, where that is further than the user allows; null where it is not,
 * or where nothing is promised. It is reckoned from the amounts alone: what the service calls its slippage binds
 * nobody.
 */
export function slippageAbove(
  promisedAmount: string,
  minAmountOut: string,
  allowedPercent: string | null,
): ImpliedSlippage | null {
  const limit = allowedPercent ?? defaultSlippagePercent
  const promised = BigInt(promisedAmount)
  const percent = lossPercent(promisedAmount, minAmountOut)
  // One unit for a service that rounds the other way.
  const floor = promised - percentOfUnits(promised, limit) - 1n
  return percent === null || BigInt(minAmountOut) >= floor ? null : { percent, limit }
}
