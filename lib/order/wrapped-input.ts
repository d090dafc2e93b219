import { isSameHex } from '../base/hex.ts'
import { member } from '../checks/check-report.ts'
import { readRequest } from '../checks/swap-request.ts'
import { chainConfig, getWrappedToken, type WrappedToken } from '../deployment/deployment.ts'
import type { Deployment } from '../deployment/schema.ts'
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
