import { Problem } from '../base/problem.ts'
import type { ChainHead } from '../chain/evidence.ts'
import { type ReviewQuestion, unansweredOf } from '../review/review-question.ts'
import type { CheckedTerms } from '../review/terms-input.ts'
import type { WalletRef } from '../wallet/account.ts'
import type { Order, ProposedBy, ServiceCall } from './order.ts'

/** What a review asked, the codes that were said yes to, and the page that is behind it. */
export interface Beginning {
  readonly questions: readonly ReviewQuestion[]
  readonly agreed: readonly string[]
  readonly proposedBy: ProposedBy | null
  /** The newest blocks of its chains at the review. */
  readonly heads?: readonly ChainHead[]
  readonly revokeAfter?: boolean
  /** The answers of the service that it rests on; none in older reviews. */
  readonly attempts?: readonly ServiceCall[]
}

/**
 * A confirmed deal as the first record of an order; `id` is the review's key, so that confirming twice is one order. A
 * deposit without a wallet waits for its money at once. Throws `notAgreed` where something was asked and not said yes to.
 */
export function newOrder(
  id: string,
  checked: CheckedTerms,
  wallet: WalletRef | null,
  nowMs: number,
  { questions, agreed, proposedBy, heads = [], revokeAfter = false, attempts = [] }: Beginning,
): Order {
  const [open] = unansweredOf(questions, agreed)
  if (open !== undefined) throw new Problem('notAgreed', { facts: { question: open.code } })
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
    ...(questions.length === 0 ? {} : { agreed: questions }),
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
    attempts,
    anomalies: [],
    unusedSeenMs: null,
    moneyAccounted: false,
    ...(heads.length === 0 ? {} : { heads }),
    ...(revokeAfter ? { revokeAfter } : {}),
    notice: null,
    seen: false,
    ...(proposedBy === null ? {} : { proposedBy }),
  }
}
