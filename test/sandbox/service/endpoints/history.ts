import { type DepositOffer, type Quoted, type Request, statusNames } from '../book.ts'
import { type Reply, success } from '../envelope.ts'
import { intermediateSwapItem } from '../intermediate-swap.ts'
import { Query } from '../query.ts'
import type { Call, ServiceParts } from '../service-parts.ts'
import { inputItem, outputItem, requestKind } from '../status-record.ts'
import { wireAddress } from '../wire-token.ts'

/** GET history (interface 4.8): the newest first, in pages that start at 1. */
export function history(parts: ServiceParts, { params }: Call): Reply {
  const query = new Query(params)
  const pageNumber = query.count('pageNumber', 1_000_000) ?? 1
  const pageSize = query.count('pageSize', 100) ?? 10
  const all = parts.book.history(query.address('sender'))
  const page = all.slice((pageNumber - 1) * pageSize, pageNumber * pageSize)
  return success({ data: page.map((request) => item(parts, request)), pageNumber, pageSize })
}

function item(parts: ServiceParts, request: Request<Quoted | DepositOffer>) {
  const { offer, code } = request
  const { shape } = parts.serviceSettings
  const intermediateSwap = offer.way === 'auto' ? offer.intermediateSwap : null
  const plain = {
    requestType: requestKind(offer),
    requestHash: request.hash,
    status: statusNames[code],
    statusCode: code,
    sourceTransactionHash: request.originTxHash,
    destinationTransactionHash: request.destinationTxHash,
    input: [{ ...inputItem(parts, request), chainId: offer.input.chainId }],
    intermediaryToken: intermediateSwap === null ? null : [intermediateSwapItem(parts, intermediateSwap)],
    output: [outputItem(parts, request)],
    sender: wireAddress(request.user, shape),
    recipient: wireAddress(offer.request.receiver, shape),
    orderTimestamp: new Date(request.orderMs).toISOString(),
    srcTimestamp: request.originSeconds,
    destTimestamp: request.destinationSeconds,
  }
  if (shape === 'interface')
    return {
      ...plain,
      sourceTransactionHash: plain.sourceTransactionHash ?? '',
      destinationTransactionHash: plain.destinationTransactionHash ?? '',
      srcTimestamp: plain.srcTimestamp ?? 0,
      destTimestamp: plain.destTimestamp ?? 0,
    }
  return {
    ...plain,
    routeDetails: { name: 'exchange-protocol', logoURI: `${parts.baseUrl}/logos/protocol.png` },
    refund: request.refundTxHash && { chainId: request.refundChainId, txHash: request.refundTxHash },
  }
}
