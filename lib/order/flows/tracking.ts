import { normalizeTransactionId } from '../../base/explorer-link.ts'
import { isSameAddress, isSameHex } from '../../base/hex.ts'
import type { ServiceCall } from '../../service/service-call.ts'
import type { StatusRecord, StatusResponse } from '../../service/status.ts'
import { isTerminal, statusCodes } from '../../service/status-codes.ts'
import { withAnomaly, withServiceCalls, withTimelineStep } from '../change.ts'
import { endProblem } from '../end-problems.ts'
import { hasExitRequest } from '../exits/exit-rules.ts'
import type { Order } from '../order.ts'
import { isOwnPayment, refundChainOf } from '../order-facts.ts'
import { type Handler, move, stay, type Transition, type TransitionContext } from '../transition.ts'
import { applyReading } from './apply-reading.ts'
import { isAwaitingPayment, withReportedDeposit } from './deposit.ts'
import { endByCode } from './ends.ts'
import { pollFailureWaitMs, pollWaitMs, turnAfterEnd } from './schedule.ts'

/** Schedules the next poll, and applies the record if it is about this order. */
function onRecord(
  applyRecord: (order: Order, record: StatusRecord, context: TransitionContext) => Transition,
): Handler<'polled'> {
  return (order, { response, attempt }, context) => {
    const next = scheduleNextPoll(order, attempt, context)
    const record = findOwnRecord(order, response)
    if (record === 'foreign') return stay({ ...next, anomalies: withAnomaly(order, 'foreign status record') })
    return record === null ? stay(next) : applyRecord(next, record, context)
  }
}

/**
 * States only move forward: the first record of our request leads to `pending` (`acceptByRecord`), a final status to an
 * end (`applyReading`). An answer without a record changes only the next poll. A record without a known code still leads
 * to `pending`.
 */
export const onPolled = onRecord((order, record, context) => {
  const accepted = withReportedDeposit(acceptByRecord(order, record, context), record, context)
  return applyStatus(withIds(accepted, record), record, context)
})

/** The chain decides whether the transaction was sent. */
export const onPolledWhileRequested = onRecord((order, record) => stay(withSource(order, record)))

export const onPolledVerified = onRecord(applyStatus)

function applyStatus(
  order: Order,
  { statusCode: code }: StatusRecord,
  context: TransitionContext,
): Transition {
  return code === null ? stay(order) : applyReading(order, { kind: 'status', code }, context)
}

/** It counts as a read only if another task has turns too, or after the end (`endsTurn` in `reduce.ts`). */
export const onPollFailed: Handler<'pollFailed'> = (order, { attempt, problem }, context) => {
  const next = scheduleNextPoll(order, attempt, context)
  const plannedMs = (next.dueMs ?? context.nowMs) - context.nowMs
  const waitMs = Math.max(plannedMs, pollFailureWaitMs(next, problem), problem.retryAfterMs ?? plannedMs)
  return stay({ ...next, dueMs: context.nowMs + waitMs })
}

function scheduleNextPoll(order: Order, attempt: ServiceCall, context: TransitionContext): Order {
  const { nowMs } = context
  const readCount = order.readCount + 1
  const turn = isTerminal(order.statusCode)
    ? turnAfterEnd(order, nowMs)
    : { readCount, dueMs: nowMs + pollWaitMs(readCount, nowMs - order.createdMs) }
  return { ...order, ...turn, serviceCalls: withServiceCalls(order, attempt) }
}

/** A record of our request means that the service has accepted it, whatever the POST returned. */
function acceptByRecord(order: Order, record: StatusRecord, context: TransitionContext): Order {
  if (isAwaitingPayment(order, record)) return order
  // An end stays, whatever the service reports now.
  if (order.state === 'reported_terminal') return order
  const timeline = withTimelineStep(order, 'accepted', context.nowMs)
  // A mined transaction makes the order pending before the service's first report.
  if (order.state === 'pending') return { ...order, timeline }
  const accepted = move(order, 'pending', order.dueMs, {
    statusCode: order.statusCode ?? statusCodes.pending,
    walletRequest: hasExitRequest(order) ? order.walletRequest : null,
    timeline,
  })
  return accepted.order
}

function idOn({ reviewed: { request } }: Order, chainId: number | null, id: string | null): string | null {
  const format = chainId === request.originChainId ? request.originFormat : request.destinationFormat
  return normalizeTransactionId(chainId, id, format)
}

/**
 * Records the source transaction that the service names, unless Ferry's own is known. The chain verifies it.
 */
function withSource(order: Order, record: StatusRecord): Order {
  const id = idOn(order, order.reviewed.request.originChainId, record.sourceTransactionHash)
  return id === null || isSourceKnown(order) ? order : { ...order, sourceTransactionHash: id }
}

function withIds(order: Order, record: StatusRecord): Order {
  const { destinationChainId, outputToken } = order.reviewed.request
  const delivery = idOn(order, destinationChainId, record.destinationTransactionHash)
  // Units of another token say nothing about this one.
  const isOutput = record.outputToken === null || isSameAddress(record.outputToken, outputToken)
  const known = {
    ...withSource(order, record),
    destinationTransactionHash: delivery ?? order.destinationTransactionHash,
    fulfilledAmount: (isOutput ? record.fulfilledAmount : null) ?? order.fulfilledAmount,
  }
  const reported = withRefund(known, record)
  const isMoved = order.statusCode === statusCodes.refunded && reported.refundChainId !== order.refundChainId
  return isMoved ? { ...reported, problem: endProblem(reported, 7) } : reported
}

/** The chain must be one of the swap's two. A refund elsewhere does not belong to this swap. */
function withRefund(
  order: Order,
  { refundChainId: reportedChainId, refundTransactionHash }: StatusRecord,
): Order {
  const { originChainId, destinationChainId } = order.reviewed.request
  if (![null, originChainId, destinationChainId].includes(reportedChainId))
    return { ...order, anomalies: withAnomaly(order, `refund on chain ${reportedChainId}`) }
  const place = reportedChainId === null ? {} : { refundChainId: reportedChainId }
  const id = idOn(order, reportedChainId ?? refundChainOf(order), refundTransactionHash)
  if (id !== null) return { ...order, ...place, refundTransactionHash: id }
  return order.refundTransactionHash === null ? { ...order, ...place } : order
}

/** Ends a deposit that was not observed until long after its deadline. Its address is read twice more. */
export const onDepositLapsed: Handler<'depositLapsed'> = (order, _event, context) =>
  order.depositObserved === undefined ? endByCode(order, statusCodes.expired, context) : stay(order)

/**
 * Returns whether the order's own transaction is known, whatever the service names: the chain shows it mined,
 * or it is pending and is the service's key.
 */
function isSourceKnown({ terms, transactions }: Order): boolean {
  const isRequested = terms.requestHash === null
  return transactions.some(
    (one) => isOwnPayment(one) || (isRequested && one.purpose === 'send' && one.state === 'sent'),
  )
}

/**
 * Returns the record if it is about this order (R12), and null if it does not say so. A part that differs makes it foreign,
 * and a missing part says nothing. The output may always be missing.
 *
 * Interface 4.6 names only the code and the hash of the delivery, and says that the requested hash identifies the
 * request. So an incomplete record belongs to the requested hash, unless it names another one. Only in `submitting`, an
 * incomplete PENDING says nothing: a service may return the same for an unknown hash (wire shapes 6).
 */
function findOwnRecord(order: Order, response: StatusResponse): StatusRecord | 'foreign' | null {
  if (response.kind === 'notIndexed') return null
  const { record } = response
  const { request } = order.reviewed
  const { hash, destinationChainId, outputToken } = record
  const code = record.statusCode ?? statusCodes.pending
  const isDestination = destinationChainId === request.destinationChainId
  // At an end, the chain has to prove the delivered token.
  const isOutput = isTerminal(record.statusCode) || isSameAddress(outputToken, request.outputToken)
  const isHash = hash === '' || isSameHex(hash, order.terms.requestHash ?? order.sourceTransactionHash)
  // A deposit may arrive with another amount, and may be refused for another token.
  const isDeposit = order.kind === 'deposit'
  const isWrongDeposit = isDeposit && code >= statusCodes.expired
  const isAmount = isDeposit || record.inputAmount === request.inputAmount
  // A sent request belongs to the inbox, so only a signed one names the user.
  const isUser = order.kind !== 'signed' || isSameHex(record.userAddress, request.userAddress)
  const parts: readonly (readonly [value: unknown, isOurs: boolean])[] = [
    [record.originChainId, record.originChainId === request.originChainId],
    [destinationChainId, isDestination],
    [record.inputToken, isWrongDeposit || isSameAddress(record.inputToken, request.inputToken)],
    [record.inputAmount, isAmount],
    [record.userAddress, isUser],
    [outputToken, isOutput || outputToken === null],
  ]
  if (parts.some(([value, isOurs]) => value !== null && !isOurs)) return 'foreign'
  // The parts identify a complete record, whatever hash it names.
  if (parts.every(([, isOurs]) => isOurs)) return record
  if (!isHash) return 'foreign'
  return order.state !== 'submitting' || code > statusCodes.pending ? record : null
}
