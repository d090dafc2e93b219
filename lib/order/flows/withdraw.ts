import { isHash, lowerHex } from '../../base/hex.ts'
import type { ProblemData } from '../../base/problem.ts'
import { minuteMs } from '../../base/time.ts'
import { isTerminal } from '../../service/status-codes.ts'
import {
  change,
  type Lost,
  plainProblem,
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
import { isOfInbox } from '../order-facts.ts'
import { missedAgain } from '../order-parts.ts'
import { readExitCall } from '../reads.ts'
import { withdrawCall } from '../wallet-request.ts'
import { lastWithdrawal, placeOfWithdrawal, watchesWithdraw, withdrawalUnderWay } from './exit-rules.ts'
import { poll } from './polls.ts'
import { chainDueMs } from './tracking.ts'

/** Has the funds taken out: the state stays what it is, and the chain tells when they are back. */
export function withdraw(
  order: InboxOrder,
  { accountNonce, wallet }: EventOf<'withdraw'>,
  context: TransitionContext,
): Transition {
  if (order.isInboxEmpty || order.walletRequest !== null) return stay(order)
  // A second one would find the inbox empty and cost its gas for nothing.
  if (withdrawalUnderWay(order, context.nowMs) !== null) return stay(order)
  // A delivery on a chain that nobody can read ends on the service's word; what is taken out is followed again.
  const dueMs = order.dueMs ?? context.nowMs
  const request = { purpose: 'withdraw', wallet, accountNonce, amountUnits: null, dueMs } as const
  const asked = withWalletRequest(order, order.state, request, context)
  return { ...asked, order: { ...asked.order, fundsSettled: false, problem: withoutFailure(order) } }
}

/** Takes in what the wallet answered to the withdrawal; anything but a hash is left to the chain. */
export function withdrawAnswered(
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

/** Takes in that the wallet refused it or was lost: the funds are where they were. */
export function withdrawStopped(order: Order, { problem }: Lost): Transition {
  const { money, facts } = placeOfWithdrawal(order)
  return change(order, {
    walletRequest: null,
    problem: { ...problem, money, facts: { ...problem.facts, ...facts } },
  })
}

/** Reads what became of the withdrawal's transaction, or asks the service where there is none; that it paid is shown by the swap's own proof. */
export const watchWithdraw: Task = { name: 'watchWithdraw', isRead: true, run: readWithdrawal }

async function readWithdrawal(order: Order, ports: FlowPorts, isWatched: boolean): Promise<FlowEvent> {
  const sent = lastWithdrawal(order)
  if (sent === undefined || !isOfInbox(order)) return poll.run(order, ports, isWatched)
  const own = withdrawCall(ports.deployment, order)
  return { kind: 'withdrawSeen', ...(await readExitCall(order, sent, own, ports)) }
}

/** As long as an endpoint may lag behind a block that another one has shown. */
const lagMs = minuteMs

/** Takes in what the chain shows of the withdrawal: one that did nothing is told, and may be asked for again. */
export function withdrawSeen(
  order: Order,
  { transaction, isMissing }: EventOf<'withdrawSeen'>,
  context: TransitionContext,
): Transition {
  const sent = lastWithdrawal(order)
  if (sent === undefined || !watchesWithdraw(order)) return stay(order)
  const { nowMs } = context
  const next = { ...order, pollCount: order.pollCount + 1 }
  const dueMs = chainDueMs(next, nowMs)
  if (isMissing) {
    const missed = missedAgain(sent, nowMs)
    if (missed === null) return change(next, { dueMs })
    const known = { ...next, transactions: withTransaction(order, sent.hash, missed) }
    return missed.state === 'dropped' ? over(known, 'transactionDropped', context) : change(known, { dueMs })
  }
  const { hash, state } = transaction
  // Its nonce is the one of the review: a node that does not know it yet shows whatever was sent since in its place.
  const isLagging = state === 'replaced' && nowMs - sent.sentMs < lagMs
  if (state === 'sent' || isLagging) return change(next, { dueMs })
  const minedMs = state === 'mined' ? nowMs : null
  const isSame = hash === sent.hash
  const transactions = isSame
    ? withTransaction(order, hash, { state, minedMs })
    : [...withTransaction(order, sent.hash, { state: 'replaced' }), { ...sent, hash, state, minedMs }]
  const known = { ...next, transactions }
  // What it paid is read at once.
  if (state === 'mined') return change({ ...known, pollCount: 0 }, { dueMs: nowMs })
  return over(known, state === 'failed' ? 'transactionFailed' : 'transactionReplaced', context)
}

/** It took nothing out, and the funds are where they were. */
function over(order: Order, reason: string, { nowMs }: TransitionContext): Transition {
  const { money, facts } = placeOfWithdrawal(order)
  return change(order, {
    problem: plainProblem('withdrawNotSent', money, { ...facts, reason }),
    pollCount: 0,
    dueMs: nowMs,
  })
}

/** Returns what the swap itself is told with: an earlier withdrawal's failure is over once another one is asked for. */
function withoutFailure(order: Order): ProblemData | null {
  if (order.problem?.code !== 'withdrawNotSent') return order.problem
  return isTerminal(order.statusCode) ? endProblem(order, order.statusCode) : null
}
