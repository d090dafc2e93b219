import { type AbiParameter, encodeAbiParameters, toFunctionSelector } from 'viem'
import type { Address, Hex } from '../../base/hex.ts'
import { Problem } from '../../base/problem.ts'
import { decodeCreateRequest, tupleOf } from '../../checks/create-request.ts'
import type { Deployment } from '../../deployment/deployment.ts'
import type { Order } from '../order.ts'

/**
 * `withdrawFunds(Request)` of the inbox for an order that was sent to it: the very request of its calldata, encoded again
 * from the pinned types. Throws `internal` for an order of another way.
 */
export function withdrawCall(
  deployment: Pick<Deployment, 'types'>,
  order: Pick<Order, 'deal' | 'kind'>,
): { readonly to: Address; readonly data: Hex; readonly value: 0n } {
  const { requestType, txData } = order.deal
  const isInbox = order.kind === 'native' || order.kind === 'inbox'
  if (!isInbox || requestType === null || txData === null) throw nothingThere()
  const pinned = deployment.types[requestType]
  const call = decodeCreateRequest(requestType, pinned, txData.data)
  if (call === null) throw nothingThere()
  const inputs: readonly AbiParameter[] = [tupleOf(pinned, 'Request', 'request')]
  const selector = toFunctionSelector({
    type: 'function',
    name: 'withdrawFunds',
    inputs,
    outputs: [],
    stateMutability: 'nonpayable',
  })
  const body = encodeAbiParameters(inputs, [call.witness])
  return { to: txData.to, data: `${selector}${body.slice(2)}`, value: 0n }
}

/** Returns until when only the solver may take such funds out, Unix seconds: the request's deadline. */
export function inboxDeadlineSeconds(
  deployment: Pick<Deployment, 'types'>,
  { deal }: Pick<Order, 'deal'>,
): number | null {
  if (deal.requestType === null || deal.txData === null) return null
  const call = decodeCreateRequest(deal.requestType, deployment.types[deal.requestType], deal.txData.data)
  const basic = call?.witness.basicReq
  const deadline = typeof basic === 'object' && basic !== null && 'deadline' in basic ? basic.deadline : null
  return deadline === null ? null : Number(deadline)
}

function nothingThere(): Problem {
  return new Problem('internal', { facts: { what: 'nothing in the inbox' } })
}
