import { callsIdOf, callsOutcome } from '../../wallet/wallet-questions.ts'
import {
  awaitUser,
  change,
  mark,
  move,
  plainProblem,
  stay,
  type Transition,
  type TransitionContext,
  withIdle,
  withUnsure,
} from '../change.ts'
import type { EventOf, FlowEvent, Task } from '../event.ts'
import type { FlowPorts } from '../flow-ports.ts'
import type { CallsOrder, Order } from '../order.ts'
import { isOfCalls, isOneOfSeveral } from '../order-facts.ts'
import type { OrderTransaction } from '../order-parts.ts'
import { minedForSure } from '../reads.ts'
import { isOurs, othersLeft, readIdleSend, sendAnswered, sendLost } from './sending.ts'
import { chainDueMs } from './tracking.ts'

/** The wallet answered a send, alone or with its approval. */
export function sentAnswered(
  order: Order,
  { result }: EventOf<'walletAnswered'>,
  context: TransitionContext,
): Transition {
  return order.walletRequest?.purpose === 'sendCalls' && isOfCalls(order)
    ? callsAnswered(order, result, context)
    : sendAnswered(order, result, context)
}

/** The wallet took the calls under an id; what carries them is not known yet. Without an id nobody knows whether it did. */
function callsAnswered(order: CallsOrder, result: unknown, context: TransitionContext): Transition {
  const callsId = callsIdOf(result)
  if (callsId === null) return sendLost(order, context)
  return move(order, 'sent', context.nowMs, {
    callsId,
    timeline: mark(order, 'sent', context.nowMs),
    walletRequest: null,
  })
}

/** The wallet does not do this: approval and send one after the other instead. */
export function callsRefused(
  order: CallsOrder,
  _event: EventOf<'callsRefused'>,
  context: TransitionContext,
): Transition {
  // The same calls were asked before: nobody knows whether those were taken.
  if (order.walletRequest?.isBound) return othersLeft({ ...order, walletRequest: null }, context)
  return move(order, 'confirmed', context.nowMs, { walletRequest: null, callsId: null, oneByOne: true })
}

/**
 * Returns whether the wallet has calls of ours, and nobody knows what carries them. What carried others before, and came to
 * nothing, says nothing of these.
 */
export function awaitsCalls({ callsId, transactions }: Order): boolean {
  const carriesThem = (one: OrderTransaction) =>
    one.callsId === undefined ? one.state !== 'failed' && one.state !== 'replaced' : one.callsId === callsId
  return Boolean(callsId) && !transactions.some((one) => one.purpose === 'send' && carriesThem(one))
}

/** Asks the wallet what became of the calls it took. Its word finds a transaction; the chain then tells what that is. */
export const watchCalls: Task = { name: 'watchCalls', isRead: true, run: readCalls }

async function readCalls(order: Order, ports: FlowPorts): Promise<FlowEvent> {
  const { originChainId } = order.reviewed.ask
  const nothing = { kind: 'callsSeen', outcome: 'waiting', hash: null } as const
  if (order.wallet === null || !order.callsId) return nothing
  const params = [order.callsId]
  const said = await ports.readWallet({ wallet: order.wallet, method: 'wallet_getCallsStatus', params })
  const { kind, hash } = callsOutcome(said, originChainId)
  const view = hash === null ? null : await ports.chain.transaction(originChainId, hash)
  if (hash !== null && view !== null && view.kind !== 'unknown') {
    if (kind === 'done') return { kind: 'callsSeen', outcome: 'sent', hash }
    // A wallet that calls a swap failed that the chain shows done is not believed.
    if (kind === 'failed' && (await isOurs(order, hash, view, ports)))
      return { kind: 'callsSeen', outcome: 'sent', hash }
  }
  if (kind === 'failed') {
    const failed = { kind: 'callsSeen', outcome: 'failed', hash: null } as const
    if (hash === null) return failed
    // What it names may still wait for its block, or be unknown to a node that lags.
    const isSure =
      view?.kind === 'mined' && (await minedForSure({ ...view, chainId: originChainId, hash }, ports))
    return isSure ? failed : { ...nothing, isUnsure: true }
  }
  return { ...nothing, ...(await readIdleSend(order, ports)) }
}

/** What became of the calls, as the wallet says; silence changes nothing (R5). */
export function callsSeen(
  order: CallsOrder,
  event: EventOf<'callsSeen'>,
  context: TransitionContext,
): Transition {
  if (!awaitsCalls(order)) return stay(order)
  if (event.hash !== null) return sendAnswered(order, event.hash, context)
  if (event.outcome === 'failed') {
    // What it was asked alone is what failed; of several, each is open until it is answered.
    const isAlone = order.askedBefore === undefined
    if (isOneOfSeveral(isAlone ? { ...order, walletRequest: null } : order, null))
      return othersLeft(order, context)
    return awaitUser({ ...order, callsId: null, oneByOne: true }, plainProblem('callsFailed'), context)
  }
  const known = withUnsure(withIdle(order, event.idle, context.nowMs), event.isUnsure)
  return change(known, { pollCount: order.pollCount + 1, dueMs: chainDueMs(order, context.nowMs) })
}
