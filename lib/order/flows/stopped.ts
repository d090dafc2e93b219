import { isHash, lowerHex } from '../../base/hex.ts'
import { secondMs } from '../../base/time.ts'
import {
  type AllowanceKey,
  allowanceOf,
  asksRevoke,
  countsOnAllowance,
  isAboutAllowance,
  isBeingRevoked,
  leftAllowance,
  watchesRevoke,
} from '../allowances.ts'
import {
  asksApproval,
  type Changes,
  change,
  closed,
  type Listeners,
  listSuperseded,
  stay,
  stillAskedMs,
  type Transition,
  type TransitionContext,
  withSent,
} from '../change.ts'
import type { EventOf, FlowEvent, Task } from '../event.ts'
import { type FlowPorts, storedOrders } from '../flow-ports.ts'
import type { Order, TimelineEntry } from '../order.ts'
import type { WalletRequestRecord } from '../order-parts.ts'
import { lapse } from './before-prompt.ts'
import { chainDueMs, failedReadDueMs } from './tracking.ts'

/**
 * Records a late answer to a stopped order. A sent approval is recorded, so that the allowance is displayed
 * and can be revoked. Other answers move no funds.
 */
export function answeredStopped(
  order: Order,
  { result }: EventOf<'walletAnswered'>,
  context: TransitionContext,
): Transition {
  const request = order.walletRequest
  const none = noneAsked(order, context.nowMs)
  if (request?.purpose !== 'approve' && request?.purpose !== 'resetApproval') return change(order, none)
  if (!isHash(result)) return change(order, none)
  const transactions = withSent(order, request.purpose, lowerHex(result), request, context)
  return change(order, { ...none, transactions, seen: false })
}

/** Closes the request of a stopped order after a rejection, or after a day. */
function closedStopped(order: Order, _event: FlowEvent, { nowMs }: TransitionContext): Transition {
  return order.walletRequest === null ? stay(order) : change(order, noneAsked(order, nowMs))
}

/**
 * Returns the next request of a stopped order: an earlier unanswered one, if any. Otherwise a pending
 * revocation is followed to its end.
 */
function noneAsked(order: Order, nowMs: number): Changes {
  const open = closed(order)
  const isOpen = open.walletRequest !== null
  return { ...open, dueMs: isOpen ? nowMs : watchesRevoke(order) ? order.dueMs : null }
}

/**
 * Reads whether an approval that a stopped order's wallet may still show was sent, because its answer may
 * never come.
 */
const watchStopped: Task = { name: 'watchStopped', isRead: true, run: readStopped }

async function readStopped(order: Order, { chain, store }: FlowPorts): Promise<FlowEvent> {
  const key = allowanceOf(order)
  const request = order.walletRequest
  if (key === null || request === null) return { kind: 'lapsed' }
  // If another swap relies on this allowance, or it is being revoked, its amount says nothing about this
  // order.
  const others = (await store.open()).filter((one) => one.id !== order.id && isAboutAllowance(one, key))
  const isShared = others.some(countsOnAllowance) || isBeingRevoked(others, key)
  const chainSeconds = Math.min(...(await chain.latestBlockSeconds(key.chainId)))
  if (isShared) return { kind: 'approvalSeen', units: null, chainSeconds }
  const units = await chain.allowance(key.chainId, key.token, key.owner, key.spender)
  const isOthers = isMore(units, order) && (await isLeftByAnother(order, key, units, store))
  return { kind: 'approvalSeen', units: isOthers ? null : units.toString(), chainSeconds }
}

/**
 * Returns whether another finished order got such an approval since this one's request. Then that order
 * reports it.
 */
async function isLeftByAnother(
  order: Order,
  key: AllowanceKey,
  units: bigint,
  store: FlowPorts['store'],
): Promise<boolean> {
  const sinceMs = Math.min(...openApprovals(order).map(({ askedMs }) => askedMs))
  for await (const other of storedOrders(store)) {
    const { transactions, approvedLate } = other
    const isSince =
      (approvedLate?.atMs ?? 0) >= sinceMs ||
      transactions.some(({ purpose, sentMs }) => purpose === 'approve' && sentMs >= sinceMs)
    const isOfKey = isSince && other.id !== order.id && isAboutAllowance(other, key)
    if (isOfKey && BigInt(leftAllowance(other) ?? 0) >= units) return true
  }
  return false
}

/** Returns the approval requests that the order's wallet may still show. */
function openApprovals(order: Order): readonly WalletRequestRecord[] {
  return listSuperseded(order).filter(asksApproval)
}

/**
 * Returns whether the allowance is larger than the person knows: larger than the displayed one. If none was
 * displayed: larger than the lowest one read since the first approval request that the wallet may still show.
 */
function isMore(units: bigint, order: Order): boolean {
  const told = leftAllowance(order)
  if (told !== null) return units > BigInt(told)
  const stood = [...openApprovals(order).map((one) => one.allowedUnits), order.revoking?.leftUnits]
  return units > BigInt(stood.reduce<string | null>(least, null) ?? 0)
}

function least(units: string | null, others: string | null | undefined): string | null {
  if (typeof others !== 'string') return units
  return units === null || BigInt(others) < BigInt(units) ? others : units
}

/**
 * Returns the task of a stopped order: it looks for the effect of a request that its wallet may still show.
 */
export function taskWhenStopped({ walletRequest }: Order): Task | null {
  if (walletRequest === null || asksRevoke({ walletRequest })) return null
  return asksApproval(walletRequest) ? watchStopped : lapse
}

const overSteps: ReadonlySet<TimelineEntry['step']> = new Set(['stopped', 'expired', 'cancelled'])

/**
 * Returns whether a finished order was watched for a day, by this machine's clock and by the chain's, which a
 * jump of this clock does not affect.
 */
function isWatchedEnough(
  { timeline }: Order,
  { askedMs, watchedFromSeconds = Number.POSITIVE_INFINITY }: WalletRequestRecord,
  chainSeconds: number,
  nowMs: number,
): boolean {
  const overMs = timeline.findLast(({ step }) => overSteps.has(step))?.atMs ?? askedMs
  const isDayOfChain = (chainSeconds - watchedFromSeconds) * secondMs >= stillAskedMs
  return isDayOfChain && nowMs >= overMs + stillAskedMs
}

/**
 * Records an approval that the chain shows after the stop, so that it is displayed and can be revoked. If the
 * amount is not the requested one, it may have another cause, so the request is still watched. The last read
 * is after a day.
 */
function stoppedSeen(order: Order, event: EventOf<'approvalSeen'>, context: TransitionContext): Transition {
  const { units, chainSeconds } = event
  const { nowMs } = context
  const request = order.walletRequest
  if (request === null || !asksApproval(request)) return stay(order)
  const isTold = units !== null && isMore(BigInt(units), order)
  const late = isTold ? { approvedLate: { units, atMs: nowMs }, seen: false } : {}
  // A reset is done when the allowance is zero.
  const isDone = units === request.amountUnits && (isTold || units === '0')
  if (isDone || isWatchedEnough(order, request, chainSeconds, nowMs))
    return change(order, { ...noneAsked(order, nowMs), ...late })
  const allowedUnits = least(units, request.allowedUnits)
  const walletRequest = {
    ...request,
    ...(allowedUnits === null ? {} : { allowedUnits }),
    watchedFromSeconds: request.watchedFromSeconds ?? chainSeconds,
  }
  return change(order, { walletRequest, ...late, dueMs: chainDueMs(order, nowMs) })
}

/** The chain could not be read. Retries at the usual pace. */
function stoppedUnread(order: Order, _event: EventOf<'readFailed'>, context: TransitionContext): Transition {
  return order.walletRequest === null
    ? stay(order)
    : change(order, { dueMs: failedReadDueMs(order, context.nowMs) })
}

/** Events of a stopped order: the wallet may still show its request, even without a connection. */
export const stillAsked = {
  walletAnswered: [answeredStopped, 'stays'],
  walletRefused: [closedStopped, 'stays'],
  approvalSeen: [stoppedSeen, 'stays'],
  readFailed: [stoppedUnread, 'stays'],
  lapsed: [closedStopped, 'stays'],
} as const satisfies Listeners
