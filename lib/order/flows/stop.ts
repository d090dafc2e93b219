import { endStopped } from '../change.ts'
import type { FlowEvent, Task } from '../event.ts'
import { requestCancel } from '../exits/cancel.ts'
import { canCancel } from '../exits/exit-rules.ts'
import type { Order, SignedOrder } from '../order.ts'
import {
  canBeUsedElsewhere,
  canPutAway,
  canPutAwaySend,
  hasOtherSend,
  isSendRequest,
  listOpenSends,
} from '../order-facts.ts'
import {
  closeOpenRequest,
  withCancellableTerms,
  withLiveRequest,
  withoutRefusedRequest,
} from '../stored-requests.ts'
import { change, type Handler, move, stay, type Transition, type TransitionContext } from '../transition.ts'
import { onSendLost } from './sending.ts'

/**
 * Stops the order before anything was signed or sent, as far as Ferry knows. A page may have stored a signature that it
 * reported as rejected. In that case Ferry reads the chain until none of it can be used any more. The problem stays; offer,
 * signature, body and open request are erased.
 */
export function stopOrder(order: Order, _event: FlowEvent, context: TransitionContext): Transition {
  const liveRequests = order.liveRequests?.filter(({ record }) => canBeUsedElsewhere(order, record)) ?? []
  const known = order.liveRequests === undefined ? order : { ...order, liveRequests }
  if (liveRequests.length === 0) return endStopped(known, context)
  return move(withCancellableTerms(known), 'stopping', context.nowMs, {
    problem: order.problem,
    ...closeOpenRequest(order),
    offer: null,
    signature: null,
    submitBody: null,
    readCount: 0,
    liveRequestsReadMs: context.nowMs,
  })
}

export const stopAndCancel: Handler<'cancel', SignedOrder> = (order, event, context) => {
  if (!canCancel(order)) return stay(order)
  const { order: stopped } = stopOrder(order, event, context)
  return stopped.kind === 'signed' ? requestCancel(stopped, event, context) : stay(order)
}

/**
 * Stops the swap if its request never reached the wallet (`claimSend`): another prompt may still be open there. Otherwise
 * it stops only the wait. The transaction may still be sent, and the chain shows it.
 */
export const stopSendRequest: Handler<'stop'> = (order, event, context) => {
  const { walletRequest, transactions } = order
  const hasOther =
    hasOtherSend({ ...order, walletRequest: null }, null) || transactions.some(({ differs }) => differs)
  if (walletRequest === null || walletRequest.sentToWalletMs !== undefined || hasOther)
    return onSendLost(order, context)
  return stopOrder(withoutRefusedRequest(order, walletRequest.requestId), event, context)
}

export const decisionTimeout: Task = {
  name: 'decisionTimeout',
  run: async () => ({ kind: 'decisionTimedOut' }),
}

export const putAwayRunning: Handler<'stop'> = (order, _event, { nowMs }) =>
  canPutAway(order, nowMs) ? change(order, { putAwayMs: nowMs }) : stay(order)

/** Ferry then reads the chain, because the wallet may still send the transaction. */
export const putAwaySend: Handler<'stop'> = (order, event, context) => {
  if (order.restored === true || !canPutAwaySend(order, context.nowMs))
    return putAwayRunning(order, event, context)
  const requested = isSendRequest(order.walletRequest) ? [order.walletRequest] : []
  const requests = [...requested, ...listOpenSends(order).map(({ request }) => request)]
  const known = requests.reduce<Order>(
    (one, request) => (request ? withLiveRequest(one, request) : one),
    order,
  )
  return known.liveRequests === undefined || known.liveRequests.length === 0
    ? putAwayRunning(order, event, context)
    : stopOrder(known, event, context)
}
