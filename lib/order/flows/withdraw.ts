import { isHash, lowerHex } from '../../base/hex.ts'
import type { ProblemData } from '../../base/problem.ts'
import { minuteMs } from '../../base/time.ts'
import { isTerminal } from '../../service/status-codes.ts'
import { readExitCall } from '../chain-reads.ts'
import {
  change,
  createProblemData,
  type RequestFailure,
  stay,
  type Transition,
  type TransitionContext,
  withSent,
  withTransaction,
  withWalletRequest,
} from '../change.ts'
import { endProblem } from '../ending.ts'
import type { EventOf, FlowEvent, Task } from '../event.ts'
import type { FlowPorts } from '../flow-ports.ts'
import type { InboxOrder, Order } from '../order.ts'
import { countMissingRead, usesInbox } from '../order-facts.ts'
import { withdrawCall } from '../wallet-request.ts'
import { findPendingWithdrawal, isWithdrawPending, lastWithdrawal, withdrawalPlaceOf } from './exit-rules.ts'
import { poll } from './polls.ts'
import { chainDueMs } from './tracking.ts'

/** Requests the withdrawal. The state stays the same; the chain shows when the funds are back. */
export function requestWithdraw(
  order: InboxOrder,
  { accountNonce, wallet }: EventOf<'withdraw'>,
  context: TransitionContext,
): Transition {
  if (order.isInboxEmpty || order.walletRequest !== null) return stay(order)
  // A second withdrawal would find the inbox empty and waste its gas.
  if (findPendingWithdrawal(order, context.nowMs) !== null) return stay(order)
  // A delivery on an unreadable chain ends on the service's report. A withdrawal makes Ferry follow the order
  // again.
  const dueMs = order.dueMs ?? context.nowMs
  const request = { purpose: 'withdraw', wallet, accountNonce, amountUnits: null, dueMs } as const
  const requested = withWalletRequest(order, order.state, request, context)
  return {
    ...requested,
    order: { ...requested.order, fundsSettled: false, problem: problemWithoutWithdrawal(order) },
  }
}

/** Records the wallet's answer to the withdrawal. If it is not a hash, only the chain decides. */
export function onWithdrawAnswer(
  order: Order,
  { result }: EventOf<'walletAnswered'>,
  context: TransitionContext,
): Transition {
  const open = { ...order, walletRequest: null }
  if (!isHash(result)) return change(open, {})
  const hash = lowerHex(result)
  if (order.transactions.some((one) => one.hash === hash)) return change(open, {})
  const transactions = withSent(order, 'withdraw', hash, { amountUnits: null }, context)
  const sent = { ...open, transactions, pollCount: 0 }
  return change(sent, { dueMs: chainDueMs(sent, context.nowMs) })
}

export function onWithdrawRejected(order: Order, { problem }: RequestFailure): Transition {
  const { money, facts } = withdrawalPlaceOf(order)
  return change(order, {
    walletRequest: null,
    problem: { ...problem, money, facts: { ...problem.facts, ...facts } },
  })
}

/** The swap's own proof shows whether it paid. */
export const watchWithdraw: Task = { name: 'watchWithdraw', isRead: true, run: readWithdrawal }

async function readWithdrawal(order: Order, ports: FlowPorts, isWatched: boolean): Promise<FlowEvent> {
  const sent = lastWithdrawal(order)
  if (sent === undefined || !usesInbox(order)) return poll.run(order, ports, isWatched)
  const own = withdrawCall(ports.deployment, order)
  return { kind: 'withdrawObserved', ...(await readExitCall(order, sent, own, ports)) }
}

/** How long an endpoint may lag behind a block that another one has shown. */
const lagMs = minuteMs

/** If it did nothing, the person is informed and may retry. */
export function onWithdrawObserved(
  order: Order,
  { transaction, isMissing }: EventOf<'withdrawObserved'>,
  context: TransitionContext,
): Transition {
  const sent = lastWithdrawal(order)
  if (sent === undefined || !isWithdrawPending(order)) return stay(order)
  const { nowMs } = context
  const next = { ...order, pollCount: order.pollCount + 1 }
  const dueMs = chainDueMs(next, nowMs)
  if (isMissing) {
    const missed = countMissingRead(sent, nowMs)
    if (missed === null) return change(next, { dueMs })
    const known = { ...next, transactions: withTransaction(order, sent.hash, missed) }
    return missed.state === 'dropped'
      ? endWithdrawal(known, 'transactionDropped', context)
      : change(known, { dueMs })
  }
  const { hash, state } = transaction
  // The nonce is that of the review. A node that does not know the transaction yet may show an earlier one
  // with that nonce.
  const isLagging = state === 'replaced' && nowMs - sent.sentMs < lagMs
  if (state === 'sent' || isLagging) return change(next, { dueMs })
  const minedMs = state === 'mined' ? nowMs : null
  const isSame = hash === sent.hash
  const transactions = isSame
    ? withTransaction(order, hash, { state, minedMs })
    : [...withTransaction(order, sent.hash, { state: 'replaced' }), { ...sent, hash, state, minedMs }]
  const known = { ...next, transactions }
  // Read its payout immediately.
  if (state === 'mined') return change({ ...known, pollCount: 0 }, { dueMs: nowMs })
  return endWithdrawal(known, state === 'failed' ? 'transactionFailed' : 'transactionReplaced', context)
}

function endWithdrawal(order: Order, reason: string, { nowMs }: TransitionContext): Transition {
  const { money, facts } = withdrawalPlaceOf(order)
  return change(order, {
    problem: createProblemData('withdrawNotSent', money, { ...facts, reason }),
    pollCount: 0,
    dueMs: nowMs,
  })
}

/** Returns the problem of the swap itself. A new withdrawal replaces the failure of an earlier one. */
function problemWithoutWithdrawal(order: Order): ProblemData | null {
  if (order.problem?.code !== 'withdrawNotSent') return order.problem
  return isTerminal(order.statusCode) ? endProblem(order, order.statusCode) : null
}
