import { type Hex, nativeAddress, receiverForm, sameHex } from '../base/hex.ts'
import { messageLimitChars } from '../base/page-provider.ts'
import { Problem } from '../base/problem.ts'
import { checkTypedData } from '../checks/check-permit.ts'
import { checkInboxTransaction, checkManualTransaction } from '../checks/check-transaction.ts'
import { unknownSwitchboard } from '../checks/check-witness.ts'
import { walletTypedData } from '../checks/typed-data.ts'
import { chainConfig, type Deployment, type DeploymentChain } from '../deployment/deployment.ts'
import type { InboxOrder, SignedOrder } from '../order/order.ts'
import type { OrderTerms } from '../order/order-parts.ts'
import { unsaidLifeSeconds } from '../quote/held-quote.ts'
import { nativeFeeUnits, type ReviewedTerms, routeFees, withNativeFee } from '../quote/route-summary.ts'
import { wayOf } from '../quote/routes.ts'
import { type QuoteRequest, type WalletQuoteRequest, walletQuoteRequest } from '../service/quote-request.ts'
import type { AutoRoute, BuiltTransaction, ManualRoute } from '../service/quote-result.ts'
import { nativeDecimals } from '../service/token.ts'
import { configuredToken } from '../tokens/configured-token.ts'
import {
  type CheckedTerms,
  nowSecondsOf,
  originOf,
  passedOf,
  presentOf,
  reviewedOf,
  type TermsInput,
  usedHashes,
} from './terms-input.ts'

/**
 * Returns the deal of an automatic route. Throws `quoteIndicative` (made for nobody), `chainNotPinned`, `routeNotHere`,
 * or `checkFailed` with the code of the check.
 */
export function autoTerms(input: TermsInput, route: AutoRoute): CheckedTerms {
  const { response, deployment } = input
  const ask = payingQuoteRequest(input.ask)
  const chain = originOf(input)
  if (route.isForeign) throw new Problem('routeNotHere')
  const { destinationChainId } = ask
  if (receiverForm(destinationChainId) !== 'evm') throw new Problem('routeNotHere')
  // What is promised there can be read nowhere, whatever its token is.
  if (chainConfig(deployment, destinationChainId) === null) throw new Problem('destinationNotPinned')
  const usedNonces = new Set(
    input.others
      .filter(({ reviewed: { ask: other } }) => {
        return other.originChainId === ask.originChainId && other.userAddress === ask.userAddress
      })
      .flatMap((order) => order.terms.permitNonce ?? []),
  )
  const common = {
    ask,
    quote: response.result,
    route,
    chain,
    deployment,
    nowSeconds: nowSecondsOf(input),
    clocks: presentOf(input),
    floorUnits: BigInt(input.floorUnits ?? route.output.minAmountOut),
    usedRequestHashes: usedHashes(input.others),
  }
  const report =
    route.userOp === 'sign' ? checkTypedData({ ...common, usedNonces }) : checkInboxTransaction(common)
  const passed = passedOf(report)
  return {
    ...madeOf(ask, route, response.clockOffsetMs),
    reviewed: {
      ...reviewedOf({ ...input, ask }, route, routeFees(response.result, route, wayOf(route))),
      ...switchboardOf(route, chain, deployment),
    },
    passed,
  }
}

/**
 * Returns the ask with the wallet it was made for. Throws `quoteIndicative` where there is none, and `routeNotHere` where
 * the wallet cannot pay with its token.
 */
export function payingQuoteRequest(ask: QuoteRequest): WalletQuoteRequest {
  const { userAddress, receiverAddress } = ask
  if (userAddress === null || receiverAddress === null) throw new Problem('quoteIndicative')
  return walletQuoteRequest({ ...ask, receiverAddress })
}

function switchboardOf(
  route: AutoRoute,
  chain: DeploymentChain,
  deployment: Pick<Deployment, 'types'>,
): Pick<ReviewedTerms, 'unknownSwitchboard'> {
  const id = unknownSwitchboard(route, chain, deployment)
  return id === null ? {} : { unknownSwitchboard: id }
}

/** The kind and the terms of a checked route. Throws `routeNotHere` for one that brings nothing to sign or send. */
function madeOf(
  ask: WalletQuoteRequest,
  route: AutoRoute,
  clockOffsetMs: number,
): Pick<SignedOrder, 'kind' | 'terms'> | Pick<InboxOrder, 'kind' | 'terms'> {
  const { signTypedData, txData } = route
  const common = {
    quoteId: route.quoteId,
    requestType: route.requestType,
    requestHash: route.requestHash.toLowerCase() as Hex,
    quoteExpirySeconds: route.quoteExpirySeconds,
    clockOffsetMs,
    minAmountOut: route.output.minAmountOut,
    promisedAmount: route.output.effectiveAmount ?? route.output.amount,
    ...(route.refuel === null ? {} : { refuel: route.refuel }),
  }
  if (route.userOp === 'sign' && signTypedData !== null) {
    // Both were checked to be canonical integers (V-4, V-5), as number or as text.
    const { deadline, nonce } = signTypedData.values
    const permit = { permitDeadlineSeconds: Number(deadline), permitNonce: String(nonce) }
    return { kind: 'signed', terms: { ...common, signTypedData, txData: null, ...permit } }
  }
  if (txData === null) throw new Problem('routeNotHere')
  return {
    kind: sameHex(ask.inputToken, nativeAddress) ? 'native' : 'inbox',
    terms: { ...common, signTypedData: null, txData, permitDeadlineSeconds: null, permitNonce: null },
  }
}

/**
 * Returns the deal of a manual route with the transaction that was built for it; `approvalData` is never acted on
 * (API5). Throws as `autoTerms` does.
 */
export function manualTerms(input: TermsInput, route: ManualRoute, built: BuiltTransaction): CheckedTerms {
  const { response } = input
  const ask = payingQuoteRequest(input.ask)
  const { txData } = built
  const nowSeconds = nowSecondsOf(input)
  const chain = originOf(input)
  const expirySeconds = route.quoteExpirySeconds ?? nowSeconds + unsaidLifeSeconds.manual
  const passed = passedOf(
    checkManualTransaction({
      ask,
      quote: response.result,
      route,
      txData,
      chain,
      nowSeconds,
      expirySeconds,
      floorUnits: BigInt(input.floorUnits ?? route.output.minAmountOut),
    }),
  )
  const fee = nativeFeeUnits(ask, txData)
  const list = routeFees(response.result, route, 'send')
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
    terms: {
      quoteId: route.quoteId,
      requestType: null,
      requestHash: null,
      quoteExpirySeconds: expirySeconds,
      clockOffsetMs: response.clockOffsetMs,
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

/** Room for what goes around a request: ids, method, accounts, an approval that goes with it. */
const aroundChars = 4_096

/**
 * Throws `requestTooLarge` where what a deal asks of a wallet would never reach one in a page.
 *
 * @example requireDeliverable(terms) // throws `requestTooLarge` for a call of a megabyte
 */
export function requireDeliverable({ signTypedData, txData }: OrderTerms): void {
  // The typed data goes as a text in a text.
  const signed = signTypedData === null ? '' : JSON.stringify(JSON.stringify(walletTypedData(signTypedData)))
  const chars = signed.length + (txData?.data.length ?? 0)
  if (chars + aroundChars > messageLimitChars) throw new Problem('requestTooLarge')
}
