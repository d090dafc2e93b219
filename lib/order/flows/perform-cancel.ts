import { Problem } from '../../base/problem.ts'
import type { NonceEnd } from '../../chain/chain-port.ts'
import { isEnough } from '../../chain/evidence.ts'
import { permitIsDead } from '../../quote/quote-life.ts'
import { walletAsk } from '../../service/quote-request.ts'
import type { FlowEvent } from '../event.ts'
import type { Order } from '../order.ts'
import type { FlowPorts } from '../ports.ts'
import { nonceEvidence, sentState } from '../reads.ts'
import { originConfig } from '../wallet-request.ts'
import { cancellationOf } from './cancel.ts'

/** Whether a cancellation was in time. The transaction is read first, so that a nonce still unused means it did nothing. */
export async function watchCancel(order: Order, ports: FlowPorts): Promise<FlowEvent> {
  const ours = cancellationOf(order)
  const state = ours === null ? null : await sentState(order, ours, ports)
  const transaction = ours === null || state === null ? null : { hash: ours.hash, state }
  const { end, hash, confirmations, sources } = await nonceEndOf(order, ports)
  if (end === 'cancelled') {
    const isOne = !isEnough({ sources })
    const isDeep = !isOne && confirmations >= originConfig(ports.deployment, order).confirmations
    const by = hash === null ? transaction : ({ hash, state: 'mined' } as const)
    const seen = { kind: 'cancelSeen', end: isDeep ? 'cancelled' : 'open', transaction: by } as const
    return isOne ? { ...seen, doubt: 'oneSource' } : seen
  }
  if (end === 'taken') return { kind: 'cancelSeen', end, transaction }
  // Neither signature nor cancellation was used in time: the deadline decides.
  if (end === 'unused' && permitIsDead(order, ports.clock.nowMs())) return nonceEvidence(order, ports)
  return { kind: 'cancelSeen', end: 'open', transaction }
}

/** What became of the nonce since the person asked to cancel. */
export async function nonceEndOf(order: Order, ports: FlowPorts): Promise<NonceEnd> {
  const { deal, cancelling, reviewed } = order
  if (deal.permitNonce === null || cancelling === undefined) {
    throw new Problem('internal', { facts: { what: 'nothing to cancel' } })
  }
  const { originChainId, userAddress, inputToken } = walletAsk(reviewed.ask)
  const since = BigInt(cancelling.sinceBlock)
  return ports.chain.nonceEnd(originChainId, userAddress, BigInt(deal.permitNonce), inputToken, since)
}
