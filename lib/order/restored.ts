import { lapseMs } from './await-user.ts'
import type { Order } from './order.ts'
import { isIn } from './order-state.ts'
import type { OrderTransaction, WalletPurpose } from './order-transaction.ts'

/** What a wallet may be asked beside the swap itself, which goes on without it. */
const besides: ReadonlySet<WalletPurpose | undefined> = new Set(['withdraw', 'cancel', 'revoke'])

/**
 * An order as it goes on when it comes out of a copy instead of the database. Whoever wrote the copy may not have been
 * Ferry, so it is marked: it is followed, and no wallet is asked for its money again. What was not signed yet ends with the
 * user; what a wallet was asked is looked for on chain; what the copy calls over, paid or proven is looked for again.
 */
export function restoredOrder(order: Order, nowMs: number): Order {
  const copy = withoutClaims(order)
  if (isIn(order.state, 'unsigned')) {
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
  if (isIn(order.state, 'fromEvidence')) {
    return { ...copy, state: 'unknown_outcome', walletRequest: null, lookCount: 0, dueMs: nowMs }
  }
  return besides.has(order.walletRequest?.purpose) ? { ...copy, walletRequest: null } : copy
}

/** What only an outside party can say of an order is not taken from a copy. */
function withoutClaims(order: Order): Order {
  const { evidence, doubt, isInboxEmpty, isPermitOver, depositSeen, isDepositEmpty, ...known } = order
  const { refundChainId, revoking, ...told } = known
  return {
    ...told,
    restored: true,
    statusCode: null,
    timeline: order.timeline.filter(({ step }) => !toldSteps.has(step)),
    problem: null,
    offer: null,
    notice: null,
    moneyAccounted: false,
    unusedSeenMs: null,
    fulfilledAmount: null,
    destinationTransactionHash: null,
    refundTransactionHash: null,
    transactions: order.transactions.map(asSent),
  }
}

/** The steps that say where the money is, or was: the service and the chains tell them again. */
const toldSteps: ReadonlySet<Order['timeline'][number]['step']> = new Set([
  'mined',
  'deposited',
  'assigned',
  'extracted',
  'fulfilled',
  'settled',
  'expired',
  'cancelled',
  'refunded',
])

/** That it was mined is for the chain to say. */
function asSent(transaction: OrderTransaction): OrderTransaction {
  return transaction.state === 'mined' ? { ...transaction, state: 'sent', minedMs: null } : transaction
}
