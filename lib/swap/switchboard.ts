import { canonicalUint, member } from './canonical.ts'
import { decodeCreateRequest } from './create-request.ts'
import type { Deployment, DeploymentChain } from './deployment.ts'
import type { AutoRoute } from './quote.ts'

/** Whether a request that starts on a chain may name this switchboard: any uint32 where the deployment file pins none. */
export function isSwitchboard({ switchboardIds }: DeploymentChain, value: unknown): boolean {
  const id = canonicalUint(value, 32)
  return id !== null && (switchboardIds?.includes(Number(id)) ?? true)
}

/** The switchboard that a checked route names and nobody pinned, as digits; null where it is pinned or there is none. */
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
  const sent = userOp === 'tx' && txData !== null ? txData.data : null
  const witness =
    sent === null
      ? signTypedData?.values.witness
      : decodeCreateRequest(requestType, types[requestType], sent)?.witness
  const id = canonicalUint(member(member(witness, 'basicReq'), 'switchboardId'), 32)
  return id === null ? null : String(id)
}
