import { isAddress, lowerHex } from '../base/hex.ts'
import { Problem } from '../base/problem.ts'
import { checkDeposit, transferCall } from '../checks/check-deposit.ts'
import type { DepositTerms, ReviewedTerms } from '../order/order.ts'
import { unsaidLifeSeconds } from '../quote/held-quote.ts'
import { checkReceiver } from '../quote/receiver.ts'
import { depositFees } from '../quote/route-summary.ts'
import type { ResolvedQuoteRequest } from '../service/quote-request.ts'
import type { DepositRoute, TxData } from '../service/quote-result.ts'
import { payingAsk } from './route-terms.ts'
import {
  type CheckedTerms,
  nowSecondsOf,
  originName,
  originOf,
  passedOf,
  presentOf,
  reviewedFees,
  reviewedOf,
  type TermsInput,
  usedHashes,
} from './terms-input.ts'

/**
 * Returns the deal of a deposit: sent from anywhere, or by the connected wallet as a plain transfer that Ferry builds;
 * the service's own `txData` is never looked at (API4). Throws `routeNotHere` where it could not be followed or this
 * wallet cannot send it (a memo, another chain), `receiverInvalid` for a bad refund address, else as `autoTerms` does.
 */
export function depositTerms(input: TermsInput, route: DepositRoute): CheckedTerms {
  const { answered, floorUnits } = input
  const { requestHash, output } = route
  if (requestHash === null) throw new Problem('routeNotHere')
  const ask = receivedAsk(input)
  const refund = ask.options?.refundAddress
  if (refund !== undefined) checkReceiver(ask.originChainId, refund, [ask.inputToken])
  const nowSeconds = nowSecondsOf(input)
  const deposit: DepositTerms = {
    address: route.address,
    token: route.token ?? ask.inputToken,
    amount: route.amount ?? ask.inputAmount,
    chainId: route.chainId ?? ask.originChainId,
    memo: route.memo,
    expirySeconds: route.expirySeconds ?? nowSeconds + unsaidLifeSeconds.deposit,
    refundAddress: route.refundAddress ?? refund ?? null,
  }
  const passed = passedOf(
    checkDeposit({
      ask,
      quote: answered.result,
      route,
      deposit,
      clocks: presentOf(input),
      floorUnits: BigInt(floorUnits ?? output?.minAmountOut ?? '0'),
      usedRequestHashes: usedHashes(input.others),
    }),
  )
  return {
    kind: 'deposit',
    terms: {
      quoteId: requestHash,
      requestType: null,
      requestHash,
      quoteExpirySeconds: deposit.expirySeconds,
      clockOffsetMs: answered.clockOffsetMs,
      minAmountOut: output?.minAmountOut ?? '0',
      promisedAmount: output?.effectiveAmount ?? output?.amount ?? '0',
      signTypedData: null,
      txData: input.pay === 'wallet' ? transferOf(input, deposit) : null,
      permitDeadlineSeconds: null,
      permitNonce: null,
      deposit,
    },
    reviewed: depositReviewed(input, ask, route),
    passed,
  }
}

function receivedAsk({ ask }: TermsInput): ResolvedQuoteRequest {
  const { receiverAddress } = ask
  if (receiverAddress === null) throw new Problem('depositReceiverMissing')
  return { ...ask, receiverAddress }
}

function transferOf(input: TermsInput, { address, amount, memo }: DepositTerms): TxData {
  const { chainId } = originOf(input)
  const { inputToken } = payingAsk(input.ask)
  // A transfer carries no memo: such a deposit is made in a wallet that can send one.
  if (!isAddress(address) || memo !== null) throw new Problem('routeNotHere')
  return transferCall(chainId, inputToken, lowerHex(address), BigInt(amount))
}

function depositReviewed(input: TermsInput, ask: ResolvedQuoteRequest, route: DepositRoute): ReviewedTerms {
  const { output, estimatedSeconds } = route
  const quote = input.answered.result
  const list = depositFees(quote, route)
  if (output !== null) return reviewedOf({ ...input, ask }, { output, estimatedSeconds }, list)
  const others = quote.autoRoute?.output.token ?? quote.manualRoutes[0]?.output.token
  const outputToken = others ?? input.outputToken ?? null
  if (outputToken === null) throw new Problem('routeNotHere')
  return {
    ask,
    routeKey: 'deposit',
    ...originName(input.deployment, ask),
    inputToken: quote.input.token,
    outputToken,
    minAmountOut: '0',
    promisedAmount: '0',
    inputValueInUsd: quote.input.valueInUsd,
    outputValueInUsd: null,
    ...reviewedFees(list),
    estimatedSeconds,
  }
}
