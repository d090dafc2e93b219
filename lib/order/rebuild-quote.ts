import type { ReviewedTerms } from '../quote/route-summary.ts'
import type { DepositTerms } from '../quote/terms.ts'
import type { Quote } from '../service/quote-shape.ts'
import {
  type AutoRoute,
  type DepositRoute,
  type ManualRoute,
  type RouteOutput,
  unpricedRoute,
} from '../service/route.ts'
import type { DepositOrder, InboxOrder, ManualOrder, Order, SignedOrder } from './order.ts'

/** Rebuilds the quote of a stored order, as the user saw it, so that the checks can read it. */
export function rebuildQuote({ request, inputToken, inputValueInUsd }: ReviewedTerms): Quote {
  const { originChainId, destinationChainId, userAddress, receiverAddress, inputAmount } = request
  return {
    originChainId,
    destinationChainId,
    userAddress,
    receiverAddress,
    input: { token: inputToken, amount: inputAmount, priceInUsd: null, valueInUsd: inputValueInUsd },
    destinationExec: null,
    routes: [],
    unread: [],
  }
}

export function rebuildAutoRoute(
  { kind, terms, reviewed }: SignedOrder | InboxOrder,
  quoteExpirySeconds: number,
): AutoRoute {
  const { requestHash, requestType, quoteId, signTypedData, txData } = terms
  return {
    ...rebuiltRoute,
    kind: 'auto',
    userOp: kind === 'signed' ? 'sign' : 'tx',
    requestHash,
    requestType,
    quoteId,
    quoteExpirySeconds,
    signTypedData,
    txData,
    output: rebuildOutput(terms, reviewed),
    refuel: terms.refuel ?? null,
    isForeign: false,
  }
}

export function rebuildManualRoute({ terms, reviewed }: ManualOrder): ManualRoute {
  return {
    ...rebuiltRoute,
    kind: 'manual',
    quoteId: terms.quoteId,
    quoteExpirySeconds: null,
    output: rebuildOutput(terms, reviewed),
  }
}

export function rebuildDepositRoute({ terms, reviewed }: DepositOrder, deposit: DepositTerms): DepositRoute {
  const isPromised = terms.minAmountOut !== '0'
  return {
    ...rebuiltRoute,
    ...deposit,
    kind: 'deposit',
    requestHash: terms.requestHash,
    totalFeeBps: null,
    output: isPromised ? rebuildOutput(terms, reviewed) : null,
  }
}

const rebuiltRoute = { ...unpricedRoute, key: '', approvalData: null, estimatedSeconds: null } as const

/**
 * The distance between promise and minimum was already checked with the quote. Here only the stored minimum counts.
 */
function rebuildOutput(terms: Order['terms'], reviewed: ReviewedTerms): RouteOutput {
  return {
    token: reviewed.outputToken,
    amount: terms.promisedAmount,
    effectiveAmount: null,
    minAmountOut: terms.minAmountOut,
    priceInUsd: null,
    valueInUsd: null,
    effectiveInUsd: null,
  }
}
