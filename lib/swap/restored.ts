import { minuteMs } from '../base/time.ts'
import type { Order, OrderState } from './order.ts'

/** Nothing was signed or sent for the swap itself. */
const unsigned: ReadonlySet<OrderState> = new Set([
  'confirmed',
  'approve_requested',
  'approve_sent',
  'approved',
  'sign_requested',
  'needs_user',
])

/** As long as any order that waits for the person. */
const lapseMs = 10 * minuteMs

/**
 * An order as it goes on when it comes out of a copy instead of the database. Whoever wrote the copy may not have been
 * Ferry, so it is marked: it is followed, and no wallet is ever asked anything about it. What was not signed yet ends
 * with the person; what a wallet was asked is looked for on chain.
 */
export function restoredOrder(order: Order, nowMs: number): Order {
  const copy: Order = { ...order, restored: true, offer: null }
  if (unsigned.has(order.state)) {
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
  const isBeside = order.walletRequest?.purpose === 'withdraw' || order.walletRequest?.purpose === 'cancel'
  return isBeside ? { ...copy, walletRequest: null } : copy
}
