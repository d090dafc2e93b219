import type { Deployment, DeploymentChain } from '../deployment/deployment.ts'
import type { AutoRoute } from '../service/quote-result.ts'
import { canonicalUint, member } from './canonical.ts'
import { requestOf } from './request-of.ts'

/**
 * Tells whether a request that starts on a chain may name this switchboard: any uint32 where the deployment file pins
 * none.
 *
 * @example isSwitchboard({ ...chain, switchboardIds: [1] }, '2') // false
 */
export function isSwitchboard({ switchboardIds }: DeploymentChain, value: unknown): boolean {
  const id = canonicalUint(value, 32)
  return id !== null && (switchboardIds?.includes(Number(id)) ?? true)
}

/**
 * Returns the switchboard that a checked route names and nobody pinned, as digits; null where it is pinned or there is
 * none.
 *
 * @example unknownSwitchboard(route, chain, deployment) // '7' where nobody named it, else null
 */
export function unknownSwitchboard(
  {
    signTypedData,
    txData,
    requestType,
    userOp,
  }: Pick<AutoRoute, 'signTypedData' | 'txData' | 'requestType' | 'userOp'>,
  chain: DeploymentChain,
  { types }: Pick<Deployment, 'types'>,
): string | null {
  if (chain.switchboardIds !== undefined || requestType === 'SWAP_REQUEST') return null
  const isSent = userOp === 'tx'
  const parts = {
    requestType,
    signTypedData: isSent ? null : signTypedData,
    txData: isSent ? txData : null,
  }
  const request = requestOf(parts, { types }) ?? undefined
  const id = canonicalUint(member(member(request, 'basicReq'), 'switchboardId'), 32)
  return id === null ? null : String(id)
}
