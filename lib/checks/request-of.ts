import type { Json } from '../base/json.ts'
import type { Deployment } from '../deployment/deployment.ts'
import type { OrderTerms } from '../order/order.ts'
import { decodeCreateRequest } from './create-request.ts'

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
