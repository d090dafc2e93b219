import { nativeAddress, sameHex } from '../base/hex.ts'
import type { QuoteRequest } from '../service/quote-request.ts'
import type { FeeAmount, PricedRoute, TxData } from '../service/quote-result.ts'

/**
 * Returns what a route says it takes of the origin chain's own currency beside its input; null where it names nothing.
 */
export function namedNativeFee(
  ask: Pick<QuoteRequest, 'originChainId' | 'inputToken'>,
  route: PricedRoute,
): FeeAmount | null {
  const fee = route.routeDetails.routeFee
  if (fee === null || sameHex(ask.inputToken, nativeAddress)) return null
  const isNative = fee.token.chainId === ask.originChainId && sameHex(fee.token.address, nativeAddress)
  return isNative ? fee : null
}

/**
 * Returns what a transaction sends beyond the input, smallest unit of the native asset; negative where it sends too
 * little.
 */
export function nativeFeeUnits(
  ask: Pick<QuoteRequest, 'inputToken' | 'inputAmount'>,
  txData: Pick<TxData, 'value'>,
): bigint {
  const input = sameHex(ask.inputToken, nativeAddress) ? BigInt(ask.inputAmount) : 0n
  return BigInt(txData.value) - input
}
