import { isHash, lowerHex } from '../../base/hex.ts'
import { secondMs } from '../../base/time.ts'
import {
  type AllowanceKey,
  allowanceOf,
  hasRevokeRequest,
  isBeingRevoked,
  isForAllowance,
  isRevokePending,
  reliesOnAllowance,
  remainingAllowance,
} from '../allowances.ts'
import {
  type Changes,
  change,
  isApprovalRequest,
  type Listeners,
  lateAnswerMs,
  listSuperseded,
  reopenEarlierRequest,
  stay,
  type Transition,
  type TransitionContext,
  withSent,
} from '../change.ts'
import type { EventOf, FlowEvent, Task } from '../event.ts'
import { type FlowPorts, storedOrders } from '../flow-ports.ts'
import type { Order, TimelineEntry } from '../order.ts'
import type { WalletRequestRecord } from '../order-parts.ts'
import { expireTask } from './before-prompt.ts'
import { chainDueMs, failedReadDueMs } from './schedule.ts'

/**
 * Records a late answer to a stopped order. A sent approval is recorded, so that the allowance is displayed
 * and can be revoked. Other answers move no funds.
 */
export function onStoppedAnswer(
  order: Order,
  { result }: EventOf<'walletAnswered'>,
  context: TransitionContext,
): Transition {
  const request = order.walletRequest
  const none = requestsAfterStop(order, context.nowMs)
  if (request?.purpose !== 'approve' && request?.purpose !== 'resetApproval') return change(order, none)
  if (!isHash(result)) return change(order, none)
  const transactions = withSent(order, request.purpose, lowerHex(result), request, context)
  return change(order, { ...none, transactions, viewed: false })
}

function onStoppedClosed(order: Order, _event: FlowEvent, { nowMs }: TransitionContext): Transition {
  return order.walletRequest === null ? stay(order) : change(order, requestsAfterStop(order, nowMs))
}

function requestsAfterStop(order: Order, nowMs: number): Changes {
  const open = reopenEarlierRequest(order)
  const isOpen = open.walletRequest !== null
  return { ...open, dueMs: isOpen ? nowMs : isRevokePending(order) ? order.dueMs : null }
}

/** The wallet's answer may never come. */
const watchStopped: Task = { name: 'watchStopped', isRead: true, run: readStopped }

async function readStopped(order: Order, { chain, store }: FlowPorts): Promise<FlowEvent> {
  const key = allowanceOf(order)
  const request = order.walletRequest
  if (key === null || request === null) return { kind: 'deadlinePassed' }
  // If another swap relies on this allowance, or it is being revoked, its amount says nothing about this
  // order.
  const others = (await store.open()).filter((one) => one.id !== order.id && isForAllowance(one, key))
  const isShared = others.some(reliesOnAllowance) || isBeingRevoked(others, key)
  const chainSeconds = Math.min(...(await chain.latestBlockSeconds(key.chainId)))
  if (isShared) return { kind: 'approvalObserved', units: null, chainSeconds }
  const units = await chain.allowance(key.chainId, key.token, key.owner, key.spender)
  const isOthers = isAboveKnown(units, order) && (await isExplainedByAnother(order, key, units, store))
  return { kind: 'approvalObserved', units: isOthers ? null : units.toString(), chainSeconds }
}

/** If so, that order reports it. */
async function isExplainedByAnother(
  order: Order,
  key: AllowanceKey,
  units: bigint,
  store: FlowPorts['store'],
): Promise<boolean> {
  const sinceMs = Math.min(...openApprovals(order).map(({ requestedMs }) => requestedMs))
  for await (const other of storedOrders(store)) {
    const { transactions, lateApproval } = other
    const isSince =
      (lateApproval?.atMs ?? 0) >= sinceMs ||
      transactions.some(({ purpose, sentMs }) => purpose === 'approve' && sentMs >= sinceMs)
    const isOfKey = isSince && other.id !== order.id && isForAllowance(other, key)
    if (isOfKey && BigInt(remainingAllowance(other) ?? 0) >= units) return true
  }
  return false
}

function openApprovals(order: Order): readonly WalletRequestRecord[] {
  return listSuperseded(order).filter(isApprovalRequest)
}

/**
 * Returns whether the allowance is larger than the person knows: larger than the displayed one. If none was
 * displayed: larger than the lowest one read since the first approval request that the wallet may still show.
 */
function isAboveKnown(units: bigint, order: Order): boolean {
  const reported = remainingAllowance(order)
  if (reported !== null) return units > BigInt(reported)
  const stood = [...openApprovals(order).map((one) => one.lowestAllowanceUnits), order.revoking?.leftUnits]
  return units > BigInt(stood.reduce<string | null>(minUnits, null) ?? 0)
}

function minUnits(units: string | null, others: string | null | undefined): string | null {
  if (typeof others !== 'string') return units
  return units === null || BigInt(others) < BigInt(units) ? others : units
}

export function taskWhenStopped({ walletRequest }: Order): Task | null {
  if (walletRequest === null || hasRevokeRequest({ walletRequest })) return null
  return isApprovalRequest(walletRequest) ? watchStopped : expireTask
}

const endSteps: ReadonlySet<TimelineEntry['step']> = new Set(['stopped', 'expired', 'cancelled'])

/** By this machine's clock and by the chain's, which a jump of this clock does not affect. */
function isWatchOver(
  { timeline }: Order,
  { requestedMs, watchStartSeconds = Number.POSITIVE_INFINITY }: WalletRequestRecord,
  chainSeconds: number,
  nowMs: number,
): boolean {
  const overMs = timeline.findLast(({ step }) => endSteps.has(step))?.atMs ?? requestedMs
  const isDayOfChain = (chainSeconds - watchStartSeconds) * secondMs >= lateAnswerMs
  return isDayOfChain && nowMs >= overMs + lateAnswerMs
}

/**
 * If the amount is not the requested one, it may have another cause, so the request is still watched. The last
 * read is after a day.
 */
function onStoppedApproval(
  order: Order,
  event: EventOf<'approvalObserved'>,
  context: TransitionContext,
): Transition {
  const { units, chainSeconds } = event
  const { nowMs } = context
  const request = order.walletRequest
  if (request === null || !isApprovalRequest(request)) return stay(order)
  const isReported = units !== null && isAboveKnown(BigInt(units), order)
  const late = isReported ? { lateApproval: { units, atMs: nowMs }, viewed: false } : {}
  // A reset is done when the allowance is zero.
  const isDone = units === request.amountUnits && (isReported || units === '0')
  if (isDone || isWatchOver(order, request, chainSeconds, nowMs))
    return change(order, { ...requestsAfterStop(order, nowMs), ...late })
  const lowestAllowanceUnits = minUnits(units, request.lowestAllowanceUnits)
  const walletRequest = {
    ...request,
    ...(lowestAllowanceUnits === null ? {} : { lowestAllowanceUnits }),
    watchStartSeconds: request.watchStartSeconds ?? chainSeconds,
  }
  return change(order, { walletRequest, ...late, dueMs: chainDueMs(order, nowMs) })
}

function onStoppedReadFailed(
  order: Order,
  _event: EventOf<'readFailed'>,
  context: TransitionContext,
): Transition {
  return order.walletRequest === null
    ? stay(order)
    : change(order, { dueMs: failedReadDueMs(order, context.nowMs) })
}

export const stoppedListeners = {
  walletAnswered: [onStoppedAnswer, 'stays'],
  walletRejected: [onStoppedClosed, 'stays'],
  approvalObserved: [onStoppedApproval, 'stays'],
  readFailed: [onStoppedReadFailed, 'stays'],
  deadlinePassed: [onStoppedClosed, 'stays'],
} as const satisfies Listeners
