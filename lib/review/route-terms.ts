import { type Address, type Hex, isAddress, isSameHex, lowerHex, nativeAddress } from '../base/hex.ts'
import { messageLimitChars } from '../base/page-provider.ts'
import { Problem } from '../base/problem.ts'
import { affiliateFeeUnits, readAffiliateFee } from '../checks/affiliate-fee.ts'
import { checkTypedData } from '../checks/check-permit.ts'
import { member } from '../checks/check-report.ts'
import {
  checkInboxTransaction,
  checkManualTransaction,
  isTreatedAsNative,
} from '../checks/check-transaction.ts'
import { findUnpinnedSwitchboard } from '../checks/check-witness.ts'
import { readDelegate, readRequest } from '../checks/swap-request.ts'
import { walletTypedData } from '../checks/typed-data.ts'
import { requireChain } from '../deployment/deployment.ts'
import {
  computeNativeFeeUnits,
  listFees,
  type ReviewedTerms,
  withAffiliateFee,
  withNativeFee,
} from '../quote/route-summary.ts'
import type { KindTerms, OrderTerms } from '../quote/terms.ts'
import {
  destinationFormatOf,
  type QuoteRequest,
  type WalletQuoteRequest,
  walletQuoteRequest,
} from '../service/quote-request.ts'
import type { ApprovalData, AutoRoute, BuiltTransaction, ManualRoute, TxData } from '../service/route.ts'
import { nativeToken } from '../tokens/configure-token.ts'
import {
  type CheckedTerms,
  clocksFor,
  defaultExpirySeconds,
  nowSecondsOf,
  promiseOf,
  type RouteInput,
  requirePassed,
  reviewedTermsOf,
  unsignedTerms,
  usedHashes,
} from './terms-input.ts'

/**
 * Returns the checked terms of an automatic route. Throws `walletNotConnected` (the quote has no account), `chainNotPinned`,
 * `routeUnusable`, `wrappedThroughInbox`, or `checkFailed` with the code of the check.
 */
export function autoTerms(input: RouteInput, route: AutoRoute): CheckedTerms {
  const { quote, deployment } = input
  const request = payingQuoteRequest(input.request)
  const chain = requireChain(deployment, request.originChainId)
  if (route.isForeign) throw new Problem('routeUnusable', { facts: { reason: 'unsupported' } })
  const { destinationChainId } = request
  if (destinationFormatOf(request) !== 'evm')
    throw new Problem('routeUnusable', { facts: { reason: 'unsupported' } })
  // The promised payment could not be read on a chain without RPC endpoints, whatever its token.
  requireChain(deployment, destinationChainId)
  const usedNonces = new Set(
    input.others
      .filter(({ reviewed: { request: other } }) => {
        return other.originChainId === request.originChainId && other.userAddress === request.userAddress
      })
      .flatMap((order) => order.terms.permitNonce ?? []),
  )
  if (route.userOp === 'tx' && isTreatedAsNative(chain, request.inputToken))
    throw new Problem('wrappedThroughInbox')
  const common = {
    request,
    quote,
    route,
    chain,
    deployment,
    nowSeconds: nowSecondsOf(input),
    clocks: clocksFor(input),
    floorUnits: BigInt(route.output.minAmountOut),
    usedRequestHashes: usedHashes(input.others),
  }
  const report =
    route.userOp === 'sign' ? checkTypedData({ ...common, usedNonces }) : checkInboxTransaction(common)
  const passed = requirePassed(report, input)
  const made = orderTermsOf(input, request, route)
  const signedOrSent = readRequest(made.terms, deployment)
  const switchboardId = findUnpinnedSwitchboard(signedOrSent, chain)
  const delegate = readDelegate(signedOrSent, request.userAddress)
  const fee = readAffiliateFee(member(signedOrSent, 'affiliateFees'))
  const listed = listFees(quote, route)
  const fees =
    fee === null
      ? listed
      : withAffiliateFee(listed, affiliateFeeUnits(fee, BigInt(request.inputAmount)), quote)
  return {
    ...made,
    reviewed: {
      ...reviewedTermsOf(input, request, route, route.output, fees),
      ...(switchboardId === null ? {} : { findUnpinnedSwitchboard: switchboardId }),
      ...(delegate === null ? {} : { delegate }),
      ...proposedApprovalOf(request, route.approvalData),
    },
    passed,
  }
}

/** Throws `walletNotConnected` without a wallet, and `routeUnusable` where it cannot pay with the input token. */
export function payingQuoteRequest(request: QuoteRequest): WalletQuoteRequest {
  const { userAddress, receiverAddress } = request
  if (userAddress === null || receiverAddress === null) throw new Problem('walletNotConnected')
  return walletQuoteRequest({ ...request, receiverAddress })
}

/** The kind and the terms of a checked route. Throws `routeUnusable` for a route with nothing to sign or send. */
function orderTermsOf(input: RouteInput, request: WalletQuoteRequest, route: AutoRoute): KindTerms {
  const { signTypedData, txData } = route
  const common = {
    quoteId: route.quoteId,
    requestType: route.requestType,
    requestHash: route.requestHash.toLowerCase() as Hex,
    quoteExpirySeconds: route.quoteExpirySeconds,
    ...promiseOf(input, route.output),
    ...(route.refuel === null ? {} : { refuel: route.refuel }),
  }
  if (route.userOp === 'sign' && signTypedData !== null) {
    // The checks found both to be canonical integers (V-4, V-5), as number or text.
    const { deadline, nonce } = signTypedData.values
    const permit = { permitDeadlineSeconds: Number(deadline), permitNonce: String(nonce) }
    return { kind: 'signed', terms: { ...common, signTypedData, txData: null, ...permit } }
  }
  if (txData === null) throw new Problem('routeUnusable', { facts: { reason: 'unsupported' } })
  return {
    kind: isSameHex(request.inputToken, nativeAddress) ? 'native' : 'inbox',
    terms: { ...common, ...unsignedTerms, txData },
  }
}

function proposedApprovalOf(
  { inputToken }: WalletQuoteRequest,
  approval: ApprovalData | null,
): Pick<ReviewedTerms, 'proposedApproval'> {
  return approval === null || isSameHex(inputToken, nativeAddress) ? {} : { proposedApproval: approval }
}

function findOtherSpender(
  { inputToken }: WalletQuoteRequest,
  { to }: TxData,
  approval: ApprovalData | null,
): Address | null {
  const spender = approval?.spenderAddress
  if (!isAddress(spender) || isSameHex(inputToken, nativeAddress) || isSameHex(spender, to)) return null
  return lowerHex(spender)
}

/**
 * Returns the checked terms of a manual route with its built transaction. Of `approvalData` only the spender is used, and
 * only where the deployment file allows it (API5, M-7). Throws as `autoTerms` does.
 */
export function manualTerms(input: RouteInput, route: ManualRoute, built: BuiltTransaction): CheckedTerms {
  const { quote } = input
  const request = payingQuoteRequest(input.request)
  const { txData } = built
  const approval = built.approvalData ?? route.approvalData ?? null
  const spender = findOtherSpender(request, txData, approval)
  const nowSeconds = nowSecondsOf(input)
  const chain = requireChain(input.deployment, request.originChainId)
  const expirySeconds = route.quoteExpirySeconds ?? defaultExpirySeconds(input, 'manual')
  const passed = requirePassed(
    checkManualTransaction({
      request,
      quote,
      route,
      txData,
      spender,
      chain,
      nowSeconds,
      expirySeconds,
      floorUnits: BigInt(route.output.minAmountOut),
    }),
    input,
  )
  const fee = computeNativeFeeUnits(request, txData)
  const list = listFees(quote, route)
  // A deployment without a name for the currency shows the quote's.
  const gasToken = route.gasFee?.token
  const isNative = gasToken?.chainId === chain.chainId && isSameHex(gasToken.address, nativeAddress)
  const native = isNative ? gasToken : nativeToken(input.deployment, chain.chainId)
  return {
    kind: 'manual',
    terms: {
      quoteId: route.quoteId,
      requestType: null,
      requestHash: null,
      quoteExpirySeconds: expirySeconds,
      ...promiseOf(input, route.output),
      ...unsignedTerms,
      txData,
      ...(spender === null ? {} : { spender }),
    },
    reviewed: {
      ...reviewedTermsOf(input, request, route, route.output, {
        ...list,
        fees: withNativeFee(list.fees, fee, native),
      }),
      ...proposedApprovalOf(request, approval),
    },
    passed,
  }
}

/** Room for the other parts of a request: ids, method, accounts, an approval with it. */
const envelopeChars = 4_096

/** Throws `routeUnusable` where the wallet request of the terms is too long to reach a wallet in a page. */
export function requireDeliverable({ signTypedData, txData }: OrderTerms): void {
  // The typed data is sent as a JSON text within a JSON text.
  const signed = signTypedData === null ? '' : JSON.stringify(JSON.stringify(walletTypedData(signTypedData)))
  const chars = signed.length + (txData?.data.length ?? 0)
  if (chars + envelopeChars > messageLimitChars)
    throw new Problem('routeUnusable', { facts: { reason: 'tooLarge' } })
}
