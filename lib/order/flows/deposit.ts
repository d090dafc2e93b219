import { type Address, isAddress, isSameAddress } from '../../base/hex.ts'
import { secondMs } from '../../base/time.ts'
import { hasEnoughSources, secondsReachedByTwo } from '../../chain/evidence.ts'
import { amountReachedByTwo, getHighestAmount } from '../../chain/quorum.ts'
import { chainConfig } from '../../deployment/deployment.ts'
import { depositEndsMs } from '../../quote/held-quote.ts'
import type { DepositTerms } from '../../quote/terms.ts'
import { chainSecondsOf } from '../../review/preflight.ts'
import type { StatusRecord } from '../../service/status.ts'
import { isFailure } from '../../service/status-codes.ts'
import { withTimelineStep } from '../change.ts'
import type { EventOf, Task } from '../event.ts'
import type { FlowPorts } from '../flow-ports.ts'
import type { DepositOrder, Order } from '../order.ts'
import { isSendOpen, lateDepositWatchMs } from '../order-facts.ts'
import { change, type Handler, type TransitionContext } from '../transition.ts'
import { poll, pollWaitMs } from './schedule.ts'

export const watchDeposit: Task = {
  name: 'watchDeposit',
  isRead: true,
  async run(order, ports) {
    const seen = await depositUnitsSeen(order, ports)
    if (seen === null) return poll.run(order, ports)
    if (seen.units === 0n && (await isUnpaid(order, seen, ports))) return { kind: 'depositLapsed' }
    return depositEvent(seen)
  },
}

/**
 * The balance of a deposit address: `units` is the highest that any endpoint reports, `shownUnits` the one
 * that two hosts report.
 */
interface DepositUnits {
  readonly units: bigint
  readonly shownUnits: bigint
  readonly sources: number
}

export function depositEvent({ units, shownUnits }: DepositUnits): EventOf<'depositObserved'> {
  if (shownUnits > 0n || units === 0n) return { kind: 'depositObserved', units: shownUnits.toString() }
  return { kind: 'depositObserved', units: units.toString(), isOneSource: true }
}

/**
 * Returns whether nothing was ever paid. All must hold: the late-watch period is over, no deposit was ever
 * observed, two endpoints report none now, and the service reported none since.
 */
async function isUnpaid(order: Order, seen: DepositUnits, ports: FlowPorts): Promise<boolean> {
  const { depositObserved, serviceCalls } = order
  const { deposit } = order.terms
  if (deposit === undefined || depositObserved !== undefined || !(await isLateWatchOver(deposit, ports)))
    return false
  const isRequested = serviceCalls.some(
    ({ endpoint, outcome, atMs }) =>
      endpoint === 'status' && (outcome === 'ok' || outcome === 'notIndexed') && atMs > lateMs(deposit),
  )
  return isRequested && hasEnoughSources(seen)
}

const lateMs = (deposit: DepositTerms): number => depositEndsMs(deposit, 0) + lateDepositWatchMs

/** By this machine's clock and by the chain's, as two hosts show it: a deposit may still come while either says otherwise. */
export async function isLateWatchOver(deposit: DepositTerms, ports: FlowPorts): Promise<boolean> {
  const endsMs = lateMs(deposit)
  if (ports.clock.nowMs() <= endsMs) return false
  const chainSeconds = await chainSecondsOf(deposit.chainId, ports)
  return chainSeconds.length === 0 || secondsReachedByTwo(chainSeconds) * secondMs > endsMs
}

export async function depositUnitsSeen(order: Order, ports: FlowPorts): Promise<DepositUnits | null> {
  const { deposit } = order.terms
  if (deposit === undefined || chainConfig(ports.deployment, deposit.chainId) === null) return null
  const { address, token } = deposit
  if (!isAddress(address) || !isAddress(token)) return null
  const read = await ports.chain.balanceQuorum(deposit.chainId, token, address.toLowerCase() as Address)
  return { ...getHighestAmount(read), shownUnits: amountReachedByTwo(read) ?? 0n }
}

/** Keeps the highest value ever observed, because the service moves the funds away. */
export const onDepositObserved: Handler<'depositObserved', DepositOrder> = (
  order,
  { units, isOneSource },
  context,
) => {
  const readCount = order.readCount + 1
  const dueMs = context.nowMs + pollWaitMs(readCount, context.nowMs - order.createdMs)
  const before = order.depositObserved
  // Observed funds replace the service's report, and two endpoints replace one.
  const isReplaced = before?.isReported === true || (before?.isOneSource === true && isOneSource !== true)
  const known = isReplaced ? '0' : (before?.units ?? '0')
  if (BigInt(units) <= BigInt(known)) {
    return change(order, { readCount, dueMs })
  }
  return change(order, {
    readCount,
    dueMs,
    depositObserved: { units, atMs: before?.atMs ?? context.nowMs, ...(isOneSource ? { isOneSource } : {}) },
    timeline: withTimelineStep(order, 'deposited', context.nowMs),
  })
}

export function withReportedDeposit(order: Order, record: StatusRecord, context: TransitionContext): Order {
  const { inputToken: token, inputAmount: units, hasSourcePayment } = record
  const isThere = hasSourcePayment || (!isFailure(record.statusCode) && (record.statusCode ?? 0) > 0)
  if (order.kind !== 'deposit' || order.depositObserved !== undefined || !isThere || units === null)
    return order
  const timeline = withTimelineStep(order, 'deposited', context.nowMs)
  const isOther = token !== null && !isSameAddress(token, order.reviewed.request.inputToken)
  const reported = { units, atMs: context.nowMs, isReported: true } as const
  const depositObserved = isOther ? { ...reported, token } : reported
  return { ...order, timeline, depositObserved }
}

/**
 * Returns whether a record is of a request that still waits for its payment. The service may know such a request
 * before any payment. The record says nothing about a wallet's transaction, so Ferry keeps following that
 * one.
 */
export function isAwaitingPayment(order: Order, record: StatusRecord): boolean {
  const isUnpaid = order.kind === 'deposit' || isSendOpen(order)
  return isUnpaid && (record.statusCode ?? 0) === 0 && !record.hasSourcePayment
}
