import { isHash, lowerHex } from '../../base/hex.ts'
import { secondMs } from '../../base/time.ts'
import {
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
  stay,
  stillAskedMs,
  type Transition,
  type TransitionContext,
  withSent,
} from '../change.ts'
import type { EventOf, FlowEvent, Task } from '../event.ts'
import type { FlowPorts } from '../flow-ports.ts'
import type { Order, TimelineEntry } from '../order.ts'
import type { WalletRequestRecord } from '../order-parts.ts'
import { lapse } from './deciding.ts'
import { chainDueMs } from './tracking.ts'

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
  if (isShared) return { kind: 'approvalSeen', isDone: false, chainSeconds }
  const units = await chain.allowance(key.chainId, key.token, key.owner, key.spender)
  const askedUnits = BigInt(request.amountUnits ?? '0')
  const isDone = askedUnits === 0n ? units === 0n : units >= askedUnits
  return { kind: 'approvalSeen', isDone, chainSeconds }
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

/** The chain shows what was approved after the stop: it is said, and can be taken back. The last look is one after a day. */
function stoppedSeen(order: Order, event: EventOf<'approvalSeen'>, context: TransitionContext): Transition {
  const { isDone, chainSeconds } = event
  const request = order.walletRequest
  if (request === null || !asksApproval(request)) return stay(order)
  // What another yes to the same explains, until it was taken back, is not this one's.
  if (!isDone || leftAllowance(order) !== null) {
    if (isWatchedEnough(order, request, chainSeconds, context.nowMs))
      return closedStopped(order, event, context)
    const walletRequest = { ...request, watchedFromSeconds: request.watchedFromSeconds ?? chainSeconds }
    return change(order, { walletRequest, dueMs: chainDueMs(order, context.nowMs) })
  }
  const units = request.amountUnits ?? '0'
  const late = units === '0' ? {} : { approvedLate: { units, atMs: context.nowMs }, seen: false }
  return change(order, { ...noneAsked(order, context.nowMs), ...late })
}

/** The chain could not be read: again, as often as it is looked at anyway. */
function stoppedUnread(order: Order, _event: EventOf<'readFailed'>, context: TransitionContext): Transition {
  return order.walletRequest === null
    ? stay(order)
    : change(order, { dueMs: chainDueMs(order, context.nowMs) })
}

/** Once it is stopped: the wallet may still show its question, also where the way to it is cut. */
export const stillAsked = {
  walletAnswered: [answeredStopped, 'stays'],
  walletRefused: [closedStopped, 'stays'],
  approvalSeen: [stoppedSeen, 'stays'],
  readFailed: [stoppedUnread, 'stays'],
  lapsed: [closedStopped, 'stays'],
} as const satisfies Listeners
