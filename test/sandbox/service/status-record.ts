import type { Hash } from 'viem'
import type { RequestKind } from '../chains/ledger.ts'
import { type Offer, type Request, type StatusCode, statusNames } from './book.ts'
import type { Desk } from './desk.ts'
import { usd } from './money.ts'
import { wireAddress, wireToken } from './wire-token.ts'

/** What the status endpoint says of a request, in the shape that is set. */
export function statusRecord(desk: Desk, request: Request): unknown {
  const { offer, code, price } = request
  if (desk.knobs.shape === 'interface')
    return { exchangeStatusCode: code, status: { destinationData: { txHash: request.destinationTxHash } } }
  const { ask, output } = offer
  const isIn = offer.way === 'auto' ? request.extractTxHash !== null : request.originTxHash !== null
  return {
    hash: request.hash,
    originData: {
      input: [inputItem(desk, request)],
      originChainId: ask.originChainId,
      txHash: request.originTxHash,
      status: legStatus(code, isIn),
      userAddress: wireAddress(request.user, 'observed'),
      timestamp: request.originSeconds ?? Math.floor(request.orderMs / 1000),
    },
    destinationData: {
      output: [
        {
          token: wireToken(output, 'observed', desk.baseUrl),
          amount: String(price.effectiveUnits),
          minAmountOut: String(price.minUnits),
          priceInUsd: Number(output.priceInUsd),
          valueInUsd: usd(price.effectiveUnits, output),
        },
      ],
      txHash: request.destinationTxHash,
      destinationChainId: ask.destinationChainId,
      receiverAddress: wireAddress(ask.receiver, 'observed'),
      status: legStatus(code, request.destinationTxHash !== null),
      timestamp: request.destinationSeconds,
    },
    routeDetails: routeOf(desk, offer),
    exchangeStatusCode: code,
    refund: request.refundTxHash && { chainId: request.refundChainId, txHash: request.refundTxHash },
  }
}

/** The record deployments give for a hash they do not know: PENDING, everything else null (wire-shapes 6). */
export function echoRecord(desk: Desk, hash: Hash): unknown {
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
    routeDetails: { name: 'exchange-protocol', logoURI: `${desk.baseUrl}/logos/protocol.png` },
    exchangeStatusCode: 0,
    refund: null,
  }
}

/** The input of a request as status, submit and history list it: what came, where money came. */
export function inputItem(desk: Desk, { brought: { token, units } }: Request) {
  return {
    token: wireToken(token, desk.knobs.shape, desk.baseUrl),
    amount: String(units),
    priceInUsd: Number(token.priceInUsd),
    valueInUsd: usd(units, token),
  }
}

/** The output of a request as submit and history list it. */
export function outputItem(desk: Desk, { offer: { output }, price, destinationTxHash }: Request) {
  return {
    token: wireToken(output, desk.knobs.shape, desk.baseUrl),
    minAmountOut: String(price.minUnits),
    fulfilledAmount: destinationTxHash ? String(price.effectiveUnits) : '0',
    chainId: output.chainId,
    minAmountOutInUsd: usd(price.minUnits, output),
    fulfilValueInUsd: destinationTxHash ? usd(price.effectiveUnits, output) : 0,
    priceInUsd: Number(output.priceInUsd),
  }
}

/** The request type of an offer: a deposit's request is made by the service itself. */
export function requestKind({ input, output }: Offer): RequestKind {
  return input.chainId === output.chainId ? 'SWAP_REQUEST' : 'SINGLE_OUTPUT_REQUEST'
}

/** A manual route is named by its bridge's id. */
function routeOf({ baseUrl }: Desk, offer: Offer) {
  if (offer.way === 'manual')
    return { name: offer.venue.id, logoURI: `${baseUrl}/logos/venue/${offer.venue.id}.png` }
  return { name: 'exchange-protocol', logoURI: `${baseUrl}/logos/protocol.png` }
}

function legStatus(code: StatusCode, done: boolean): string {
  if (done && code !== 7) return 'COMPLETED'
  return code >= 5 ? statusNames[code] : 'PENDING'
}
