import { isTerminal, type StatusResponse } from '../service/status-codes.ts'
import { watchesRevoke } from './allowances.ts'
import { besides } from './besides.ts'
import { stay } from './change.ts'
import type { EventKind, EventOf, FlowEvent } from './event.ts'
import { asksCancel } from './flows/cancel-rules.ts'
import { settling } from './flows/tracking.ts'
import { everyState } from './flows/upkeep.ts'
import type { Order } from './order.ts'
import { isLate } from './order-state.ts'
import { states } from './states.ts'
import type { Listener, Transition, TransitionContext } from './transition.ts'

/** What would put an order before a wallet, now or next, but for money in the inbox, which the chain shows to be one's own. */
const leadsToPrompt: ReadonlySet<EventKind> = new Set([
  'prepared',
  'readyToSign',
  'requoted',
  'retry',
  'acceptOffer',
  'cancel',
  'revoke',
])

/**
 * The next order for an event: pure, total, and safe against events that come late or twice. What has to be written
 * before a side effect is in the order it returns (R1); `ask` is true exactly when a new wallet request was written.
 */
export function reduce(order: Order, event: FlowEvent, context: TransitionContext): Transition {
  const listener = listenerOf(order, event)
  if (listener === null) return stay(order)
  const [transition] = listener
  const next = transition(order, event, context)
  if (next.order === order) return next
  const { order: changed } = next
  const notice = event.kind === 'polled' ? noticeOf(changed, event.response, context.nowMs) : changed.notice
  // Over, and every coin known: nothing is due any more.
  const isDone = changed.moneyAccounted && isTerminal(changed.statusCode) && !settling(changed)
  const resting = isDone && !watchesRevoke(changed)
  const dueMs = resting ? null : changed.dueMs
  // What is proven leaves nothing to cancel: whatever the wallet still says to that is heard no more.
  const isProven = changed.moneyAccounted && asksCancel(changed)
  const walletRequest = isProven ? null : changed.walletRequest
  return { ask: next.ask, order: { ...changed, notice, dueMs, walletRequest, updatedMs: context.nowMs } }
}

/** Returns who listens: what is open beside the swap, else its state; null where nobody does. */
function listenerOf<Kind extends EventKind>(order: Order, event: EventOf<Kind>): Listener<Kind> | null {
  const { kind } = event
  // Nobody knows who wrote the copy it came from.
  if (order.restored === true && leadsToPrompt.has(kind)) return null
  if (!isOfOpenRequest(order, event)) return null
  const beside = besides.find(({ isOpen, on }) => on[kind] !== undefined && isOpen(order))
  return (beside?.on ?? states[order.state].on)[kind] ?? everyState[kind] ?? null
}

/** What a wallet says, and asking it again, count only for the request that is open, or was lost sight of (R8). */
function isOfOpenRequest(order: Order, event: FlowEvent): boolean {
  const isAboutOne = 'requestId' in event || event.kind === 'retry'
  return !isAboutOne || order.walletRequest?.requestId === event.requestId
}

/**
 * Lateness is told once and only of an order nothing else was told of. How long it takes is counted on the service's
 * clock: this machine's may have jumped meanwhile (PR13).
 */
function noticeOf(order: Order, response: StatusResponse, nowMs: number): Order['notice'] {
  if (order.notice !== null) return order.notice
  const setMs = order.deal.clockOffsetMs - response.clockOffsetMs
  return isLate(order, nowMs - setMs) ? { kind: 'late', state: 'pending' } : null
}
