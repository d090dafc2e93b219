import type {
  DepositOrder,
  DepositTerms,
  InboxOrder,
  ManualOrder,
  Order,
  ReviewedTerms,
  SignedOrder,
} from '../order/order.ts'
import type { AutoRoute, DepositRoute, ManualRoute, Quote, RouteOutput } from '../service/quote-result.ts'

/**
 * Returns the quote that a stored order would have come from: what the user was shown, in the form that the checks
 * read.
 */
export function storedQuote({ ask, inputToken, inputValueInUsd }: ReviewedTerms): Quote {
  const { originChainId, destinationChainId, userAddress, receiverAddress, inputAmount } = ask
  return {
    originChainId,
    destinationChainId,
    userAddress,
    receiverAddress,
    input: { token: inputToken, amount: inputAmount, priceInUsd: null, valueInUsd: inputValueInUsd },
    destinationExec: null,
    autoRoute: null,
    autoRoutes: [],
    manualRoutes: [],
    deposit: null,
  }
}

/** Returns the automatic route of a stored order. */
export function storedAutoRoute(
  { kind, terms, reviewed }: SignedOrder | InboxOrder,
  quoteExpirySeconds: number,
): AutoRoute {
  const { requestHash, requestType, quoteId, signTypedData, txData } = terms
  return {
    ...unpriced,
    userOp: kind === 'signed' ? 'sign' : 'tx',
    requestHash,
    requestType,
    quoteId,
    quoteExpirySeconds,
    signTypedData,
    txData,
    output: storedOutput(terms, reviewed),
    refuel: terms.refuel ?? null,
    approvalData: null,
    slippagePercent: null,
    isForeign: false,
    estimatedSeconds: null,
    rewards: null,
    routeTags: [],
  }
}

export function storedManualRoute({ terms, reviewed }: ManualOrder): ManualRoute {
  return {
    ...unpriced,
    quoteId: terms.quoteId,
    quoteExpirySeconds: null,
    slippagePercent: null,
    estimatedSeconds: null,
    refuel: null,
    routeTags: [],
    output: storedOutput(terms, reviewed),
  }
}

export function storedDepositRoute({ terms, reviewed }: DepositOrder, deposit: DepositTerms): DepositRoute {
  const { address, token, amount, chainId, memo, expirySeconds, refundAddress } = deposit
  const isPromised = terms.minAmountOut !== '0'
  return {
    form: 'deposit',
    requestHash: terms.requestHash,
    address,
    token,
    amount,
    chainId,
    memo,
    expirySeconds,
    refundAddress,
    totalFeeBps: null,
    output: isPromised ? storedOutput(terms, reviewed) : null,
    estimatedSeconds: null,
  }
}

const unpriced = {
  affiliateFee: null,
  gasFee: null,
  routeDetails: { name: '', logoURI: null, routeFee: null, dexName: null },
} as const

/** How far the minimum may lie below the promise was weighed with the quote: what is stored may only keep to the minimum. */
function storedOutput(terms: Order['terms'], reviewed: ReviewedTerms): RouteOutput {
  return {
    token: reviewed.outputToken,
    amount: terms.promisedAmount,
    effectiveAmount: null,
    minAmountOut: terms.minAmountOut,
    priceInUsd: null,
    valueInUsd: null,
  }
}
