import { minuteMs } from '../base/time.ts'
import type { Order, OrderState } from './order.ts'
import { unsignedStates } from './order-state.ts'

/** Ends that say that nothing was taken: the chain alone can say so. */
const unproven: ReadonlySet<OrderState> = new Set(['expired_unused', 'cancelled_unused'])

/** As long as any order that waits for the person. */
const lapseMs = 10 * minuteMs

/**
 * An order as it goes on when it comes out of a copy instead of the database. Whoever wrote the copy may not have been
 * Ferry, so it is marked: it is followed, and no wallet is ever asked anything about it. What was not signed yet ends
 * with the person; what a wallet was asked is looked for on chain.
 */
export function restoredOrder(order: Order, nowMs: number): Order {
  const copy: Order = { ...order, restored: true, offer: null }
  if (unsignedStates.has(order.state)) {
    const isApproved = order.transactions.some(({ purpose }) => purpose === 'approve')
    const money = isApproved ? 'approvedOnly' : 'nothingSent'
    const problem = {
      code: 'orderRestored',
      money,
      facts: {},
      serverRequestId: null,
      retryAfterMs: null,
    } as const
    return { ...copy, state: 'needs_user', walletRequest: null, problem, dueMs: nowMs + lapseMs }
  }
  if (order.state === 'send_requested') return { ...copy, state: 'unknown_outcome' }
  // What a copy calls proven is looked for again.
  const again = { ...copy, moneyAccounted: false, walletRequest: null, lookCount: 0, dueMs: nowMs }
  if (order.state === 'verified_terminal') return { ...again, state: 'reported_terminal' }
  if (unproven.has(order.state)) return { ...again, state: 'unknown_outcome', unusedSeenMs: null }
  const isBeside = ['withdraw', 'cancel', 'revoke'].includes(order.walletRequest?.purpose ?? '')
  return isBeside ? { ...copy, walletRequest: null } : copy
}
