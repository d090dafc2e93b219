import * as v from 'valibot'
import { type Address, type AddressFormat, isAddress, isHash, isSameHex, nativeAddress } from '../base/hex.ts'
import { Problem } from '../base/problem.ts'
import { decode } from '../base/shapes.ts'
import type { Deployment, DeploymentChain } from '../deployment/schema.ts'
import { checkQuoteRequest } from './check-quote-request.ts'
import { destinationFormatOf, originFormatOf, type QuoteRequest, requestsDeposit } from './quote-request.ts'
import type { QuoteOptions } from './quote-request-shape.ts'
import { type Quote, quoteShape, requireReadableRoute, type UnreadRoute } from './quote-shape.ts'
import { type AutoRoute, type BuiltTransaction, builtShape, type ManualRoute } from './route.ts'
import { type CallOptions, call, type Send, type ServiceResponse } from './transport.ts'

/**
 * Requests a quote (interface 4.4), valid for about 60 s, with the deployment's operator fee if there is one. Amounts
 * are digit strings in the smallest unit, values are dollars as decimal text, slippage is percent, times are seconds.
 *
 * No route is not an error: `autoRoute` is null and the lists are empty. Unreadable routes are in `unread`. If all
 * routes are unreadable, rejects with `serviceBadShape` for the first. Rejects with the problems of `checkQuoteRequest`
 * before anything is sent, and with `receiverInvalid` if a chain that is not EVM has no receiver.
 */
export function quote(send: Send, deployment: Pick<Deployment, 'fee' | 'chains' | 'service'>) {
  const { fee, chains, service } = deployment
  return async (request: QuoteRequest, options: CallOptions): Promise<ServiceResponse<Quote>> => {
    const origin = chains.find(({ chainId }) => chainId === request.originChainId)
    checkQuoteRequest(request, { fee, wrappedNative: origin?.wrappedNative ?? null })
    return call(
      send,
      {
        ...options,
        path: '/api/v1/exchange/quote',
        query: quoteQuery(request, fee, service.indicativeAddress ?? null),
        timeoutMs: 10_000,
        maxBytes: 2_000_000,
      },
      (result) => replaceWrappedToken(decodeQuote(result, request), request, origin),
    )
  }
}

/**
 * Moves routes to `unread` if they lack data for signing or sending (in a quote with an account), or the requested
 * refuel.
 */
function decodeQuote(result: unknown, request: QuoteRequest): Quote {
  if (hasNoRoute(result)) return createEmptyQuote(request)
  const decoded = decode(quoteShape, result, 'quote')
  const unread: UnreadRoute[] = [...decoded.unread]
  function isComplete(kind: UnreadRoute['kind'], place: string, route: AutoRoute | ManualRoute): boolean {
    const missing = findMissingData(route, request)
    if (missing === null) return true
    const name = route.routeDetails.name
    unread.push({ kind, name, path: `$.${place}.${missing}`, expected: expectedData[missing] })
    return false
  }
  const autos = decoded.autoRoute === null ? [] : [decoded.autoRoute, ...decoded.autoRoutes]
  const [autoRoute = null, ...autoRoutes] = autos.filter((route, at) =>
    isComplete('auto', at === 0 ? 'autoRoute' : 'autoRoutes', route),
  )
  const manualRoutes = decoded.manualRoutes.filter((route) => isComplete('manual', 'manualRoutes', route))
  const quote = { ...decoded, autoRoute, autoRoutes, manualRoutes, unread }
  requireReadableRoute(quote, request)
  return quote
}

/**
 * Some services name the native currency by its wrapped token, as their requests do (wire shapes 16.2). Returns such a
 * quote with the native currency from the deployment file. Any other token stays, and the checks refuse it.
 */
function replaceWrappedToken(
  quote: Quote,
  request: QuoteRequest,
  origin: DeploymentChain | undefined,
): Quote {
  const { token } = quote.input
  if (origin?.wrappedNative === undefined || origin.currency === undefined) return quote
  const isForCoin = isSameHex(request.inputToken, nativeAddress) && token.chainId === origin.chainId
  if (!isForCoin || !isSameHex(token.address, origin.wrappedNative)) return quote
  const coin = {
    chainId: token.chainId,
    address: nativeAddress,
    ...origin.currency,
    decimals: token.decimals,
  }
  return { ...quote, input: { ...quote.input, token: { ...coin, logoURI: null, isVerified: false } } }
}

const routeFields = ['autoRoute', 'autoRoutes', 'manualRoutes', 'depositRoute', 'deposit'] as const

/** A quote without a route is no error, even if other fields are missing (wire shapes 1). */
function hasNoRoute(result: unknown): boolean {
  if (typeof result !== 'object' || result === null) return false
  const quote = result as { readonly [name: string]: unknown }
  const isEmpty = (value: unknown) =>
    value == null || value === '' || (Array.isArray(value) && value.length === 0)
  return (
    typeof quote.originChainId === 'number' &&
    typeof quote.destinationChainId === 'number' &&
    routeFields.every((name) => isEmpty(quote[name]))
  )
}

function createEmptyQuote(request: QuoteRequest): Quote {
  const { originChainId, destinationChainId, userAddress, receiverAddress, inputToken, inputAmount } = request
  const token = {
    ...{ chainId: originChainId, address: inputToken, name: '', symbol: '', decimals: 0 },
    ...{ logoURI: null, isVerified: false },
  }
  return {
    ...{ originChainId, destinationChainId, userAddress, receiverAddress },
    input: { token, amount: inputAmount, priceInUsd: null, valueInUsd: null },
    destinationExec: null,
    ...{ autoRoute: null, autoRoutes: [], manualRoutes: [], deposit: null, unread: [] },
  }
}

const expectedData = {
  signTypedData: 'typed data to sign',
  txData: 'a transaction to send',
  refuel: 'what comes along, with its amounts',
} as const

function findMissingData(
  route: AutoRoute | ManualRoute,
  request: QuoteRequest,
): keyof typeof expectedData | null {
  if (route.isRefuelUnread && request.options?.refuel === true) return 'refuel'
  if (!('userOp' in route) || request.userAddress === null) return null
  if (route.userOp === 'sign') return route.signTypedData === null ? 'signTypedData' : null
  return route.txData === null && !route.isForeign ? 'txData' : null
}

/**
 * Requests the transaction of a chosen manual route (interface 4.7): `to`, `data`, `value` in the smallest unit of the
 * native currency, and the proposed approval. All of it is checked before the wallet gets it. Rejects with
 * `serviceRefused` if the quote expired or cannot be built.
 */
export function buildTx(send: Send) {
  return (quoteId: string, options: CallOptions): Promise<ServiceResponse<BuiltTransaction>> =>
    call(
      send,
      {
        ...options,
        path: '/api/v1/exchange/build-tx',
        query: { quoteId },
        timeoutMs: 10_000,
        maxBytes: 2_000_000,
      },
      (result) => decode(builtShape, result, 'build-tx'),
    )
}

type QuoteQuery = { readonly [name: string]: string | null }

/**
 * Returns the parameters of a quote (interface 4.4) as text. Without a wallet the operator's indicative address is
 * used, and the quote can never be confirmed. A deposit needs no account, so `userAddress` is left out. Throws
 * `walletNotConnected` without an indicative address, and `receiverInvalid` if a chain that is not EVM has no receiver
 * in its own address format.
 */
function quoteQuery(request: QuoteRequest, fee: Deployment['fee'], indicative: Address | null): QuoteQuery {
  const receiver = request.receiverAddress ?? request.userAddress ?? indicative
  if (receiver === null) throw new Problem('walletNotConnected')
  const form = destinationFormatOf(request)
  // For an unknown format, an EVM address may be right if the user named it.
  const isNamed = form === 'unknown' && request.receiverAddress !== null
  if (form !== 'evm' && isAddress(receiver) && !isNamed) {
    throw new Problem('receiverInvalid', { facts: { reason: 'form' } })
  }
  const user =
    request.userAddress ??
    (requestsDeposit(request) ? null : findPlaceholderAddress(request, receiver, indicative))
  return {
    originChainId: String(request.originChainId),
    destinationChainId: String(request.destinationChainId),
    inputToken: lowerCaseIfEvm(request.inputToken),
    outputToken: lowerCaseIfEvm(request.outputToken),
    inputAmount: request.inputAmount,
    userAddress: user === null ? null : lowerCaseIfEvm(user),
    receiverAddress: formatAddress(receiver, form),
    slippage: request.slippagePercent,
    ...optionsQuery(request.options ?? {}, originFormatOf(request)),
    ...(fee === null ? {} : { feeBps: fee.feeBps, feeTakerAddress: fee.feeTakerAddress }),
  }
}

function findPlaceholderAddress(
  request: QuoteRequest,
  receiver: string,
  indicative: Address | null,
): string | null {
  const { originChainId, destinationChainId } = request
  if (originFormatOf(request) === 'evm') {
    if (indicative === null) throw new Problem('walletNotConnected')
    return indicative
  }
  return originChainId === destinationChainId ? receiver : null
}

function optionsQuery(options: QuoteOptions, originFormat: AddressFormat): QuoteQuery {
  return {
    delegateAddress: addressText(options.delegateAddress),
    refuel: flagText(options.refuel),
    destinationPayload: options.destinationPayload ?? null,
    destinationGasLimit: options.destinationGasLimit ?? null,
    feeBps: options.feeBps ?? null,
    feeTakerAddress: addressText(options.feeTakerAddress),
    enableManual: flagText(options.enableManual),
    disableSwapping: flagText(options.disableSwapping),
    disableAuto: flagText(options.disableAuto),
    excludeBridges: listText(options.excludeBridges),
    includeBridges: listText(options.includeBridges),
    includeDexes: listText(options.includeDexes),
    excludeDexes: listText(options.excludeDexes),
    exclusiveTransmitter: addressText(options.exclusiveTransmitter),
    useInbox: flagText(options.useInbox),
    enableMultipleAutoRoutes: flagText(options.enableMultipleAutoRoutes),
    useDepositAddress: flagText(options.useDepositAddress),
    enableDepositAddress: flagText(options.enableDepositAddress),
    refundAddress:
      options.refundAddress === undefined ? null : formatAddress(options.refundAddress, originFormat),
    depositDestinationMemo: options.depositDestinationMemo ?? null,
    exchange: options.exchange ?? null,
    solanaSponsorAddress: options.solanaSponsorAddress ?? null,
  }
}

function flagText(flag: boolean | undefined): string | null {
  return flag === undefined ? null : String(flag)
}

function listText(ids: readonly string[] | undefined): string | null {
  return ids === undefined ? null : ids.join(',')
}

function addressText(address: string | undefined): string | null {
  return address === undefined ? null : lowerCaseIfEvm(address)
}

/** Only an EVM address may be changed to lower case. */
function formatAddress(address: string, form: AddressFormat): string {
  return form === 'evm' ? lowerCaseIfEvm(address) : address
}

/** Deployments refuse mixed case (wire shapes 2). In other address formats the case matters. */
function lowerCaseIfEvm(address: string): string {
  return isAddress(address) ? address.toLowerCase() : address
}

export interface Submitted {
  /** Lower case; null if the response names none. */
  readonly requestHash: string | null
}

/**
 * POSTs a signed request as these exact bytes (interface 4.5): `requestType`, `request`, `userSignature`, `quoteId`.
 * Success is a status of 200 or 201, with the hash in the result or in its first item. A success without a hash is no
 * failure; the order flow handles it. Sending the same bytes again is safe. `serviceRefused` is final.
 */
export function submitRequest(send: Send) {
  return (bodyText: string, options: CallOptions): Promise<ServiceResponse<Submitted>> =>
    call(
      send,
      {
        ...options,
        path: '/api/v1/exchange/submit',
        bodyText,
        timeoutMs: 20_000,
        maxBytes: 1_000_000,
        allowNull: true,
      },
      decodeSubmitted,
    )
}

const hashHolderShape = v.object({ requestHash: v.optional(v.unknown()), hash: v.optional(v.unknown()) })

/** Accepts any success. Without our hash in it, the order flow polls the service for the status (R12). */
function decodeSubmitted(result: unknown): Submitted {
  const outcome = v.safeParse(hashHolderShape, Array.isArray(result) ? result[0] : result)
  if (!outcome.success) return { requestHash: null }
  const { requestHash, hash } = outcome.output
  const found = [requestHash, hash].find(isHash)
  return { requestHash: found?.toLowerCase() ?? null }
}
