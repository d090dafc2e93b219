import { type AbiParameter, decodeAbiParameters, encodeAbiParameters, toFunctionSelector } from 'viem'
import type { Address, Hex } from '../base/hex.ts'
import type { Json, JsonObject } from '../base/json.ts'
import type { Deployment, RequestType, TypeMap } from '../deployment/deployment.ts'
import type { OrderTerms } from '../order/order.ts'
import { mostPayloadBytes } from '../service/quote-request.ts'

/** Selectors of the inbox's `createRequest` (wire shapes 11). */
export const createRequestSelectors: { readonly [kind in RequestType]: Hex } = {
  SINGLE_OUTPUT_REQUEST: '0x4cdfec6e',
  SWAP_REQUEST: '0x7d9ead2b',
}

/** The largest call on the receiver, and four times what a request without one takes. */
const longestData = 2 + 2 * (mostPayloadBytes + 4_096)

/** What a call of `createRequest` says. */
export interface CreateRequest {
  /** The request struct in the form of a witness: amounts as digit strings, addresses in lower case. */
  readonly witness: JsonObject
  readonly refundAddress: Address
}

/**
 * Reads the calldata of `createRequest(Request, address)`, whose struct is the pinned `Request`. Null unless the selector
 * is that of the kind and the bytes are exactly those that encoding the result again gives.
 *
 * @example decodeCreateRequest('SWAP_REQUEST', deployment.types.SWAP_REQUEST, '0x') // null
 */
export function decodeCreateRequest(kind: RequestType, pinned: TypeMap, data: Hex): CreateRequest | null {
  const parameters: readonly AbiParameter[] = [
    tupleOf(pinned, 'Request', 'request'),
    { name: 'refundAddress', type: 'address' },
  ]
  const selector = createRequestSelectors[kind]
  if (data.length > longestData || !data.toLowerCase().startsWith(selector)) return null
  if (
    toFunctionSelector({
      type: 'function',
      name: 'createRequest',
      inputs: parameters,
      outputs: [],
      stateMutability: 'payable',
    }) !== selector
  )
    return null
  const body: Hex = `0x${data.slice(10).toLowerCase()}`
  const values = decoded(parameters, body)
  if (values === null || encodeAbiParameters(parameters, values) !== body) return null
  const [request, refundAddress] = values
  return {
    witness: plain(request) as JsonObject,
    refundAddress: String(refundAddress).toLowerCase() as Address,
  }
}

function decoded(parameters: readonly AbiParameter[], body: Hex): readonly unknown[] | null {
  try {
    return decodeAbiParameters(parameters, body)
  } catch {
    // Any bytes may come; those that do not decode are no request.
    return null
  }
}

/**
 * Returns a struct of the pinned types as an ABI tuple.
 *
 * @example tupleOf(types, 'Request', 'request') // { name: 'request', type: 'tuple', components: […] }
 */
export function tupleOf(types: TypeMap, typeName: string, name: string): AbiParameter {
  const components = (types[typeName] ?? []).map((member) =>
    types[member.type] === undefined
      ? { name: member.name, type: member.type }
      : tupleOf(types, member.type, member.name),
  )
  return { name, type: 'tuple', components }
}

function plain(value: unknown): Json {
  if (typeof value === 'bigint' || typeof value === 'number') return String(value)
  if (typeof value === 'string') return value.toLowerCase()
  return Object.fromEntries(Object.entries(Object(value)).map(([name, one]) => [name, plain(one)]))
}

/**
 * Reads the request struct that a deal signs, or that lies in its inbox calldata; null where it has none.
 *
 * @example requestOf(terms, deployment) // the struct, or null for a manual route
 */
export function requestOf(
  { requestType, signTypedData, txData }: Pick<OrderTerms, 'requestType' | 'signTypedData' | 'txData'>,
  { types }: Pick<Deployment, 'types'>,
): Json | null {
  if (signTypedData !== null) return signTypedData.values.witness ?? null
  if (requestType === null || txData === null) return null
  return decodeCreateRequest(requestType, types[requestType], txData.data)?.witness ?? null
}
