import type { Hash } from 'viem'
import { requireListedTaker } from '../affiliates.ts'
import { type DepositOffer, newRequest, type Request } from '../book.ts'
import { Refusal, type Reply, success } from '../envelope.ts'
import { Query } from '../query.ts'
import type { Call, ServiceParts } from '../service-parts.ts'
import { echoRecord, statusRecord } from '../status-record.ts'

/** GET direct-route/status (interface 4.9, a scaffold there too): 200 with the query as its answer. */
export function directRouteStatus(_desk: ServiceParts, { params }: Call): Reply {
  const query = new Query(params)
  return success({ quoteId: query.required('quoteId'), txHash: query.hash('txHash') })
}

/**
 * GET status (interface 4.6, wire-shapes 6) by `requestHash`, or by the source transaction's `txHash`. Manual
 * swaps within one chain are not tracked. A deposit is known by its request hash alone.
 */
export function status(parts: ServiceParts, { params, affiliate }: Call): Reply {
  const query = new Query(params)
  const requestHash = query.hash('requestHash')
  const hash = requestHash ?? query.hash('txHash')
  if (!hash) throw new Refusal(400, 'requestHash or txHash is required')
  const found = requestHash ? byRequestHash(parts, requestHash) : byTransaction(parts, hash)
  if (found) requireListedTaker(parts.serviceSettings.affiliates, affiliate, found.offer.request.fee)
  if (parts.serviceSettings.shape === 'interface') return success(found ? statusRecord(parts, found) : null)
  return success([found ? statusRecord(parts, found) : echoRecord(parts, hash)])
}

function byRequestHash({ book }: ServiceParts, hash: Hash): Request | null {
  const request = book.requests.get(hash)
  if (request) return request.offer.way === 'manual' ? null : request
  const offer = book.deposits.get(hash)
  return offer ? awaited(offer) : null
}

function byTransaction({ book }: ServiceParts, hash: Hash): Request | null {
  const found = [...book.requests.values()].find(
    ({ offer, originTxHash, extractTxHash }) =>
      offer.way !== 'deposit' && (originTxHash === hash || extractTxHash === hash),
  )
  if (found?.offer.way !== 'manual') return found ?? null
  return found.offer.input.chainId === found.offer.output.chainId ? null : found
}

/** A deposit address without a payment: pending until it expires. */
function awaited(offer: DepositOffer): Request {
  const user = offer.request.sender ?? offer.request.deposit.refundAddress ?? offer.address
  const request = newRequest({
    ...{ hash: offer.requestHash, offer, user, signature: null, outcome: 'settle' },
    orderMs: offer.quotedMs,
  })
  if (Date.now() >= offer.expirySeconds * 1000) request.code = 5
  return request
}
