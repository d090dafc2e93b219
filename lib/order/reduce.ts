import { isTerminal, type StatusResponse } from '../service/status-codes.ts'
import { asksRevoke, watchesRevoke } from './allowances.ts'
import {
  type Listener,
  type Listeners,
  type Lost,
  only,
  plainProblem,
  stay,
  type Transition,
  type TransitionContext,
  withAnswered,
} from './change.ts'
import type { EventKind, EventOf, FlowEvent, Task } from './event.ts'
import { cancelAnswered, cancelLost, cancelSeen, cancelStopped, watchCancel } from './flows/cancel.ts'
import { everyState, notify } from './flows/deciding.ts'
import { cancelPhase, leftOpen, watchesCancel, watchesWithdraw } from './flows/exit-rules.ts'
import { firstPolls, isChainsTurn, poll } from './flows/polls.ts'
import {
  revokeAnswered,
  revokeLost,
  revokeSeen,
  revokeStopped,
  revokeUnread,
  watchRevoke,
} from './flows/revoke.ts'
import { earlierAsked } from './flows/silent-wallet.ts'
import { settling } from './flows/tracking.ts'
import { watchWithdraw, withdrawAnswered, withdrawSeen, withdrawStopped } from './flows/withdraw.ts'
import type { Order } from './order.ts'
import { asksCancel, asksWithdraw, hasAsked } from './order-facts.ts'
import { isProven } from './order-state.ts'
import { depositDueMs, depositEndOf, isDepositDue, isLate } from './order-timeline.ts'
import { states } from './states.ts'

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
 * Returns the next order for an event: pure, total, and safe against events that come late or twice. What has to be
 * written before a side effect is in the order it returns (R1); `asksWallet` is true exactly when a new wallet request was
 * written.
 */
export function reduce(order: Order, event: FlowEvent, context: TransitionContext): Transition {
  const listener = listenerOf(order, event)
  if (listener === null) return stay(order)
  const [transition] = listener
  const next = transition(withAnswered(order, event), event, context)
  if (next.order === order) return next
  const { order: changed } = next
  const endsMs = depositEndOf(changed)
  const called = calledToMind(changed, endsMs, context.nowMs)
  const notice =
    event.kind === 'polled' ? noticeOf({ ...changed, notice: called }, event.response, context.nowMs) : called
  // Over, and every coin known: nothing is due any more.
  const isDone = changed.fundsSettled && isTerminal(changed.statusCode) && !settling(changed)
  const resting = isDone && !watchesRevoke(changed)
  const dueMs = resting ? null : inTimeFor(endsMs - depositDueMs, changed, context.nowMs)
  // What is proven leaves nothing to cancel or to take out: whatever the wallet still says to that is heard no more.
  const isMoot = isProven(changed) && (asksCancel(changed) || asksWithdraw(changed))
  const walletRequest = isMoot ? null : changed.walletRequest
  return {
    asksWallet: next.asksWallet,
    order: { ...changed, notice, dueMs, walletRequest, updatedMs: context.nowMs },
  }
}

/** Returns who listens: what is open beside the swap, else its state; null where nobody does. */
function listenerOf<Kind extends EventKind>(order: Order, event: EventOf<Kind>): Listener<Kind> | null {
  const { kind } = event
  // Nobody knows who wrote the copy it came from.
  if (order.restored === true && leadsToPrompt.has(kind)) return null
  const isOfEarlier = isOfEarlierRequest(order, event)
  if (!isOfEarlier && !isOfOpenRequest(order, event)) return null
  const beside = besides.find(
    (one) => one.on[kind] !== undefined && one.isOpen(order) && (one.isOfEarlier ?? false) === isOfEarlier,
  )
  if (isOfEarlier) return beside?.on[kind] ?? null
  return (beside?.on ?? states[order.state].on)[kind] ?? everyState[kind] ?? null
}

/** What a wallet says, and asking it again, count only for the request that is open, or was lost sight of (R8). */
function isOfOpenRequest(order: Order, event: FlowEvent): boolean {
  const isAboutOne = 'requestId' in event || event.kind === 'retry'
  return !isAboutOne || order.walletRequest?.requestId === event.requestId
}

/** An answer to an earlier request, which has no trusted answer yet, counts as well (R8). */
function isOfEarlierRequest(order: Order, event: FlowEvent): boolean {
  if (!('requestId' in event) || event.requestId === undefined) return false
  return order.walletRequest?.requestId !== event.requestId && hasAsked(order, event.requestId)
}

/** A deposit that is soon too late is told once; what came meanwhile, or is too late, is told of no more. */
function calledToMind(order: Order, endsMs: number, nowMs: number): Order['notice'] {
  const { notice } = order
  const isDue = isDepositDue(order, endsMs, nowMs)
  if (notice === null) return isDue ? { kind: 'depositDue', state: 'pending' } : null
  const isOver = notice.kind === 'depositDue' && notice.state === 'pending' && !isDue
  return isOver ? null : notice
}

/** What is due later than a moment that is still to come is due then. */
function inTimeFor(atMs: number, { dueMs }: Order, nowMs: number): number | null {
  return dueMs !== null && nowMs < atMs && atMs < dueMs ? atMs : dueMs
}

/**
 * Lateness is told once and only of an order nothing else was told of. How long it takes is counted on the service's
 * clock: this machine's may have jumped meanwhile (PR13).
 */
function noticeOf(order: Order, response: StatusResponse, nowMs: number): Order['notice'] {
  if (order.notice !== null && order.notice.kind !== 'depositDue') return order.notice
  const setMs = order.terms.clockOffsetMs - response.clockOffsetMs
  return isLate(order, nowMs - setMs) ? { kind: 'late', state: 'pending' } : order.notice
}

/**
 * Returns the task of an order: of what is open beside it, else of its state. It is derived, never stored: after a
 * worker's death the same record gives the same task. Asking the wallet is not among them, since it may not be done
 * twice (R1, R3). `mayNotify` is false for a while after a notice could not be shown, so that the other tasks go on.
 */
export function taskOf(order: Order, nowMs: number, mayNotify = true): Task | null {
  if (mayNotify && noticeIsDue(order)) return notify
  const beside = besides.find(({ task, isOpen }) => task !== undefined && isOpen(order))
  return beside?.task?.(order, nowMs) ?? states[order.state].task(order, nowMs)
}

/** Returns when the order's next task is due: at once for a notice, null when an event has to come first. */
export function dueOf(order: Order, mayNotify = true): number | null {
  return mayNotify && noticeIsDue(order) ? 0 : order.dueMs
}

/** Returns when the first task of all these is due; null when none is. */
export function firstDueOf(orders: readonly Order[]): number | null {
  const due = orders.map((order) => dueOf(order)).filter((ms) => ms !== null)
  return due.length === 0 ? null : Math.min(...due)
}

/** A notice waits for the first look at the chain, so that it can say what is verified. */
function noticeIsDue(order: Order): boolean {
  if (order.notice?.state !== 'pending') return false
  return order.state !== 'reported_terminal' || order.pollCount > 0 || order.unusedSeenMs !== null
}

/** What is open beside a swap: the swap stays in its state meanwhile, and the chain tells what comes of it. */
export interface Beside {
  readonly name: string
  readonly isOpen: (order: Order) => boolean
  /** It takes answers to what was asked before, and nothing else. */
  readonly isOfEarlier?: true
  /** What the background does before anything that the state asks for; absent where it waits for the wallet. */
  readonly task?: (order: Order, nowMs: number) => Task
  /** The events that it takes before the state does. */
  readonly on: Listeners
}

const silent = { problem: plainProblem('walletSilent') }

/**
 * Reads the nonce by turns with what else is due. What is being cancelled is posted no more; the service may have it all the
 * same. A stopped swap was posted nowhere by Ferry. What no cancellation is under way for any more goes on as before.
 */
function taskWhileCancelling(order: Order, nowMs: number): Task {
  if (isChainsTurn(order)) return watchCancel
  if (cancelPhase(order) !== null && order.state !== 'stopping') return poll
  const turn = { ...order, pollCount: Math.floor(order.pollCount / 2) }
  return states[order.state].task(turn, nowMs) ?? poll
}

/** Has a way out end as one that nobody knows of: the wallet may still show it. */
function lost(stopped: (order: Order, lost: Lost) => Transition) {
  return (order: Order, event: EventOf<'walletLost'>) => stopped(leftOpen(order, event.problem), event)
}

/**
 * The table of what may happen during a swap: an earlier question, a withdrawal, a cancellation, a revocation.
 *
 * @internal
 */
export const besides: readonly Beside[] = [
  {
    name: 'asked before',
    isOpen: ({ supersededRequests = [], unclosed = [] }) => supersededRequests.length + unclosed.length > 0,
    isOfEarlier: true,
    on: earlierAsked,
  },
  {
    name: 'withdrawal asked',
    isOpen: asksWithdraw,
    on: {
      walletAnswered: [withdrawAnswered, 'stays'],
      walletRefused: [withdrawStopped, 'stays'],
      walletLost: [lost(withdrawStopped), 'stays'],
      abandon: [(order) => withdrawStopped(leftOpen(order), silent), 'stays'],
    },
  },
  {
    name: 'withdrawal watched',
    isOpen: watchesWithdraw,
    // Nothing can be proven of its payment before it is mined; the first while no poll is as quick as a block.
    task: (order) => (isChainsTurn(order) || order.pollCount < firstPolls ? watchWithdraw : poll),
    on: {
      withdrawSeen: [withdrawSeen, 'stays'],
    },
  },
  {
    name: 'cancellation asked',
    isOpen: asksCancel,
    on: {
      walletAnswered: [cancelAnswered, 'stays'],
      walletRefused: [cancelStopped, 'stays'],
      walletLost: [lost(cancelLost), 'stays'],
      abandon: [(order) => cancelLost(leftOpen(order), silent), 'stays'],
    },
  },
  {
    name: 'revocation asked',
    isOpen: asksRevoke,
    on: {
      walletAnswered: [revokeAnswered, 'stays'],
      walletRefused: [revokeStopped, 'stays'],
      walletLost: [lost(revokeLost), 'stays'],
      abandon: [(order) => revokeLost(leftOpen(order)), 'stays'],
    },
  },
  {
    name: 'revocation watched',
    isOpen: watchesRevoke,
    // The swap is over: what is left to ask about it can wait for the revocation, which is waited for only so long.
    task: () => watchRevoke,
    on: {
      revokeSeen: [revokeSeen, 'stays'],
      readFailed: [revokeUnread, 'stays'],
    },
  },
  {
    name: 'cancellation watched',
    isOpen: watchesCancel,
    task: taskWhileCancelling,
    on: {
      cancelSeen: [only.signed(cancelSeen), 'stays', 'cancelled_unused'],
    },
  },
]
