import { decodeAbiParameters, encodeAbiParameters } from 'viem'
import type { Json, JsonObject } from '../../lib/base/json.ts'
import { requestHashOf } from '../../lib/checks/typed-data.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { deployment } from '../harness/chains.ts'
import { kindOf, tuple } from './judge-request.ts'
import { at, put, type Wire } from './wire.ts'

/** An account that the person does not know. */
export const attacker = `0x${'66'.repeat(20)}` as const

/** Gives a route the hash of its changed request, so that the hash check finds nothing. */
export function rehash(route: unknown, ask: QuoteRequest, witness: unknown): void {
  try {
    put(route, 'requestHash', requestHashOf(deployment.types[kindOf(ask)], witness as Json))
  } catch {
    // A request that cannot be hashed keeps its old hash.
  }
}

/**
 * Changes the request of the automatic route in the typed data or in the calldata for the inbox. Updates
 * everything that derives from it.
 */
export function forge(
  quote: Wire,
  ask: QuoteRequest,
  change: (witness: Wire) => void,
  refundTo?: string,
): void {
  const route = at(quote, 'autoRoute')
  const signed = at(route, 'signTypedData.values.witness')
  if (typeof signed === 'object' && signed !== null) {
    change(signed as Wire)
    rehash(route, ask, signed)
    return
  }
  const data = String(at(route, 'txData.data'))
  const parameters = [
    tuple(deployment.types[kindOf(ask)], 'Request', 'request'),
    { name: 'refundAddress', type: 'address' },
  ]
  const [request, refund] = decodeAbiParameters(parameters, `0x${data.slice(10)}`)
  const witness = plain(request) as JsonObject
  change(witness as unknown as Wire)
  const body = encodeAbiParameters(parameters, [witness, refundTo ?? refund])
  put(route, 'txData.data', `${data.slice(0, 10)}${body.slice(2)}`)
  rehash(route, ask, witness)
}

function plain(value: unknown): Json {
  if (typeof value === 'bigint' || typeof value === 'number') return String(value)
  if (typeof value === 'string') return value.toLowerCase()
  return Object.fromEntries(Object.entries(Object(value)).map(([name, one]) => [name, plain(one)]))
}

/** Sets the least output of the automatic route in its promise and its request. */
export function promise(
  quote: Wire,
  ask: QuoteRequest,
  least: string,
  more: { amount?: string; effective?: string } = {},
) {
  put(quote, 'autoRoute.output.minAmountOut', least)
  if (more.amount !== undefined) put(quote, 'autoRoute.output.amount', more.amount)
  if (more.effective !== undefined) put(quote, 'autoRoute.output.effectiveAmount', more.effective)
  forge(quote, ask, (witness) => put(witness, 'basicReq.minOutputAmount', least))
}
