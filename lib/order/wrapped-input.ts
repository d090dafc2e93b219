import { isAddress, isSameHex } from '../base/hex.ts'
import { member } from '../checks/check-report.ts'
import { readRequest } from '../checks/swap-request.ts'
import { chainConfig, getWrappedToken, requestInputs, type WrappedToken } from '../deployment/deployment.ts'
import type { Deployment } from '../deployment/schema.ts'
import type { StatusResponse } from '../service/status.ts'
import type { Order } from './order.ts'

/**
 * Returns the token into which the inbox wrapped the order's native currency, and which the inbox may pay
 * back. Null if the request names the native currency, or if no native currency was paid.
 */
export function wrappedInput(
  { kind, terms, reviewed: { request, inputToken } }: Order,
  deployment: Deployment,
): WrappedToken | null {
  const config = chainConfig(deployment, request.originChainId)
  const wrapped = config === null ? null : getWrappedToken(config, inputToken.symbol)
  if (kind !== 'native' || wrapped === null) return null
  const named = member(member(readRequest(terms, deployment), 'basicReq'), 'inputToken')
  return typeof named === 'string' && isSameHex(named, wrapped.address) ? wrapped : null
}

/**
 * The status of a native swap through the inbox may name the wrapped token, as its request does (wire shapes 16.2). Returns such
 * a status with the token that the account pays.
 */
export function withPaidToken(
  status: StatusResponse,
  { kind, reviewed: { request } }: Order,
  deployment: Deployment,
): StatusResponse {
  // To a deposit address, the wrapped token is a wrong one.
  if (kind !== 'native') return status
  const chain = chainConfig(deployment, request.originChainId)
  if (status.kind === 'notIndexed' || chain === null || !isAddress(request.inputToken)) return status
  const { inputToken } = status.record
  const isPaid = requestInputs(chain, request.inputToken).some((token) => isSameHex(token, inputToken))
  return isPaid ? { ...status, record: { ...status.record, inputToken: request.inputToken } } : status
}
