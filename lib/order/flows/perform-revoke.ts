import { sameHex } from '../../base/hex.ts'
import { Problem } from '../../base/problem.ts'
import { allowanceOf, revocationOf } from '../allowances.ts'
import type { FlowEvent } from '../event.ts'
import type { Order, OrderTransaction } from '../order.ts'
import type { FlowPorts } from '../ports.ts'
import { minedInstead, sentState } from '../reads.ts'
import { approveCall } from './approval.ts'

/** Reads the revocation's transaction, then what is left, so that what is left is never older than the transaction. */
export async function watchRevoke(order: Order, ports: FlowPorts): Promise<FlowEvent> {
  const key = allowanceOf(order)
  const sent = revocationOf(order)
  if (key === null || sent === null) throw new Problem('internal', { facts: { what: 'nothing to revoke' } })
  const transaction = await seenOf(order, sent, ports)
  const left = await ports.chain.allowanceSeen(key.chainId, key.token, key.owner, key.spender)
  return { kind: 'revokeSeen', transaction, left }
}

/** As the chain shows it: sped up it goes on under another hash, anything else with its nonce took its place. */
async function seenOf(
  order: Order,
  sent: OrderTransaction,
  ports: FlowPorts,
): Promise<Pick<OrderTransaction, 'hash' | 'state'>> {
  const state = await sentState(order, sent, ports)
  const by = state === 'replaced' ? await minedInstead(order, sent, ports) : null
  if (by === null) return { hash: sent.hash, state }
  const view = await ports.chain.transaction(sent.chainId, by)
  const key = allowanceOf(order)
  if (view.kind !== 'mined' || key === null) return { hash: sent.hash, state: 'sent' }
  const own = approveCall(key.token, key.spender, 0n)
  const isOurs = sameHex(view.from, key.owner) && sameHex(view.to, own.to) && sameHex(view.data, own.data)
  return isOurs ? { hash: by, state: view.succeeded ? 'mined' : 'failed' } : { hash: sent.hash, state }
}
