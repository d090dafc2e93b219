import { type Address, isAddress, lowerHex, shortenHex } from '../base/hex.ts'
import { Problem, toProblemData, withServerRequestId } from '../base/problem.ts'
import { sanitizeSymbol } from '../base/untrusted-text.ts'
import type { ChainReader } from '../chain/chain-reader.ts'
import { checkDeposit, isPayloadConfirmed, transferCall } from '../checks/check-cross.ts'
import { readIntermediateSwap, readRequest } from '../checks/swap-request.ts'
import { requireChain } from '../deployment/deployment.ts'
import type { Deployment } from '../deployment/schema.ts'
import { readQuote } from '../quote/configure-quote.ts'
import { checkReceiver } from '../quote/receiver.ts'
import { type IntermediateSwap, listFees, type ReviewedTerms } from '../quote/route-summary.ts'
import { findOtherToken } from '../quote/route-view.ts'
import { isConsistentOutput } from '../quote/routes.ts'
import type { DepositTerms } from '../quote/terms.ts'
import type { Service } from '../service/client.ts'
import { originFormatOf } from '../service/quote-request.ts'
import type { ResolvedQuoteRequest } from '../service/quote-request-shape.ts'
import type { BuiltTransaction, DepositRoute, Route, TxData } from '../service/route.ts'
import { maxDecimals } from '../service/token-shape.ts'
import type { ServiceResponse } from '../service/transport.ts'
import { configureToken } from '../tokens/configure-token.ts'
import { failedCheck } from './preflight.ts'
import { autoTerms, manualTerms, payingQuoteRequest, requireDeliverable } from './route-terms.ts'
import {
  type CheckedTerms,
  clocksFor,
  defaultExpirySeconds,
  promiseOf,
  type RouteInput,
  requirePassed,
  reviewedTermsOf,
  type TermsInput,
  unsignedTerms,
  usedHashes,
} from './terms-input.ts'

/**
 * Returns the checked terms of one route of a quote; builds a manual one first. Throws `noRoute`, `routeUnusable` with a
 * `reason` (`gone`: the key is not in this quote, or of a kind that was not requested), `serviceClockOff`, `ownClockOff`,
 * and the refusals of the checks of its kind. Each problem has the server request id
 * of its answer.
 */
export async function buildTerms(
  input: TermsInput,
  service: Service,
  chain: ChainReader,
): Promise<CheckedTerms> {
  try {
    return await buildRouteTerms(input, service, chain)
  } catch (thrown) {
    throw withServerRequestId(thrown, input.response.serverRequestId)
  }
}

async function buildRouteTerms(
  given: TermsInput,
  service: Service,
  chain: ChainReader,
): Promise<CheckedTerms> {
  const { deployment, request, response, listed } = given
  const quote = readQuote(deployment, response.result, request, listed)
  if (quote === null) throw new Problem('noRoute')
  const input = { ...given, quote }
  const route = chosenRoute(input)
  // While the clocks disagree, no terms of any kind can be checked.
  clocksFor(input)
  if (route.output !== null && !isConsistentOutput(route.output))
    throw new Problem('routeUnusable', { facts: { reason: 'contradictory' } })
  if (route.kind === 'deposit')
    return withPayloadConfirmation(withTerms(depositTerms(input, route), route), input)
  if (route.kind === 'auto')
    return withIntermediateSwap(withTerms(autoTerms(input, route), route), deployment, chain)
  const { result, serverRequestId } = await buildRoute(route.quoteId, service)
  try {
    return withPayloadConfirmation(withTerms(manualTerms(input, route, result), route), input)
  } catch (thrown) {
    throw withServerRequestId(thrown, serverRequestId)
  }
}

/** Freezes the amounts in which later terms may not be worse. */
function withTerms(made: CheckedTerms, { refuel }: Route): CheckedTerms {
  requireDeliverable(made.terms)
  const { txData } = made.terms
  const reviewed = {
    ...made.reviewed,
    ...(txData === null ? {} : { nativeValueUnits: txData.value }),
    ...(refuel === null ? {} : { refuelUnits: refuel.output.amount }),
  }
  return { ...made, reviewed }
}

/** Records that the quote does not confirm the requested call at the receiver, where the route's bytes do not show it. */
function withPayloadConfirmation(made: CheckedTerms, { quote }: RouteInput): CheckedTerms {
  const { reviewed } = made
  if (isPayloadConfirmed({ request: reviewed.request, quote })) return made
  return { ...made, reviewed: { ...reviewed, isPayloadUnconfirmed: true } }
}

/** Adds the token that the request swaps the input into first; later terms may not change it either. */
async function withIntermediateSwap(
  made: CheckedTerms,
  deployment: Deployment,
  chain: ChainReader,
): Promise<CheckedTerms> {
  const swap = readIntermediateSwap(readRequest(made.terms, deployment))
  if (swap === null) return made
  const { originChainId } = made.reviewed.request
  const intermediateSwap = await readIntermediateSwapToken(swap, originChainId, deployment, chain)
  return { ...made, reviewed: { ...made.reviewed, intermediateSwap } }
}

function chosenRoute({ quote: { routes }, routeKey = null }: RouteInput): Route {
  const automatic = routes.find(({ kind }) => kind === 'auto')
  if (routeKey === null) {
    if (automatic === undefined) throw new Problem('noRoute')
    return automatic
  }
  // A key's label may move to another automatic route between quotes; its terms are compared anyway.
  const found =
    routes.find(({ key }) => key === routeKey) ?? (routeKey.startsWith('auto:') ? automatic : undefined)
  if (found === undefined) throw new Problem('routeUnusable', { facts: { reason: 'gone' } })
  return found
}

/** The service's refusal to build is about this route, not about the service (wire shapes 1). */
async function buildRoute(quoteId: string, service: Service): Promise<ServiceResponse<BuiltTransaction>> {
  try {
    return await service.buildTx(quoteId)
  } catch (thrown) {
    const { code, reportedBy, facts, serverRequestId } = toProblemData(thrown)
    if (code !== 'serviceRefused' && code !== 'serviceFailed' && code !== 'serviceAnswerInvalid') throw thrown
    throw new Problem('routeUnusable', {
      reportedBy,
      facts: { reason: 'notBuilt', ...facts },
      serverRequestId,
      cause: thrown,
    })
  }
}

/**
 * Returns the swap on the way with its token, named by the deployment file, else by the origin chain; never by the service.
 * Throws `checkFailed` (W-12) where the address is no token.
 */
async function readIntermediateSwapToken(
  { token: { address }, minUnits }: NonNullable<ReturnType<typeof readIntermediateSwap>>,
  chainId: number,
  deployment: Deployment,
  chain: ChainReader,
): Promise<IntermediateSwap> {
  const decimals = await readDecimals(chain, chainId, address)
  const unnamed = {
    chainId,
    address: lowerHex(address),
    name: '',
    symbol: '',
    decimals,
    logoURI: null,
    isVerified: false,
  }
  const configured = configureToken(deployment, unnamed)
  if (configured.decimals !== decimals) throw failedCheck('L3')
  if (configured.isVerified) return { token: configured, minUnits }
  const symbol = sanitizeSymbol((await chain.symbol(chainId, address)) ?? '') ?? shortenHex(address)
  return { token: configureToken(deployment, { ...unnamed, symbol, name: symbol }), minUnits }
}

async function readDecimals(chain: ChainReader, chainId: number, address: Address): Promise<number> {
  try {
    const decimals = await chain.decimals(chainId, address)
    if (decimals <= maxDecimals) return decimals
  } catch (thrown) {
    if (!(thrown instanceof Problem) || thrown.data.facts.reason !== 'badAnswer') throw thrown
  }
  throw failedCheck('W-12')
}

/**
 * Returns the checked terms of a deposit: sent from anywhere, or by the connected wallet as a plain transfer that Ferry
 * builds. The service's own `txData` is never used (API4). Throws `routeUnusable` where Ferry could not follow the deposit
 * or this wallet cannot send it (a memo, another chain), `addressInvalid` for a bad refund address, else as `autoTerms`
 * does.
 */
function depositTerms(input: RouteInput, route: DepositRoute): CheckedTerms {
  const { quote } = input
  const { requestHash, output } = route
  if (requestHash === null) throw new Problem('routeUnusable', { facts: { reason: 'unsupported' } })
  const request = requireReceiver(input)
  const refund = request.options?.refundAddress
  if (refund !== undefined) checkReceiver(originFormatOf(request), refund, [request.inputToken])
  const deposit: DepositTerms = {
    address: route.address,
    token: route.token ?? request.inputToken,
    amount: route.amount ?? request.inputAmount,
    chainId: route.chainId ?? request.originChainId,
    memo: route.memo,
    expirySeconds: route.expirySeconds ?? defaultExpirySeconds(input, 'deposit'),
    refundAddress: route.refundAddress,
  }
  const passed = requirePassed(
    checkDeposit({
      request,
      quote,
      route,
      deposit,
      deployment: input.deployment,
      clocks: clocksFor(input),
      floorUnits: BigInt(output?.minAmountOut ?? '0'),
      usedRequestHashes: usedHashes(input.others),
    }),
    input,
  )
  return {
    kind: 'deposit',
    terms: {
      quoteId: requestHash,
      requestType: null,
      requestHash,
      quoteExpirySeconds: deposit.expirySeconds,
      ...promiseOf(input, output),
      ...unsignedTerms,
      txData: input.pay === 'wallet' ? transferOf(input, deposit) : null,
      // A refund of the route that names no address should still come to the requested one.
      deposit: { ...deposit, refundAddress: route.refundAddress ?? refund ?? null },
    },
    reviewed: {
      ...depositReviewed(input, request, route),
      ...(refund !== undefined && route.refundAddress === null ? { isRefundUnconfirmed: true } : {}),
    },
    passed,
  }
}

function requireReceiver({ request }: TermsInput): ResolvedQuoteRequest {
  const { receiverAddress } = request
  if (receiverAddress === null) throw new Problem('depositReceiverMissing')
  return { ...request, receiverAddress }
}

function transferOf(input: TermsInput, { address, amount, memo }: DepositTerms): TxData {
  const { chainId } = requireChain(input.deployment, input.request.originChainId)
  const { inputToken } = payingQuoteRequest(input.request)
  // A transfer carries no memo: the user sends such a deposit from a wallet that supports memos.
  if (!isAddress(address) || memo !== null)
    throw new Problem('routeUnusable', { facts: { reason: 'unsupported' } })
  return transferCall(chainId, inputToken, lowerHex(address), BigInt(amount))
}

function depositReviewed(
  input: RouteInput,
  request: ResolvedQuoteRequest,
  route: DepositRoute,
): ReviewedTerms {
  const { quote } = input
  const list = listFees(quote, route)
  if (route.output !== null) return reviewedTermsOf(input, request, route, route.output, list)
  const token = findOtherToken(quote, request) ?? input.outputToken ?? null
  if (token === null) throw new Problem('routeUnusable', { facts: { reason: 'unsupported' } })
  const nothing = { amount: '0', effectiveAmount: null, minAmountOut: '0' }
  const output = { ...nothing, token, priceInUsd: null, valueInUsd: null, effectiveInUsd: null }
  return reviewedTermsOf(input, request, route, output, list)
}
