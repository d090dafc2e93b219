import { Problem } from '../../base/problem.ts'
import { acceptAnyHost, countBackingHosts } from '../../chain/quorum.ts'
import { walletQuoteRequest } from '../../service/quote-request.ts'
import { isCancelledElsewhere } from '../chain-reads.ts'
import type { EventOf, Task } from '../event.ts'
import type { FlowPorts } from '../flow-ports.ts'
import type { Order } from '../order.ts'

export const readNonce: Task = { name: 'readNonce', isRead: true, run: nonceEvidence }

/** Returns the evidence that a signature has expired or was used (R3). */
export async function nonceEvidence(order: Order, ports: FlowPorts): Promise<EventOf<'nonceRead'>> {
  const { originChainId, userAddress } = walletQuoteRequest(order.reviewed.request)
  const nonce = BigInt(order.terms.permitNonce ?? '0')
  const read = await ports.chain.nonceEvidence(originChainId, userAddress, nonce)
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
