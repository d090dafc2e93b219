import { nativeAddress } from '../base/hex.ts'
import { checkManualTransaction } from '../checks/check-transaction.ts'
import { unsaidLifeSeconds } from '../quote/held-quote.ts'
import { nativeFeeUnits, routeFees, withNativeFee } from '../quote/route-summary.ts'
import type { BuiltTransaction } from '../service/built-transaction.ts'
import type { ManualRoute } from '../service/quote-result.ts'
import { configuredToken, nativeDecimals } from '../tokens/configured-token.ts'
import { payingAsk } from './auto-terms.ts'
import {
  type CheckedTerms,
  nowSecondsOf,
  originOf,
  passedOf,
  reviewedOf,
  type TermsInput,
} from './terms-input.ts'

/**
 * Returns the deal of a manual route with the transaction that was built for it; `approvalData` is never acted on
 * (API5). Throws as `autoTerms` does.
 */
export function manualTerms(input: TermsInput, route: ManualRoute, built: BuiltTransaction): CheckedTerms {
  const { answered } = input
  const ask = payingAsk(input.ask)
  const { txData } = built
  const nowSeconds = nowSecondsOf(input)
  const chain = originOf(input)
  const expirySeconds = route.quoteExpirySeconds ?? nowSeconds + unsaidLifeSeconds.manual
  const passed = passedOf(
    checkManualTransaction({
      ask,
      quote: answered.result,
      route,
      txData,
      chain,
      nowSeconds,
      expirySeconds,
      floorUnits: BigInt(input.floorUnits ?? route.output.minAmountOut),
    }),
  )
  const fee = nativeFeeUnits(ask, txData)
  const list = routeFees(answered.result, route, 'send')
  const native = configuredToken(input.deployment, {
    chainId: chain.chainId,
    address: nativeAddress,
    name: '',
    symbol: '',
    decimals: nativeDecimals,
    logoURI: null,
    isVerified: false,
  })
  return {
    kind: 'manual',
    deal: {
      quoteId: route.quoteId,
      requestType: null,
      requestHash: null,
      quoteExpirySeconds: expirySeconds,
      clockOffsetMs: answered.clockOffsetMs,
      minAmountOut: route.output.minAmountOut,
      promisedAmount: route.output.effectiveAmount ?? route.output.amount,
      signTypedData: null,
      txData,
      permitDeadlineSeconds: null,
      permitNonce: null,
    },
    reviewed: reviewedOf({ ...input, ask }, route, {
      ...list,
      fees: withNativeFee(list.fees, fee, route.gasFee?.token ?? native),
    }),
    passed,
  }
}
