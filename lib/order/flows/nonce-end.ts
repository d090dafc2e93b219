import type { NonceEnd } from '../../chain/chain-port.ts'
import { type Quorum, requireTwoHosts } from '../../chain/quorum.ts'
import { nullIfUnreachable } from '../../chain/rpc.ts'
import { walletQuoteRequest } from '../../service/quote-request.ts'
import type { FlowPorts } from '../flow-ports.ts'
import type { SignedOrder } from '../order.ts'
import { originConfig } from '../wallet-request.ts'

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
  const head = order.heads.find(({ chainId }) => chainId === order.reviewed.request.originChainId)
  if (order.cancelling !== undefined || head === undefined) return false
  const since = { sinceBlock: head.blockNumber, isTooLate: false }
  const read = await nullIfUnreachable(readNonceEnd(order, since, ports))
  const { confirmations } = originConfig(ports.deployment, order)
  const ended = read === null ? null : requireTwoHosts(read)
  return ended?.end === 'cancelled' && ended.confirmations >= confirmations
}
