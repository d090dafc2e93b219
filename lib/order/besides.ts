import { asksRevoke, watchesRevoke } from './allowances.ts'
import { plainProblem } from './await-user.ts'
import { cancelAnswered, cancelLost, cancelSeen, cancelStopped, watchCancel } from './flows/cancel.ts'
import { asksCancel, watchesCancel } from './flows/cancel-rules.ts'
import { poll } from './flows/poll.ts'
import {
  revokeAnswered,
  revokeLost,
  revokeSeen,
  revokeStopped,
  revokeUnread,
  watchRevoke,
} from './flows/revoke.ts'
import { withdrawAnswered, withdrawStopped } from './flows/withdraw.ts'
import { asksWithdraw } from './flows/withdraw-rules.ts'
import type { Order } from './order.ts'
import { isChainsTurn } from './plan.ts'
import type { Task } from './task.ts'
import type { Listeners } from './transition.ts'

/** What is open beside a swap: the swap stays in its state meanwhile, and the chain tells what comes of it. */
export interface Beside {
  readonly name: string
  readonly isOpen: (order: Order) => boolean
  /** What the background does before anything that the state asks for; absent where it waits for the wallet. */
  readonly task?: (order: Order) => Task
  /** The events that it takes before the state does. */
  readonly on: Listeners
}

const silent = { problem: plainProblem('walletSilent') }

/** The table of what may go on beside a swap: a withdrawal, a cancellation, a revocation. */
export const besides: readonly Beside[] = [
  {
    name: 'withdrawal asked',
    isOpen: asksWithdraw,
    on: {
      walletAnswered: [withdrawAnswered, 'stays'],
      walletRefused: [withdrawStopped, 'stays'],
      walletLost: [withdrawStopped, 'stays'],
      abandon: [(order) => withdrawStopped(order, silent), 'stays'],
    },
  },
  {
    name: 'cancellation asked',
    isOpen: asksCancel,
    on: {
      walletAnswered: [cancelAnswered, 'stays'],
      walletRefused: [cancelStopped, 'stays'],
      walletLost: [cancelLost, 'stays'],
      abandon: [(order) => cancelLost(order, silent), 'stays'],
    },
  },
  {
    name: 'revocation asked',
    isOpen: asksRevoke,
    on: {
      walletAnswered: [revokeAnswered, 'stays'],
      walletRefused: [revokeStopped, 'stays'],
      walletLost: [revokeLost, 'stays'],
      abandon: [revokeLost, 'stays'],
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
    // What is being cancelled is posted no more; the service may have it all the same.
    task: (order) => (isChainsTurn(order) ? watchCancel : poll),
    on: {
      cancelSeen: [cancelSeen, 'stays', 'cancelled_unused'],
    },
  },
]
