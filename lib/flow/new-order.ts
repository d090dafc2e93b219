import type { WalletRef } from '../swap/account.ts'
import type { Order } from '../swap/order.ts'
import type { ProposedBy } from '../swap/proposal.ts'
import type { CheckedDeal } from './deal-input.ts'

/**
 * A confirmed deal as the first record of an order; `id` is the review's key, so that confirming twice is one order. A
 * deposit without a wallet waits for its money at once.
 */
export function newOrder(
  id: string,
  checked: CheckedDeal,
  wallet: WalletRef | null,
  nowMs: number,
  proposedBy: ProposedBy | null = null,
): Order {
  return {
    schema: 1,
    id,
    rev: 0,
    kind: checked.kind,
    state: wallet === null ? 'deposit_awaited' : 'confirmed',
    createdMs: nowMs,
    updatedMs: nowMs,
    wallet,
    reviewed: checked.reviewed,
    deal: checked.deal,
    walletRequest: null,
    transactions: [],
    signature: null,
    submitBody: null,
    submitCount: 0,
    statusCode: null,
    sourceTransactionHash: null,
    destinationTransactionHash: null,
    refundTransactionHash: null,
    fulfilledAmount: null,
    lookCount: 0,
    dueMs: nowMs,
    offer: null,
    problem: null,
    timeline: [{ step: 'confirmed', atMs: nowMs }],
    attempts: [],
    anomalies: [],
    unusedSeenMs: null,
    moneyAccounted: false,
    notice: null,
    seen: false,
    ...(proposedBy === null ? {} : { proposedBy }),
  }
}
