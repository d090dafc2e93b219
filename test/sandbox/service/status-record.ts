import type { Hash } from 'viem'
import type { RequestKind } from '../chains/ledger.ts'
import { type Offer, type Request, type StatusCode, statusNames } from './book.ts'
import type { RoutedToken } from './listed-token.ts'
import { usd } from './money.ts'
import type { ServiceParts } from './service-parts.ts'
import { wireAddress, wireToken } from './wire-token.ts'

export function statusRecord(parts: ServiceParts, request: Request): unknown {
  const { offer, code, price } = request
  if (parts.serviceSettings.shape === 'interface')
    return { exchangeStatusCode: code, status: { destinationData: { txHash: request.destinationTxHash } } }
  const { request: params, output } = offer
  const isIn = offer.way === 'auto' ? request.extractTxHash !== null : request.originTxHash !== null
  return {
    hash: request.hash,
    originData: {
      input: [inputItem(parts, request)],
      originChainId: params.originChainId,
      txHash: request.originTxHash,
      status: legStatus(code, isIn),
      userAddress: wireAddress(request.user, 'observed'),
      timestamp: request.originSeconds ?? Math.floor(request.orderMs / 1000),
    },
    destinationData: {
      output: [
        {
          token: wireToken(output, 'observed', parts.baseUrl),
          // The relaying fee is taken from the amount, as in a quote.
          amount: String(price.amountUnits),
          effectiveAmount: String(price.effectiveUnits),
          minAmountOut: String(price.minUnits),
          priceInUsd: Number(output.priceInUsd),
          valueInUsd: usd(price.amountUnits, output),
          effectiveValueInUsd: usd(price.effectiveUnits, output),
        },
      ],
      txHash: request.destinationTxHash,
      destinationChainId: params.destinationChainId,
      receiverAddress: wireAddress(params.receiver, 'observed'),
      status: legStatus(code, request.destinationTxHash !== null),
      timestamp: request.destinationSeconds,
    },
    routeDetails: routeOf(parts, offer),
    exchangeStatusCode: code,
    refund: request.refundTxHash && { chainId: request.refundChainId, txHash: request.refundTxHash },
  }
}

/** The record that deployments return for an unknown hash: PENDING, everything else null (wire-shapes 6). */
export function echoRecord(parts: ServiceParts, hash: Hash): unknown {
  return {
    hash,
    originData: {
      ...{
        input: null,
        originChainId: null,
        txHash: null,
        status: 'PENDING',
        userAddress: null,
        timestamp: null,
      },
    },
    destinationData: {
      ...{ output: null, txHash: null, destinationChainId: null, receiverAddress: null },
      ...{ status: 'PENDING', timestamp: null },
    },
    routeDetails: { name: 'exchange-protocol', logoURI: `${parts.baseUrl}/logos/protocol.png` },
    exchangeStatusCode: 0,
    refund: null,
  }
}

/** An inbox request for native currency names the wrapped token, and so do its records (wire shapes 16.2). */
function reportedToken(
  { catalogue, serviceSettings }: ServiceParts,
  { brought, offer }: Request,
): RoutedToken {
  const { token } = brought
  const isWrapped =
    offer.way === 'auto' && token.kind === 'native' && serviceSettings.nativeForm === 'wrapped'
  const chain = isWrapped ? catalogue.liveChain(token.chainId) : null
  return (chain && catalogue.routedToken(token.chainId, chain.wrappedNative)) ?? token
}

/** The input of a request in status, submit and history: the arrived funds, if there are any. */
export function inputItem(parts: ServiceParts, request: Request) {
  const { units } = request.brought
  const token = reportedToken(parts, request)
  return {
    token: wireToken(token, parts.serviceSettings.shape, parts.baseUrl),
    amount: String(units),
    priceInUsd: Number(token.priceInUsd),
    valueInUsd: usd(units, token),
  }
}

export function outputItem(parts: ServiceParts, { offer: { output }, price, destinationTxHash }: Request) {
  return {
    token: wireToken(output, parts.serviceSettings.shape, parts.baseUrl),
    minAmountOut: String(price.minUnits),
    fulfilledAmount: destinationTxHash ? String(price.effectiveUnits) : '0',
    chainId: output.chainId,
    minAmountOutInUsd: usd(price.minUnits, output),
    fulfilValueInUsd: destinationTxHash ? usd(price.effectiveUnits, output) : 0,
    priceInUsd: Number(output.priceInUsd),
  }
}

/** The request type of an offer. For manual routes and deposits the service makes the request itself. */
export function requestKind(offer: Offer): RequestKind {
  if (offer.way === 'auto') return offer.kind
  const { input, output } = offer
  return input.chainId === output.chainId ? 'SWAP_REQUEST' : 'SINGLE_OUTPUT_REQUEST'
}

/** A manual route is named by its bridge's id. */
function routeOf({ baseUrl }: ServiceParts, offer: Offer) {
  if (offer.way === 'manual')
    return { name: offer.venue.id, logoURI: `${baseUrl}/logos/venue/${offer.venue.id}.png` }
  return { name: 'exchange-protocol', logoURI: `${baseUrl}/logos/protocol.png` }
}

function legStatus(code: StatusCode, done: boolean): string {
  if (done && code !== 7) return 'COMPLETED'
  return code >= 5 ? statusNames[code] : 'PENDING'
}
