import { decodeAbiParameters, encodeAbiParameters } from 'viem'
import type { Json, JsonObject } from '../../lib/base/json.ts'
import { requestHashOf } from '../../lib/checks/typed-data.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { deployment } from '../harness/chains.ts'
import { kindOf, tuple } from './judge-request.ts'
import { readPath, type Wire, writePath } from './wire.ts'

export const attacker = `0x${'66'.repeat(20)}` as const

/** Gives a route the hash of its changed request, so that the hash check finds nothing. */
export function rehash(route: unknown, request: QuoteRequest, witness: unknown): void {
  try {
    writePath(route, 'requestHash', requestHashOf(deployment.types[kindOf(request)], witness as Json))
  } catch {
    // A request that cannot be hashed keeps its old hash.
  }
}

/** In the typed data or in the calldata for the inbox. Updates everything that derives from it. */
export function forgeRequest(
  quote: Wire,
  quoteRequest: QuoteRequest,
  change: (witness: Wire) => void,
  refundTo?: string,
): void {
  const route = readPath(quote, 'autoRoute')
  const signed = readPath(route, 'signTypedData.values.witness')
  if (typeof signed === 'object' && signed !== null) {
    change(signed as Wire)
    rehash(route, quoteRequest, signed)
    return
  }
  const data = String(readPath(route, 'txData.data'))
  const parameters = [
    tuple(deployment.types[kindOf(quoteRequest)], 'Request', 'request'),
    { name: 'refundAddress', type: 'address' },
  ]
  const [request, refund] = decodeAbiParameters(parameters, `0x${data.slice(10)}`)
  const witness = plain(request) as JsonObject
  change(witness as unknown as Wire)
  const body = encodeAbiParameters(parameters, [witness, refundTo ?? refund])
  writePath(route, 'txData.data', `${data.slice(0, 10)}${body.slice(2)}`)
  rehash(route, quoteRequest, witness)
}

function plain(value: unknown): Json {
  if (typeof value === 'bigint' || typeof value === 'number') return String(value)
  if (typeof value === 'string') return value.toLowerCase()
  return Object.fromEntries(Object.entries(Object(value)).map(([name, one]) => [name, plain(one)]))
}

export function setLeastOutput(
  quote: Wire,
  quoteRequest: QuoteRequest,
  least: string,
  more: { amount?: string; effective?: string } = {},
) {
  writePath(quote, 'autoRoute.output.minAmountOut', least)
  if (more.amount !== undefined) writePath(quote, 'autoRoute.output.amount', more.amount)
  if (more.effective !== undefined) writePath(quote, 'autoRoute.output.effectiveAmount', more.effective)
  forgeRequest(quote, quoteRequest, (witness) => writePath(witness, 'basicReq.minOutputAmount', least))
}
