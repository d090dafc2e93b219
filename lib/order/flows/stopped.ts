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
import { lapse } from './deciding.ts'
import { chainDueMs, failedReadDueMs } from './tracking.ts'

/**
 * Takes in what a wallet still says to an order that was stopped while it asked. A yes to an approval is written down,
 * so that what may be taken is shown and can be taken back; anything else says nothing of money.
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

/** The question of a stopped order is answered with a no, or was waited for long enough. */
function closedStopped(order: Order, _event: FlowEvent, { nowMs }: TransitionContext): Transition {
  return order.walletRequest === null ? stay(order) : change(order, noneAsked(order, nowMs))
}

/** What a stopped order asked before is open next, if anything; else what is being taken back is followed to its end. */
function noneAsked(order: Order, nowMs: number): Changes {
  const open = closed(order)
  const isOpen = open.walletRequest !== null
  return { ...open, dueMs: isOpen ? nowMs : watchesRevoke(order) ? order.dueMs : null }
}

/** Reads what came of an approval that a stopped order's wallet may still show: its answer may never come. */
const watchStopped: Task = { name: 'watchStopped', isRead: true, run: readStopped }

async function readStopped(order: Order, { chain, store }: FlowPorts): Promise<FlowEvent> {
  const key = allowanceOf(order)
  const request = order.walletRequest
  if (key === null || request === null) return { kind: 'lapsed' }
  // What another swap of this token is allowed, or is losing, says nothing of this one.
  const others = (await store.open()).filter((one) => one.id !== order.id && isAboutAllowance(one, key))
  const isShared = others.some(countsOnAllowance) || isBeingRevoked(others, key)
  const chainSeconds = Math.min(...(await chain.latestBlockSeconds(key.chainId)))
  if (isShared) return { kind: 'approvalSeen', units: null, chainSeconds }
  const units = await chain.allowance(key.chainId, key.token, key.owner, key.spender)
  const isOthers = isMore(units, order) && (await isLeftByAnother(order, key, units, store))
  return { kind: 'approvalSeen', units: isOthers ? null : units.toString(), chainSeconds }
}

/** Returns whether another order that is over was approved so much since this one's wallet was asked: that one tells of it. */
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

/** Returns the approvals that an order's wallet was asked for, and may still show. */
function openApprovals(order: Order): readonly WalletRequestRecord[] {
  return listSuperseded(order).filter(asksApproval)
}

/**
 * Returns whether the allowance is larger than the user knows: larger than what was shown already, or than the smallest
 * allowance read since the first approval that the wallet may still show was requested.
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

/** Returns what is due once an order is stopped: what its wallet may still show of the swap is looked for. */
export function taskWhenStopped({ walletRequest }: Order): Task | null {
  if (walletRequest === null || asksRevoke({ walletRequest })) return null
  return asksApproval(walletRequest) ? watchStopped : lapse
}

const overSteps: ReadonlySet<TimelineEntry['step']> = new Set(['stopped', 'expired', 'cancelled'])

/** Returns whether an order that is over was watched for a day, by our clock and by the chain's, which no leap of ours moves. */
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
 * The chain shows what was approved after the stop: it is said, and can be taken back. What is not the amount that was asked for
 * may be somebody else's doing, so the question is watched on. The last look is one after a day.
 */
function stoppedSeen(order: Order, event: EventOf<'approvalSeen'>, context: TransitionContext): Transition {
  const { units, chainSeconds } = event
  const { nowMs } = context
  const request = order.walletRequest
  if (request === null || !asksApproval(request)) return stay(order)
  const isTold = units !== null && isMore(BigInt(units), order)
  const late = isTold ? { approvedLate: { units, atMs: nowMs }, seen: false } : {}
  // Nothing to take is all that a reset asks for.
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

/** The chain could not be read: again, as often as it is looked at anyway. */
function stoppedUnread(order: Order, _event: EventOf<'readFailed'>, context: TransitionContext): Transition {
  return order.walletRequest === null
    ? stay(order)
    : change(order, { dueMs: failedReadDueMs(order, context.nowMs) })
}

/** Once it is stopped: the wallet may still show its question, also where the way to it is cut. */
export const stillAsked = {
  walletAnswered: [answeredStopped, 'stays'],
  walletRefused: [closedStopped, 'stays'],
  approvalSeen: [stoppedSeen, 'stays'],
  readFailed: [stoppedUnread, 'stays'],
  lapsed: [closedStopped, 'stays'],
} as const satisfies Listeners
