import { isTrackedByReceipt } from '../../quote/order-kind.ts'
import { isFailure } from '../../service/status-codes.ts'
import { withTimelineStep, withTransaction } from '../change.ts'
import { endProblem, isTransferOpen } from '../end-problems.ts'
import type { Task } from '../event.ts'
import { watchCancel } from '../exits/cancel.ts'
import { findCancellation } from '../exits/exit-rules.ts'
import type { DepositOrder, Order } from '../order.ts'
import { isOwnPayment } from '../order-facts.ts'
import type { OrderTransaction } from '../order-parts.ts'
import { change, stay, type Transition, type TransitionContext } from '../transition.ts'
import { sendOf, type TransactionEvent, watchTransaction, withObserved, withRepriced } from './mining.ts'
import { poll } from './polls.ts'
import { verify } from './proof.ts'
import { namesRefund } from './refund-proof.ts'
import { dueAfterEndMs, isCancellationReadDue, isChainReadDue } from './schedule.ts'

/** While a deposit's transfer is pending, its state is the only thing to prove. */
export function taskAfterEnd(order: Order): Task {
  if (!isChainReadDue(order) && !isTrackedByReceipt(order)) return poll
  // While a cancellation is pending, every other chain read is for it.
  const isCancelling = order.cancelling !== undefined && findCancellation(order)?.state === 'sent'
  if (isCancelling && isCancellationReadDue(order)) return watchCancel
  const isWaiting = isFailure(order.statusCode) && isTransferOpen(order) && !namesRefund(order)
  return isWaiting ? watchTransaction : verify
}

/** Records the transfer of a deposit that the service gave up. The funds have left only once it is mined. */
export function onTransferAfterEnd(
  order: DepositOrder,
  event: TransactionEvent,
  context: TransitionContext,
): Transition {
  const { statusCode: code } = order
  const one = sendOf(order, event.hash)
  if (one === undefined || !isFailure(code) || !isTransferOpen(order)) return stay(order)
  const pollCount = order.pollCount + 1
  const due = { pollCount, dueMs: dueAfterEndMs(order, pollCount, context.nowMs) }
  const known: DepositOrder = { ...order, transactions: transactionsAfterEnd(order, one, event, context) }
  const problem = endProblem(known, code)
  if (!known.transactions.some(isOwnPayment)) return change(known, { ...due, problem })
  const timeline = withTimelineStep(order, 'mined', context.nowMs)
  return change(known, {
    ...due,
    problem,
    timeline,
    notification: { kind: 'failed', state: 'pending' },
    viewed: false,
  })
}

/** Returns the transactions after an event. A missing transaction changes nothing yet. */
function transactionsAfterEnd(
  order: DepositOrder,
  one: OrderTransaction,
  event: TransactionEvent,
  context: TransitionContext,
): readonly OrderTransaction[] {
  if (event.kind === 'transactionMissing') return order.transactions
  if (event.kind === 'transactionObserved')
    return event.differs ? order.transactions : withObserved(order, event, context)
  return sendOf(order, event.by) === undefined
    ? withRepriced(order, one, event.by)
    : withTransaction(order, one.hash, { state: 'replaced' })
}
