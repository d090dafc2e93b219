import { Problem } from '../base/problem.ts'
import type { NonceEnd, NonceEvidence } from '../chain/chain-views.ts'
import { minSources, secondsReachedByTwo } from '../chain/evidence.ts'
import { acceptAnyHost, countBackingHosts, type Quorum, requireTwoHosts } from '../chain/quorum.ts'
import { nullIfUnreachable } from '../chain/rpc.ts'
import { walletQuoteRequest } from '../service/quote-request.ts'
import type { EventOf, Task } from './event.ts'
import type { FlowPorts } from './flow-ports.ts'
import type { Order, SignedOrder } from './order.ts'
import { reviewBlockOf } from './order-facts.ts'
import { originConfig } from './wallet-request.ts'

export const readNonce: Task = { name: 'readNonce', isRead: true, run: nonceEvidence }

/** Returns the evidence that a signature has expired or was used (R3). */
export async function nonceEvidence(order: Order, ports: FlowPorts): Promise<EventOf<'nonceRead'>> {
  const read = await readPermitNonce(order, ports)
  const seen = acceptAnyHost(read)
  if (seen === null) throw new Problem('rpcUnreachable')
  const isCancelled = order.kind === 'signed' && seen.used && (await isCancelledElsewhere(order, ports))
  // `hasEnoughSources` decides whether the number of hosts is sufficient.
  return {
    kind: 'nonceRead',
    ...seen,
    sources: countBackingHosts(read),
    ...(isCancelled ? { isCancelled } : {}),
  }
}

export function readPermitNonce(
  { reviewed, terms }: Order,
  { chain }: FlowPorts,
): Promise<Quorum<NonceEvidence>> {
  const { originChainId, userAddress } = walletQuoteRequest(reviewed.request)
  return chain.nonceEvidence(originChainId, userAddress, BigInt(terms.permitNonce ?? '0'))
}

/** Two hosts must show it. If all endpoints in use are on one host, it is enough (R3): a lie costs at most a swap that fails. */
export async function isVerifiedUsed(order: SignedOrder, ports: FlowPorts): Promise<boolean> {
  const read = await readPermitNonce(order, ports)
  const seen = acceptAnyHost(read)
  return seen?.used === true && (seen.hasTooFewHosts === true || requireTwoHosts(read) !== null)
}

/** Two hosts must show it: one of them may be wrong while the other is silent. With `byAny`, one is enough. */
export async function isPermitDeadlinePassed(
  { reviewed, terms }: SignedOrder,
  { chain }: FlowPorts,
  byAny = false,
): Promise<boolean> {
  const blockSeconds = await chain.latestBlockSeconds(reviewed.request.originChainId)
  const isEnough = byAny || blockSeconds.length >= minSources
  return isEnough && secondsReachedByTwo(blockSeconds) > terms.permitDeadlineSeconds
}

export async function readNonceEnd(
  { terms, reviewed }: SignedOrder,
  cancelling: NonNullable<SignedOrder['cancelling']>,
  ports: FlowPorts,
): Promise<Quorum<NonceEnd>> {
  const { originChainId, userAddress, inputToken } = walletQuoteRequest(reviewed.request)
  const since = BigInt(cancelling.sinceBlock)
  return ports.chain.nonceEnd(originChainId, userAddress, BigInt(terms.permitNonce), inputToken, since)
}

/** Since the review, from another browser or tool. False if no endpoint returns events. */
export async function isCancelledElsewhere(order: SignedOrder, ports: FlowPorts): Promise<boolean> {
  const sinceBlock = reviewBlockOf(order, order.reviewed.request.originChainId)
  if (order.cancelling !== undefined || sinceBlock === null) return false
  const since = { sinceBlock: sinceBlock.toString(), isTooLate: false }
  const read = await nullIfUnreachable(readNonceEnd(order, since, ports))
  const { confirmations } = originConfig(ports.deployment, order)
  const ended = read === null ? null : requireTwoHosts(read)
  return ended?.end === 'cancelled' && ended.confirmations >= confirmations
}
