import { hashOrNull } from '../../base/hex.ts'
import { Problem } from '../../base/problem.ts'
import { isEnough } from '../../chain/evidence.ts'
import type { FlowPorts } from '../flow-ports.ts'
import type { Order } from '../order.ts'
import { sendCall } from '../wallet-request.ts'
import { isOurs } from './own-transaction.ts'

/**
 * Throws `payInNotShown` unless the chain shows that the money of an order out of a copy went into the inbox: a transaction
 * of the user's own with exactly the stored call is mined, and two endpoints tell of the request in it by the inbox's own
 * events. Then the copy says nothing that the chain does not.
 */
export async function requireShownPayIn(order: Order, ports: Pick<FlowPorts, 'chain'>): Promise<void> {
  const { chain } = ports
  const { requestHash } = order.deal
  const { originChainId } = order.reviewed.ask
  const sends = order.transactions.filter(({ purpose }) => purpose === 'send').map(({ hash }) => hash)
  const named = hashOrNull(order.sourceTransactionHash)
  for (const hash of new Set([...sends, ...(named === null ? [] : [named])])) {
    const view = await chain.transaction(originChainId, hash)
    const isMined = view.kind === 'mined' && view.succeeded
    if (requestHash === null || !isMined || !(await isOurs(order, hash, view, ports))) continue
    const { hashes, sources } = await chain.mentions(originChainId, sendCall(order).to, requestHash, hash)
    if (hashes.includes(hash) && isEnough({ sources })) return
  }
  throw new Problem('payInNotShown', { money: 'unknown' })
}
