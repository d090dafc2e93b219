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
import { everyState, notify } from './flows/before-prompt.ts'
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
import { earlierAsked } from './flows/unanswered.ts'
import { settling } from './flows/tracking.ts'
import { watchWithdraw, withdrawAnswered, withdrawSeen, withdrawStopped } from './flows/withdraw.ts'
import type { Order } from './order.ts'
import { asksCancel, asksWithdraw, hasAsked } from './order-facts.ts'
import { isProven } from './order-state.ts'
import { depositDueMs, depositEndOf, isDepositDue, isLate } from './order-timeline.ts'
import { states } from './states.ts'

/**
 * Events that may lead to a wallet request for the order's funds. A withdrawal is not among them, because the
 * chain proves who owns the funds in the inbox.
 */
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
 * Returns the next order for an event. Pure, total, and safe against late and repeated events. The returned
 * order contains everything that must be stored before a side effect (R1). `asksWallet` is true exactly when
 * a new wallet request was stored.
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
  // The order is over and all funds are accounted for, so nothing is due.
  const isDone = changed.fundsSettled && isTerminal(changed.statusCode) && !settling(changed)
  const resting = isDone && !watchesRevoke(changed)
  const dueMs = resting ? null : inTimeFor(endsMs - depositDueMs, changed, context.nowMs)
  // A verified end leaves nothing to cancel or withdraw, so later answers of the wallet are ignored.
  const isMoot = isProven(changed) && (asksCancel(changed) || asksWithdraw(changed))
  const walletRequest = isMoot ? null : changed.walletRequest
  return {
    asksWallet: next.asksWallet,
    order: { ...changed, notice, dueMs, walletRequest, updatedMs: context.nowMs },
  }
}

/**
 * Returns the listener for an event: that of an open request or exit, otherwise that of the state. Null if
 * there is none.
 */
function listenerOf<Kind extends EventKind>(order: Order, event: EventOf<Kind>): Listener<Kind> | null {
  const { kind } = event
  // The copy may not be from Ferry.
  if (order.restored === true && leadsToPrompt.has(kind)) return null
  const isOfEarlier = isOfEarlierRequest(order, event)
  if (!isOfEarlier && !isOfOpenRequest(order, event)) return null
  const beside = besides.find(
    (one) => one.on[kind] !== undefined && one.isOpen(order) && (one.isOfEarlier ?? false) === isOfEarlier,
  )
  if (isOfEarlier) return beside?.on[kind] ?? null
  return (beside?.on ?? states[order.state].on)[kind] ?? everyState[kind] ?? null
}

/** An answer, or a retry, counts only for the current request (R8). */
function isOfOpenRequest(order: Order, event: FlowEvent): boolean {
  const isAboutOne = 'requestId' in event || event.kind === 'retry'
  return !isAboutOne || order.walletRequest?.requestId === event.requestId
}

/** An answer to an earlier request without a trusted answer counts too (R8). */
function isOfEarlierRequest(order: Order, event: FlowEvent): boolean {
  if (!('requestId' in event) || event.requestId === undefined) return false
  return order.walletRequest?.requestId !== event.requestId && hasAsked(order, event.requestId)
}

/**
 * Adds one reminder for a deposit that will soon be too late. Removes a pending one that no longer applies.
 */
function calledToMind(order: Order, endsMs: number, nowMs: number): Order['notice'] {
  const { notice } = order
  const isDue = isDepositDue(order, endsMs, nowMs)
  if (notice === null) return isDue ? { kind: 'depositDue', state: 'pending' } : null
  const isOver = notice.kind === 'depositDue' && notice.state === 'pending' && !isDue
  return isOver ? null : notice
}

/** Limits the due time to a moment that is still to come. */
function inTimeFor(atMs: number, { dueMs }: Order, nowMs: number): number | null {
  return dueMs !== null && nowMs < atMs && atMs < dueMs ? atMs : dueMs
}

/**
 * A late swap is notified once, and only if the order had no other notification. The duration is measured by
 * the service's clock, because this machine's may have jumped (PR13).
 */
function noticeOf(order: Order, response: StatusResponse, nowMs: number): Order['notice'] {
  if (order.notice !== null && order.notice.kind !== 'depositDue') return order.notice
  const setMs = order.terms.clockOffsetMs - response.clockOffsetMs
  return isLate(order, nowMs - setMs) ? { kind: 'late', state: 'pending' } : order.notice
}

/**
 * Returns the task of an order: that of an open exit, otherwise that of its state. It is derived, never
 * stored: after a worker dies, the same record gives the same task. Sending a wallet request is no task,
 * because it must not happen twice (R1, R3). `mayNotify` is false for a while after a notification failed, so
 * that the other tasks continue.
 */
export function taskOf(order: Order, nowMs: number, mayNotify = true): Task | null {
  if (mayNotify && noticeIsDue(order)) return notify
  const beside = besides.find(({ task, isOpen }) => task !== undefined && isOpen(order))
  return beside?.task?.(order, nowMs) ?? states[order.state].task(order, nowMs)
}

/**
 * Returns when the order's next task is due: immediately for a notification, null if an event must come
 * first.
 */
export function dueOf(order: Order, mayNotify = true): number | null {
  return mayNotify && noticeIsDue(order) ? 0 : order.dueMs
}

/** Returns when the first task of all these orders is due. Null if none is. */
export function firstDueOf(orders: readonly Order[]): number | null {
  const due = orders.map((order) => dueOf(order)).filter((ms) => ms !== null)
  return due.length === 0 ? null : Math.min(...due)
}

/** A notification waits for the first read of the chain, so that its text can say "verified". */
function noticeIsDue(order: Order): boolean {
  if (order.notice?.state !== 'pending') return false
  return order.state !== 'reported_terminal' || order.pollCount > 0 || order.unusedSeenMs !== null
}

/**
 * A request or exit that runs in parallel to the swap. The swap keeps its state, and the chain shows the
 * result.
 */
export interface Beside {
  readonly name: string
  readonly isOpen: (order: Order) => boolean
  /** It handles answers to earlier requests, and no other events. */
  readonly isOfEarlier?: true
  /** The task that comes before the state's own. Absent if it waits for the wallet. */
  readonly task?: (order: Order, nowMs: number) => Task
  /** The events that it handles before the state does. */
  readonly on: Listeners
}

const silent = { problem: plainProblem('walletSilent') }

/**
 * Reads the nonce in turns with the other tasks. An order that is being cancelled is not posted again, but
 * the service may already have it. Ferry never posted a stopped swap. If no cancellation is pending any more,
 * the order's own tasks continue.
 */
function taskWhileCancelling(order: Order, nowMs: number): Task {
  if (isChainsTurn(order)) return watchCancel
  if (cancelPhase(order) !== null && order.state !== 'stopping') return poll
  const turn = { ...order, pollCount: Math.floor(order.pollCount / 2) }
  return states[order.state].task(turn, nowMs) ?? poll
}

/** Ends an exit whose outcome is unknown. The wallet may still show its request. */
function lost(stopped: (order: Order, lost: Lost) => Transition) {
  return (order: Order, event: EventOf<'walletLost'>) => stopped(leftOpen(order, event.problem), event)
}

/**
 * The table of everything that may run in parallel to a swap: earlier requests, a withdrawal, a cancellation,
 * a revocation.
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
    // A payment can be proved only after it is mined. At first, read every time: polls are slower than
    // blocks.
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
    // The swap is over, so its other reads can wait for the revocation, whose wait is limited.
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
