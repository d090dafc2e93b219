import type { RouteOutput } from '../service/quote-result.ts'

/** Tells whether what a route says it delivers can be true at once: something, and never less than its own least. */
export function isSoundOutput({
  amount,
  effectiveAmount,
  minAmountOut,
}: Pick<RouteOutput, 'amount' | 'effectiveAmount' | 'minAmountOut'>): boolean {
  const least = BigInt(minAmountOut)
  const promised = [BigInt(amount), BigInt(effectiveAmount ?? amount)]
  return promised.every((units) => units > 0n && units >= least)
}
