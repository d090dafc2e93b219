import { type Address, type AddressFormat, isAddress, isHash } from '../base/hex.ts'
import type { JsonObject } from '../base/json.ts'
import { fieldsOf } from '../base/object.ts'
import { Problem } from '../base/problem.ts'
import { decode } from '../base/shapes.ts'
import type { Deployment } from '../deployment/schema.ts'
import { checkQuoteRequest, evmAddressOptions } from './check-quote-request.ts'
import { destinationFormatOf, originFormatOf, type QuoteRequest } from './quote-request.ts'
import type { QuoteOptions } from './quote-request-shape.ts'
import { decodeQuote } from './quote-shape.ts'
import { type BuiltTransaction, builtShape } from './route.ts'
import { requestsDeposit } from './swap-methods.ts'
import { type CallOptions, call, type Send, type ServiceResponse } from './transport.ts'

/** A quote as the service sent it. It is stored like this, and decoded with `decodeQuote` each time it is used. */
export type RawQuote = JsonObject

/**
 * Requests a quote (interface 4.4), valid for about 60 s, with the deployment's operator fee if there is one. Returns
 * it as received, after `decodeQuote` has accepted it. Rejects with the problems of `checkQuoteRequest` before
 * anything is sent, and with `addressInvalid` if a chain that is not EVM has no receiver.
 */
export function quote(send: Send, deployment: Pick<Deployment, 'fee' | 'chains' | 'service'>) {
  const { fee, chains, service } = deployment
  return async (request: QuoteRequest, options: CallOptions): Promise<ServiceResponse<RawQuote>> => {
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
      (result) => {
        decodeQuote(result, request, chains)
        return result as RawQuote
      },
    )
  }
}

/**
 * Requests the transaction of a chosen manual route (interface 4.7): `to`, `data`, `value` in the smallest unit of the
 * native currency, and the proposed approval. All of it is checked before the wallet gets it. Rejects with
 * `serviceRefused` if the quote expired or cannot be built.
 */
export function buildTx(send: Send) {
  return (quoteId: string): Promise<ServiceResponse<BuiltTransaction>> =>
    call(
      send,
      {
        priority: 'quote',
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
 * `walletNotConnected` without an indicative address, and `addressInvalid` if a chain that is not EVM has no receiver
 * in its own address format.
 */
function quoteQuery(request: QuoteRequest, fee: Deployment['fee'], indicative: Address | null): QuoteQuery {
  const receiver = request.receiverAddress ?? request.userAddress ?? indicative
  if (receiver === null) throw new Problem('walletNotConnected')
  const form = destinationFormatOf(request)
  // For an unknown format, an EVM address may be right if the user named it.
  const isNamed = form === 'unknown' && request.receiverAddress !== null
  if (form !== 'evm' && isAddress(receiver) && !isNamed) {
    throw new Problem('addressInvalid', { facts: { reason: 'form' } })
  }
  const user =
    request.userAddress ??
    (requestsDeposit(request) ? null : findPlaceholderAddress(request, receiver, indicative))
  return {
    ...optionsQuery(request.options ?? {}, originFormatOf(request)),
    originChainId: String(request.originChainId),
    destinationChainId: String(request.destinationChainId),
    inputToken: lowerCaseIfEvm(request.inputToken),
    outputToken: lowerCaseIfEvm(request.outputToken),
    inputAmount: request.inputAmount,
    userAddress: user === null ? null : lowerCaseIfEvm(user),
    receiverAddress: form === 'evm' ? lowerCaseIfEvm(receiver) : receiver,
    slippage: request.slippagePercent,
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

/** Flags become `true` or `false`, and lists are joined by commas. */
function optionsQuery(options: QuoteOptions, originFormat: AddressFormat): QuoteQuery {
  const evmNames: readonly string[] =
    originFormat === 'evm' ? [...evmAddressOptions, 'refundAddress'] : evmAddressOptions
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => {
      const text = String(value)
      return [name, evmNames.includes(name) ? lowerCaseIfEvm(text) : text]
    }),
  )
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
 * failure; the order flow handles it. Sending the same bytes again is safe, also after `serviceRefused`.
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

/** Accepts any success. Without our hash in it, the order flow polls the service for the status (R12). */
function decodeSubmitted(result: unknown): Submitted {
  const { requestHash, hash } = fieldsOf(Array.isArray(result) ? result[0] : result)
  const found = [requestHash, hash].find(isHash)
  return { requestHash: found?.toLowerCase() ?? null }
}
