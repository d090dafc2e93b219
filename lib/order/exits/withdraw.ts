import { type Address, isSameHex } from '../../base/hex.ts'
import { Problem } from '../../base/problem.ts'
import type { ProblemData } from '../../base/problem-shape.ts'
import { secondMs } from '../../base/time.ts'
import type { SimulationSummary } from '../../chain/effects.ts'
import { requestInputs } from '../../deployment/deployment.ts'
import { usesInbox } from '../../quote/order-kind.ts'
import { chainSecondsOf } from '../../review/preflight.ts'
import { walletQuoteRequest } from '../../service/quote-request.ts'
import { isTerminal } from '../../service/status-codes.ts'
import type { Account } from '../../wallet/port.ts'
import { createProblemData } from '../change.ts'
import { endProblem } from '../end-problems.ts'
import type { FlowEvent, Task } from '../event.ts'
import type { FlowPorts } from '../flow-ports.ts'
import { chainDueMs, poll } from '../flows/schedule.ts'
import type { InboxOrder, Order } from '../order.ts'
import { readExitCall } from '../transaction-reads.ts'
import { change, type Handler, stay, type Transition, type TransitionContext } from '../transition.ts'
import { inboxDeadlineSeconds, originConfig, requireListed, withdrawCall } from '../wallet-request.ts'
import {
  type Exit,
  type ExitTerms,
  exitPlaceOf,
  exitWallet,
  mayLag,
  requestExit,
  withCallSeen,
  withMissedExit,
} from './exit-engine.ts'
import {
  canWithdraw,
  findPendingWithdrawal,
  isWithdrawPending,
  lastWithdrawal,
  withdrawalPlaceOf,
} from './exit-rules.ts'

/** The chain shows when the funds are back. */
export const withdrawal: Exit = {
  purpose: 'withdraw',
  amountUnits: null,
  afterSent: (order) => ({ ...order, readCount: 0 }),
  afterUnclear: (order) => order,
  afterRejected: (order, { problem }) => withProblem(order, problem),
  afterLost: withProblem,
}

function withProblem(order: Order, problem: ProblemData): Order {
  const { money, facts } = withdrawalPlaceOf(order)
  return { ...order, problem: { ...problem, money, facts: { ...problem.facts, ...facts } } }
}

export const requestWithdraw: Handler<'withdraw', InboxOrder> = (order, event, context) => {
  if (order.isInboxEmpty || order.walletRequest !== null) return stay(order)
  // A second withdrawal would find the inbox empty and waste its gas.
  if (findPendingWithdrawal(order, context.nowMs) !== null) return stay(order)
  // A delivery on an unreadable chain ends on the service's report. A withdrawal makes Ferry follow the order
  // again.
  const own = {
    fundsSettled: false,
    problem: problemWithoutWithdrawal(order),
    dueMs: order.dueMs ?? context.nowMs,
  }
  return requestExit({ ...order, ...own }, withdrawal, event, context)
}

/** The swap's own proof shows whether it paid. */
export const watchWithdraw: Task = { name: 'watchWithdraw', isRead: true, run: readWithdrawal }

async function readWithdrawal(order: Order, ports: FlowPorts): Promise<FlowEvent> {
  const sent = lastWithdrawal(order)
  if (sent === undefined || !usesInbox(order)) return poll.run(order, ports)
  const own = withdrawCall(ports.deployment, order)
  return { kind: 'withdrawObserved', ...(await readExitCall(order, sent, own, ports)) }
}

/** If it did nothing, the person is informed and may retry. */
export const onWithdrawObserved: Handler<'withdrawObserved'> = (
  order,
  { transaction, isMissing },
  context,
) => {
  const sent = lastWithdrawal(order)
  if (sent === undefined || !isWithdrawPending(order)) return stay(order)
  const { nowMs } = context
  const next = { ...order, readCount: order.readCount + 1 }
  const dueMs = chainDueMs(next, nowMs)
  if (isMissing) {
    const known = withMissedExit(next, sent.hash, nowMs)
    const isDropped = lastWithdrawal(known)?.state === 'dropped'
    return isDropped ? endWithdrawal(known, 'dropped', context) : change(known, { dueMs })
  }
  if (transaction.state === 'sent' || (transaction.state === 'replaced' && mayLag(sent.sentMs, nowMs)))
    return change(next, { dueMs })
  const known = withCallSeen(next, transaction, { ours: sent, other: sent, nowMs })
  // Read its payout immediately.
  if (transaction.state === 'mined') return change({ ...known, readCount: 0 }, { dueMs: nowMs })
  return endWithdrawal(known, transaction.state, context)
}

function endWithdrawal(order: Order, reason: string, { nowMs }: TransitionContext): Transition {
  const ended = withProblem(order, createProblemData('withdrawNotSent', 'unknown', { reason }))
  return change(ended, { readCount: 0, dueMs: nowMs })
}

/**
 * Returns the problem of the swap itself. A new withdrawal replaces the failure of an earlier one, and Ferry follows the swap
 * again.
 */
function problemWithoutWithdrawal(order: Order): ProblemData | null {
  const code = order.problem?.code
  if (code !== 'withdrawNotSent' && code !== 'stoppedUnread') return order.problem
  return isTerminal(order.statusCode) ? endProblem(order, order.statusCode) : null
}

/**
 * Returns when Ferry offers a withdrawal even if the funds are reported as gone: the request's own deadline.
 * Null if the order has no inbox.
 */
export function withdrawFromMs(
  order: Order,
  deployment: Parameters<typeof inboxDeadlineSeconds>[0],
): number | null {
  if (!usesInbox(order)) return null
  const seconds = inboxDeadlineSeconds(deployment, order)
  return seconds === null ? null : seconds * secondMs
}

/**
 * Throws, in addition to the problems of `reviewExit`:
 * - `notAllowed`: there is nothing to withdraw, or it is reported as gone and the deadline is still to come.
 * - `contractNotListed`: the deployment file does not list the inbox.
 */
export async function readWithdrawTerms(
  order: Order,
  account: Account | null,
  ports: FlowPorts,
): Promise<ExitTerms> {
  const where = exitPlaceOf('withdraw', order)
  const isThere = canWithdraw(
    order,
    await readLatestMs(order, ports),
    withdrawFromMs(order, ports.deployment),
  )
  if (!usesInbox(order) || !isThere) throw new Problem('notAllowed', where)
  exitWallet('withdraw', order, account)
  const config = originConfig(ports.deployment, order)
  requireListed(order, config, where.money)
  const { inputToken, inputAmount } = walletQuoteRequest(order.reviewed.request)
  const inputs = requestInputs(config, inputToken)
  return {
    order,
    contract: withdrawCall(ports.deployment, order).to,
    amountOf: (simulation) => measuredPayout(simulation, inputs) ?? inputAmount,
    sinceBlock: '0',
  }
}

/** After a cancellation the payout is lower, because fees are deducted. */
function measuredPayout(simulation: SimulationSummary, inputs: readonly Address[]): string | null {
  if (simulation.kind !== 'measured') return null
  const paid = simulation.arrives.filter(({ token }) => inputs.some((one) => isSameHex(one, token)))
  return paid.length === 0 ? null : paid.reduce((sum, { units }) => sum + BigInt(units), 0n).toString()
}

/**
 * Returns the latest time among this machine's clock and the chain's, without the service's. The inbox uses
 * the chain's clock, but an idle chain may be behind, so this machine's counts too. The simulation at the
 * inbox then decides.
 */
async function readLatestMs(order: Order, ports: FlowPorts): Promise<number> {
  const chainSeconds = await chainSecondsOf(order.reviewed.request.originChainId, ports)
  return Math.max(ports.clock.nowMs(), ...chainSeconds.map((seconds) => seconds * secondMs))
}
