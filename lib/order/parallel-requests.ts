import { isRevokePending } from './allowances.ts'
import type { Task } from './event.ts'
import { cancellation, onCancelObserved, watchCancel } from './exits/cancel.ts'
import { exitListeners } from './exits/exit-engine.ts'
import { cancelPhase, isCancelWatched, isWithdrawPending } from './exits/exit-rules.ts'
import { onRevokeObserved, onRevokeUnread, revocation, watchRevoke } from './exits/revoke.ts'
import { onWithdrawObserved, watchWithdraw, withdrawal } from './exits/withdraw.ts'
import { onLateAnswer, onLateRejected } from './flows/late-answers.ts'
import { firstPolls, isChainReadDue, poll } from './flows/schedule.ts'
import type { Order } from './order.ts'
import { hasRequestFor } from './order-facts.ts'
import { states } from './states.ts'
import { type Listeners, onlyFor } from './transition.ts'

interface ParallelRequest {
  readonly name: string
  readonly isOpen: (order: Order) => boolean
  /** It handles answers to superseded and live requests, and no other events. */
  readonly handlesLateAnswers?: true
  /** The task that comes before the state's own. Absent if it waits for the wallet. */
  readonly task?: (order: Order, nowMs: number) => Task
  /** The events that it handles before the state does. */
  readonly on: Listeners
}

/**
 * Reads the nonce in turns with the other tasks. An order that is being cancelled is not posted again, but
 * the service may already have it. Ferry never posted a stopped swap. If no cancellation is pending any more,
 * the order's own tasks continue.
 */
function taskWhileCancelling(order: Order, nowMs: number): Task {
  if (isChainReadDue(order)) return watchCancel
  if (cancelPhase(order) !== null && order.state !== 'stopping') return poll
  const orderInTurn = { ...order, readCount: Math.floor(order.readCount / 2) }
  return states[order.state].task(orderInTurn, nowMs) ?? poll
}

/**
 * The second table: requests and transactions other than those of the swap itself. Each listens to its events before the
 * state does, and the swap keeps its state until the chain shows the result.
 */
export const parallelRequests: readonly ParallelRequest[] = [
  {
    name: 'superseded or live request',
    isOpen: ({ supersededRequests = [], liveRequests = [] }) =>
      supersededRequests.length + liveRequests.length > 0,
    handlesLateAnswers: true,
    on: {
      walletAnswered: [onLateAnswer, 'stays', 'signed', 'sent'],
      walletRejected: [onLateRejected, 'stays', 'abandoned_unsigned'],
    },
  },
  ...Object.entries({ withdrawal, cancellation, revocation }).map(([name, exit]) => ({
    name: `${name} requested`,
    isOpen: (order: Order) => hasRequestFor(order, exit.purpose),
    on: exitListeners(exit),
  })),
  {
    name: 'withdrawal pending',
    isOpen: isWithdrawPending,
    // A payment can be proved only after it is mined. At first, read every time: polls are slower than
    // blocks.
    task: (order) => (isChainReadDue(order) || order.readCount < firstPolls ? watchWithdraw : poll),
    on: {
      withdrawObserved: [onWithdrawObserved, 'stays'],
    },
  },
  {
    name: 'revocation pending',
    isOpen: isRevokePending,
    // The swap is over, so its other reads can wait for the revocation, whose wait is limited.
    task: () => watchRevoke,
    on: {
      revokeObserved: [onRevokeObserved, 'stays'],
      readFailed: [onRevokeUnread, 'stays'],
    },
  },
  {
    name: 'cancellation pending',
    isOpen: isCancelWatched,
    task: taskWhileCancelling,
    on: {
      cancelObserved: [onlyFor.signed(onCancelObserved), 'stays', 'stopping', 'cancelled_unused'],
    },
  },
]
