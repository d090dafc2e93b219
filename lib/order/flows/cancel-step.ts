import { isHash, lowerHex } from '../../base/hex.ts'
import type { ProblemData } from '../../base/problem.ts'
import type { ChainDoubt } from '../../chain/evidence.ts'
import { ask, change, mark, move, stay, withoutDoubt, withSent, withTransaction } from '../change.ts'
import type { FlowEvent, Step, StepContext } from '../event.ts'
import { plainProblem } from '../needs-user.ts'
import type { Order } from '../order.ts'
import { lookWaitMs } from '../plan.ts'
import { asksCancel, cancellationOf, mayCancel, watchesCancel } from './cancel.ts'
import { chainDueMs } from './tracking.ts'

/** The person cancels: the state stays what it is, and the nonce tells whether it was in time. */
export function cancel(
  order: Order,
  event: Extract<FlowEvent, { kind: 'cancel' }>,
  context: StepContext,
): Step {
  if (!mayCancel(order)) return stay(order)
  const { accountNonce, sinceBlock } = event
  const request = { purpose: 'cancel', accountNonce, amountUnits: null, dueMs: context.nowMs } as const
  const asked = ask(order, order.state, request, context)
  const cancelling = order.cancelling ?? { sinceBlock, isTooLate: false }
  return { ...asked, order: { ...asked.order, problem: endOf(order), cancelling, lookCount: 0 } }
}

/** The wallet answered; anything but a hash is left to the nonce. */
export function cancelAnswered(order: Order, result: unknown, context: StepContext): Step {
  const open = { ...order, walletRequest: null }
  if (!isHash(result)) return change(open, {})
  const hash = lowerHex(result)
  if (order.transactions.some((one) => one.hash === hash)) return change(open, {})
  const transactions = withSent(order, 'cancel', hash, { amountUnits: null }, context)
  const sent = { ...open, transactions, lookCount: 0 }
  return change(sent, { dueMs: chainDueMs(sent, context.nowMs) })
}

/** The wallet said no, or was never reached: the swap goes on as before. */
export function cancelStopped(order: Order, { code }: ProblemData): Step {
  return change(withoutCancelling({ ...order, walletRequest: null }), { problem: notSent(order, code) })
}

/** Nobody knows whether it was sent: the nonce is watched, and the person may ask again. */
export function cancelLost(order: Order, problem: ProblemData): Step {
  const shown = endOf(order) ?? { ...problem, money: 'untaken' as const }
  return change(order, { walletRequest: null, problem: shown })
}

/** What the chain says of nonce and transaction: cancelled for good, too late, or not decided yet. */
export function cancelSeen(
  order: Order,
  event: Extract<FlowEvent, { kind: 'cancelSeen' }>,
  context: StepContext,
): Step {
  const { cancelling } = order
  if (cancelling === undefined || !watchesCancel(order)) return stay(order)
  const known = withSeen(order, event.transaction, context)
  if (event.end === 'cancelled') {
    return move(withoutDoubt(known), 'cancelled_unused', null, {
      timeline: mark(known, 'cancelled', context.nowMs),
      notice: { kind: 'cancelled', state: 'pending' },
      // The person's own doing: nothing to be alarmed about.
      seen: true,
      walletRequest: null,
      signature: null,
      submitBody: null,
      moneyAccounted: true,
    })
  }
  const next = doubted({ ...known, lookCount: order.lookCount + 1 }, event.doubt)
  if (event.end === 'taken') {
    return change(next, {
      cancelling: { ...cancelling, isTooLate: true },
      problem: plainProblem('cancelTooLate', 'onItsWay'),
      walletRequest: asksCancel(order) ? null : order.walletRequest,
      dueMs: context.nowMs + lookWaitMs(next.lookCount, context.nowMs - order.createdMs),
    })
  }
  const state = event.transaction?.state
  if ((state === 'failed' || state === 'replaced') && order.walletRequest === null) {
    const reason = state === 'failed' ? 'transactionFailed' : 'transactionReplaced'
    return change(withoutCancelling(next), { problem: notSent(order, reason), dueMs: context.nowMs })
  }
  return change(next, { dueMs: chainDueMs(next, context.nowMs) })
}

/** The order with what one endpoint alone could not decide. */
function doubted(order: Order, doubt: ChainDoubt | undefined): Order {
  return doubt === undefined ? withoutDoubt(order) : { ...order, doubt }
}

/** The transaction as it was seen; one that took the place of ours under another hash is ours as well. */
function withSeen(
  order: Order,
  seen: Extract<FlowEvent, { kind: 'cancelSeen' }>['transaction'],
  context: StepContext,
): Order {
  if (seen === null) return order
  const minedMs = seen.state === 'mined' ? context.nowMs : null
  const isKnown = order.transactions.some(({ hash }) => hash === seen.hash)
  if (isKnown) {
    return { ...order, transactions: withTransaction(order, seen.hash, { state: seen.state, minedMs }) }
  }
  const ours = cancellationOf(order)
  const kept = ours === null ? order.transactions : withTransaction(order, ours.hash, { state: 'replaced' })
  const found = {
    purpose: 'cancel',
    hash: seen.hash,
    chainId: order.reviewed.ask.originChainId,
    state: seen.state,
    accountNonce: null,
    sentMs: context.nowMs,
    minedMs,
    amountUnits: null,
  } as const
  return { ...order, transactions: [...kept, found] }
}

/** The words for an end stay; those for what was in the way before do not. */
function endOf(order: Order): ProblemData | null {
  return order.state === 'reported_terminal' ? order.problem : null
}

function notSent(order: Order, reason: string): ProblemData {
  return endOf(order) ?? { ...plainProblem('cancelNotSent', 'untaken'), facts: { reason } }
}

/** Nothing of it is under way any more; a transaction of an earlier try may be. */
function withoutCancelling(order: Order): Order {
  if (cancellationOf(order) !== null) return order
  const { cancelling: _cancelling, ...rest } = order
  return rest
}
