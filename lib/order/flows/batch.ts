import { minuteMs } from '../../base/time.ts'
import { isEnough } from '../../chain/evidence.ts'
import { highest } from '../../chain/quorum.ts'
import { walletQuoteRequest } from '../../service/quote-request.ts'
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
  withUnsure,
} from '../change.ts'
import type { EventOf, FlowEvent, Task } from '../event.ts'
import { type FlowPorts, isSentByAnother } from '../flow-ports.ts'
import type { CallsOrder, Order } from '../order.ts'
import { isOfCalls, isOneOfSeveral } from '../order-facts.ts'
import type { OrderTransaction } from '../order-parts.ts'
import { minedForSure } from '../reads.ts'
import { readOwner } from './own-transaction.ts'
import { othersLeft, sendAnswered, sendLost } from './sending.ts'
import { chainDueMs } from './tracking.ts'

/** Takes in what the wallet answered to a send, alone or with its approval. */
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

/** Takes in that the wallet does not do this: approval and send one after the other instead. */
export function callsRefused(
  order: CallsOrder,
  _event: EventOf<'callsRefused'>,
  context: TransitionContext,
): Transition {
  return move(order, 'confirmed', context.nowMs, { walletRequest: null, callsId: null, oneByOne: true })
}

/**
 * Returns whether the wallet has calls of ours, and nobody knows what carries them. What carried others before, and came to
 * nothing, says nothing of these; nor does a transaction that turned out to be another one.
 */
export function awaitsCalls({ callsId, transactions }: Order): boolean {
  const carriesThem = ({ callsId: ofCalls, state, differs }: OrderTransaction) =>
    differs !== true &&
    (ofCalls === undefined ? state !== 'failed' && state !== 'replaced' : ofCalls === callsId)
  return Boolean(callsId) && !transactions.some((one) => one.purpose === 'send' && carriesThem(one))
}

/** Asks the wallet what became of the calls it took. Its word finds a transaction; the chain then tells what that is. */
export const watchCalls: Task = { name: 'watchCalls', isRead: true, run: readCalls }

async function readCalls(order: Order, ports: FlowPorts): Promise<FlowEvent> {
  const { originChainId } = order.reviewed.request
  const nothing = { kind: 'callsSeen', outcome: 'waiting', hash: null } as const
  if (order.wallet === null || !order.callsId) return nothing
  const params = [order.callsId]
  const said = await ports.readWallet({ wallet: order.wallet, method: 'wallet_getCallsStatus', params })
  const { kind, hash } = callsOutcome(said, originChainId)
  const view = hash === null ? null : await ports.chain.transaction(originChainId, hash)
  if (hash !== null && view !== null && view.kind !== 'unknown') {
    // What it names is compared with the review when it is read (`classifyTransaction`).
    if (kind === 'done') return { kind: 'callsSeen', outcome: 'sent', hash }
    // A wallet that calls a swap failed that the chain shows done is not believed.
    const owner = kind === 'failed' ? await readOwner(order, hash, view, ports) : 'other'
    if (owner === 'order') return { kind: 'callsSeen', outcome: 'sent', hash }
    if (owner === null) return { ...nothing, isUnsure: true }
  }
  if (kind === 'failed') {
    if (hash === null) return readUnnamed(order, ports)
    // What it names may still wait for its block, or be unknown to a node that lags.
    const isSure =
      view?.kind === 'mined' && (await minedForSure({ ...view, chainId: originChainId, hash }, ports))
    return isSure ? { ...nothing, outcome: 'failed' } : { ...nothing, isUnsure: true }
  }
  return nothing
}

/**
 * Reads what the chain shows of calls that the wallet calls failed without naming a transaction. It may have sent them again at
 * another price, or had others carry them: what has the account's nonce is looked at, else whether the account stands still
 * and holds what it held.
 */
async function readUnnamed(order: Order, ports: FlowPorts): Promise<EventOf<'callsSeen'>> {
  const { chain } = ports
  const { originChainId, userAddress, inputToken, inputAmount } = walletQuoteRequest(order.reviewed.request)
  const unsure = { kind: 'callsSeen', outcome: 'waiting', hash: null, isUnsure: true } as const
  if (order.callsAsked === undefined) return unsure
  const { accountNonce, heldUnits } = order.callsAsked
  const use = await chain.accountUse(originChainId, userAddress, accountNonce)
  const held = highest(await chain.balanceSeen(originChainId, inputToken, userAddress))
  if (!use.isUsed) {
    // Less than what the swap takes may go without it.
    const isHeld = held.units + BigInt(inputAmount) > BigInt(heldUnits) && isEnough(held)
    const isIdle = use.isIdle && isEnough(use) && isHeld
    return { ...unsure, unnamed: { accountNonce, heldUnits, isIdle } }
  }
  const hash = await chain.transactionOfNonce(originChainId, userAddress, accountNonce)
  const view = hash === null ? null : await chain.transaction(originChainId, hash)
  if (hash === null || view?.kind !== 'mined') return unsure
  const owner = await readOwner(order, hash, view, ports)
  if (owner === null) return unsure
  if (owner === 'order' && !(await isSentByAnother(order, hash, ports)))
    return { kind: 'callsSeen', outcome: 'sent', hash }
  const other = { chainId: originChainId, hash, from: userAddress, nonce: accountNonce }
  if ((await minedForSure(other, ports)) === null) return unsure
  const next = { accountNonce: accountNonce + 1, heldUnits: held.units.toString() }
  return { ...unsure, unnamed: { ...next, isIdle: false } }
}

/** Returns calls with what was seen of their account while the wallet calls them failed; anything else begins that anew. */
function withUnnamed(order: CallsOrder, seen: EventOf<'callsSeen'>['unnamed'], nowMs: number): CallsOrder {
  if (order.callsAsked === undefined) return order
  const { unseenSinceMs = nowMs, ...known } = order.callsAsked
  if (seen === undefined) return { ...order, callsAsked: known }
  const { isIdle, ...now } = seen
  // A time ahead of the clock: it was set back since, and the wait begins again.
  const since = isIdle ? { unseenSinceMs: Math.min(unseenSinceMs, nowMs) } : {}
  return { ...order, callsAsked: { ...now, ...since } }
}

/** How long nothing may be seen of calls that their wallet calls failed, before that counts as so. */
const unseenMs = 3 * minuteMs

/** Takes in what became of the calls, as the wallet says; silence changes nothing (R5). */
export function callsSeen(
  order: CallsOrder,
  event: EventOf<'callsSeen'>,
  context: TransitionContext,
): Transition {
  if (!awaitsCalls(order)) return stay(order)
  if (event.hash !== null) return sendAnswered(order, event.hash, context)
  const asked = withUnnamed(order, event.unnamed, context.nowMs)
  const { unseenSinceMs = context.nowMs } = asked.callsAsked ?? {}
  if (event.outcome === 'failed' || context.nowMs - unseenSinceMs >= unseenMs) {
    if (isOneOfSeveral({ ...order, walletRequest: null }, null)) return othersLeft(order, context)
    return awaitUser({ ...order, callsId: null, oneByOne: true }, plainProblem('callsFailed'), context)
  }
  const known = withUnsure(asked, event.isUnsure)
  return change(known, { pollCount: order.pollCount + 1, dueMs: chainDueMs(order, context.nowMs) })
}
