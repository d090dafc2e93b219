import { type Address, isAddress, sameAddress } from '../../base/hex.ts'
import { secondMs } from '../../base/time.ts'
import { isEnough } from '../../chain/evidence.ts'
import { highest, reached } from '../../chain/quorum.ts'
import { chainConfig } from '../../deployment/deployment.ts'
import { depositEndsMs } from '../../quote/held-quote.ts'
import { isFailure, type StatusRecord } from '../../service/status-codes.ts'
import { change, mark, stay, type Transition, type TransitionContext } from '../change.ts'
import { endProblem } from '../ending.ts'
import type { EventOf, Task } from '../event.ts'
import type { FlowPorts } from '../flow-ports.ts'
import type { DepositOrder, Order } from '../order.ts'
import { lateWatchMs } from '../order-facts.ts'
import type { DepositTerms } from '../order-parts.ts'
import { chainSecondsOf } from '../reads.ts'
import { poll, pollMs, pollWaitMs } from './polls.ts'

/** Reads what lies on the deposit address; where its chain cannot be read only the service can tell, and is asked. */
export const watchDeposit: Task = {
  name: 'watchDeposit',
  isRead: true,
  async run(order, ports, isWatched) {
    const seen = await depositUnitsSeen(order, ports)
    if (seen === null) return poll.run(order, ports, isWatched)
    if (seen.units === 0n && (await isUnpaid(order, seen, ports))) return { kind: 'lapsed' }
    return depositEvent(seen)
  },
}

/** What lies on a deposit address: the most that any endpoint sees, and what two hosts see. */
interface DepositUnits {
  readonly units: bigint
  readonly shownUnits: bigint
  /** Hosts that answered. */
  readonly sources: number
}

/** Returns what is seen as an event: what two hosts see, else what one alone sees. */
export function depositEvent({ units, shownUnits }: DepositUnits): EventOf<'depositSeen'> {
  if (shownUnits > 0n || units === 0n) return { kind: 'depositSeen', units: shownUnits.toString() }
  return { kind: 'depositSeen', units: units.toString(), isOneSource: true }
}

/**
 * Long after its end nothing was ever seen at the address, nor is by two endpoints now, and the service, asked since, says
 * of no deposit either.
 */
async function isUnpaid(order: Order, seen: DepositUnits, ports: FlowPorts): Promise<boolean> {
  const { depositSeen, serviceCalls } = order
  const { deposit } = order.terms
  if (deposit === undefined || depositSeen !== undefined || !(await isPastLate(deposit, ports))) return false
  const isAsked = serviceCalls.some(
    ({ endpoint, outcome, atMs }) =>
      endpoint === 'status' && (outcome === 'ok' || outcome === 'notIndexed') && atMs > lateMs(deposit),
  )
  return isAsked && isEnough(seen)
}

const lateMs = (deposit: DepositTerms): number => depositEndsMs(deposit, 0) + lateWatchMs

/** Tells whether it is past the end by our clock and by the chain's: money may come as long as one of them says so. */
export async function isPastLate(deposit: DepositTerms, ports: FlowPorts): Promise<boolean> {
  const endsMs = lateMs(deposit)
  if (ports.clock.nowMs() <= endsMs) return false
  const chainSeconds = await chainSecondsOf(deposit.chainId, ports)
  return chainSeconds.every((seconds) => seconds * secondMs > endsMs)
}

/** Returns what lies on the deposit address, which is used once; null where there is no way to read it. */
export async function depositUnitsSeen(order: Order, ports: FlowPorts): Promise<DepositUnits | null> {
  const { deposit } = order.terms
  if (deposit === undefined || chainConfig(ports.deployment, deposit.chainId) === null) return null
  const { address, token } = deposit
  if (!isAddress(address) || !isAddress(token)) return null
  const read = await ports.chain.balanceSeen(deposit.chainId, token, address.toLowerCase() as Address)
  return { ...highest(read), shownUnits: reached(read) ?? 0n }
}

/**
 * Takes in what lies on the deposit address now: kept as the most that was ever seen, since the service takes it from
 * there.
 */
export function depositSeen(
  order: DepositOrder,
  { units, isOneSource }: EventOf<'depositSeen'>,
  context: TransitionContext,
): Transition {
  const pollCount = order.pollCount + 1
  const dueMs = context.nowMs + pollWaitMs(pollCount, context.nowMs - order.createdMs)
  const before = order.depositSeen
  // What the service said before gives way to what the chain shows, and what one endpoint saw to what two do.
  const isReplaced = before?.isReported === true || (before?.isOneSource === true && isOneSource !== true)
  const known = isReplaced ? '0' : (before?.units ?? '0')
  if (BigInt(units) <= BigInt(known)) {
    return change(order, { pollCount, dueMs })
  }
  return change(order, {
    pollCount,
    dueMs,
    depositSeen: { units, atMs: before?.atMs ?? context.nowMs, ...(isOneSource ? { isOneSource } : {}) },
    timeline: mark(order, 'deposited', context.nowMs),
  })
}

/**
 * Takes in that the address is paid after the service has given the request up: the money is there, and what goes back
 * is watched for.
 */
export function depositSeenLate(
  order: DepositOrder,
  { units, isOneSource }: EventOf<'depositSeen'>,
  context: TransitionContext,
): Transition {
  const { statusCode: code } = order
  if (order.depositSeen !== undefined || units === '0' || !isFailure(code)) return stay(order)
  const byOne = isOneSource ? { isOneSource } : {}
  const seen: DepositOrder = { ...order, depositSeen: { units, atMs: context.nowMs, ...byOne } }
  return change(seen, {
    unusedSeenMs: null,
    pollCount: 0,
    dueMs: context.nowMs + pollMs,
    timeline: mark(order, 'deposited', context.nowMs),
    problem: endProblem(seen, code),
    notice: { kind: 'failed', state: 'pending' },
    seen: false,
  })
}

/** Returns the order with what a status record says of a deposit that nobody has seen on chain. */
export function depositReported(order: Order, record: StatusRecord, context: TransitionContext): Order {
  const { inputToken: token, inputAmount: units, isPaidIn } = record
  const isThere = isPaidIn || (!isFailure(record.statusCode) && (record.statusCode ?? 0) > 0)
  if (order.kind !== 'deposit' || order.depositSeen !== undefined || !isThere || units === null) return order
  const timeline = mark(order, 'deposited', context.nowMs)
  const isOther = token !== null && !sameAddress(token, order.reviewed.request.inputToken)
  const told = { units, atMs: context.nowMs, isReported: true } as const
  const depositSeen = isOther ? { ...told, token } : told
  return { ...order, timeline, depositSeen }
}

/**
 * Tells whether a record is of a request that waits for its deposit: the service knows it before anything was paid,
 * which says nothing of what a wallet sends or is asked to send, which is followed on.
 */
export function awaitsDeposit(order: Order, record: StatusRecord): boolean {
  return order.kind === 'deposit' && (record.statusCode ?? 0) === 0 && !record.isPaidIn
}
