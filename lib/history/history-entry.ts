import { isSameHex } from '../base/hex.ts'
import { secondMs } from '../base/time.ts'
import type { Order, OrderFacts } from '../order/order.ts'
import { measureOrderCost, paidValueInUsd, receivedValueInUsd } from '../order/order-cost.ts'
import { paidUnits, paymentTokenOf } from '../order/order-facts.ts'
import { isEndVerified, orderPhase } from '../order/order-state.ts'
import { refundSeconds } from '../order/order-timeline.ts'
import type { HistoryItem, HistoryLeg } from '../service/history.ts'
import { isFailure, isSuccess, isTerminal, type StatusCode } from '../service/status-codes.ts'
import type { HistoryEntry, PastServiceRequest } from './entry-shape.ts'

type EntryFacts = OrderFacts & {
  readonly offer: object | null
  readonly requestHash: string | null
  readonly quoteId: string
}

const lastMs = 9_999_999_999_999
/** Length of the id's end that separates two entries of the same millisecond. */
const idLength = 16

/** Returns the lowest key of the entries that began at this time or earlier. */
export function firstKeyAt(atMs: number): string {
  const clamped = Math.min(Math.max(Math.floor(atMs), 0), lastMs)
  return (lastMs - clamped).toString(36).padStart(9, '0')
}

/**
 * Returns the key of an order's entry. It is short, since the index repeats it about a dozen times. The end of an
 * order's id cannot be predicted.
 */
export function orderKey({ id, createdMs }: { readonly id: string; readonly createdMs: number }): string {
  return `${firstKeyAt(createdMs)}o${id.slice(-idLength)}`
}

export function createOrderEntry(order: EntryFacts, item: PastServiceRequest | null): HistoryEntry {
  const { reviewed } = order
  const { promisedAmount, minAmountOut } = reviewed
  const refund = refundSeconds(order)
  return {
    key: orderKey(order),
    atMs: order.createdMs,
    orderId: order.id,
    rev: order.rev,
    kind: order.kind,
    state: order.state,
    statusCode: order.statusCode,
    reportedCode: order.reportedCode,
    phase: orderPhase(order),
    // Ferry stopped following the swap, and no chain showed whether its money left.
    fundsSettled: order.fundsSettled && order.problem?.code !== 'stoppedUnread',
    inputToken: reviewed.inputToken,
    outputToken: reviewed.outputToken,
    inputAmount: paidUnits(order),
    promisedAmount: promisedAmount === '0' ? null : promisedAmount,
    minAmountOut: minAmountOut === '0' ? null : minAmountOut,
    fulfilledAmount: order.fulfilledAmount,
    ...refundOf(order),
    inputValueInUsd: paidValueInUsd(order),
    receivedValueInUsd: receivedValueInUsd(order),
    ...costOf(order),
    sender: reviewed.request.userAddress,
    receiver: reviewed.request.receiverAddress,
    requestHash: order.requestHash,
    quoteId: order.quoteId,
    sourceTransactionHash: order.sourceTransactionHash,
    destinationTransactionHash: order.destinationTransactionHash,
    refundTransactionHash: order.refundTransactionHash,
    refundChainId: order.refundChainId,
    proofSources: order.state === 'verified_terminal' ? (order.evidence?.sources ?? null) : null,
    routeKey: reviewed.routeKey,
    deliverySeconds: deliverySeconds(order),
    ...(refund === null ? {} : { refundSeconds: refund }),
    item,
  }
}

/** Converts a request that only the service knows to an entry. Its end is *reported*, never verified. */
export function createServiceEntry(
  item: PastServiceRequest,
  known: HistoryEntry | null = null,
): HistoryEntry {
  const { statusCode } = item
  const isOver = isTerminal(statusCode)
  const state = isOver ? 'reported_terminal' : statusCode === null ? 'unknown_outcome' : 'pending'
  const atMs = known === null || known.atMs === 0 ? startMs(item) : known.atMs
  const [input] = item.input
  const [output] = item.output
  return {
    key: `${firstKeyAt(atMs)}s${item.requestHash.slice(-idLength)}`,
    atMs,
    orderId: null,
    rev: 0,
    kind: null,
    state,
    statusCode,
    reportedCode: statusCode,
    phase: orderPhase({ state, statusCode, offer: null }),
    // After an end without a delivery, the money may still have to come back.
    fundsSettled: isOver && !isFailure(statusCode),
    inputToken: input?.token ?? null,
    outputToken: output?.token ?? null,
    inputAmount: input?.amount ?? null,
    promisedAmount: null,
    minAmountOut: output?.minAmountOut ?? null,
    fulfilledAmount: deliveredUnits(statusCode, output),
    inputValueInUsd: input?.valueInUsd ?? null,
    receivedValueInUsd: isSuccess(statusCode) ? (output?.valueInUsd ?? null) : null,
    costInUsd: null,
    sender: item.sender,
    receiver: item.recipient,
    requestHash: item.requestHash,
    quoteId: null,
    sourceTransactionHash: item.sourceTransactionHash,
    destinationTransactionHash: item.destinationTransactionHash,
    refundTransactionHash: item.refundTransactionHash,
    refundChainId: item.refundChainId,
    proofSources: null,
    routeKey: null,
    deliverySeconds: reportedSeconds(item),
    item,
  }
}

/** Compares request hashes, or source transactions if the entry has no hash. */
export function isSameRequest(
  entry: Pick<HistoryEntry, 'requestHash' | 'sourceTransactionHash'>,
  item: Pick<HistoryItem, 'requestHash' | 'sourceTransactionHash'>,
): boolean {
  if (entry.requestHash !== null) return isSameHex(entry.requestHash, item.requestHash)
  return isSameHex(entry.sourceTransactionHash, item.sourceTransactionHash)
}

export function findContradiction({ orderId, phase, item }: HistoryEntry): StatusCode | null {
  const code = item?.statusCode ?? null
  if (orderId === null || !isTerminal(code)) return null
  const saysDone = isSuccess(code)
  if (phase === 'done') return saysDone ? null : code
  // Refunded, expired and cancelled follow each other, so the service may be ahead of Ferry or behind it.
  return saysDone && ['failed', 'refunded', 'cancelled', 'stopped', 'unused'].includes(phase) ? code : null
}

function refundOf(order: EntryFacts): Pick<HistoryEntry, 'refunded'> {
  const { evidence, reviewed } = order
  if (evidence?.kind !== 'refund' || !isEndVerified(order)) return {}
  const token = paymentTokenOf(evidence, reviewed)
  if (token === null) return {}
  return { refunded: { units: evidence.units, symbol: token.symbol, decimals: token.decimals } }
}

function costOf(order: EntryFacts): Pick<HistoryEntry, 'costInUsd' | 'isCostLowerBound'> {
  const cost = orderPhase(order) === 'done' ? measureOrderCost(order) : null
  return { costInUsd: cost?.inUsd ?? null, ...(cost?.isLowerBound ? { isCostLowerBound: true } : {}) }
}

/** Returns the amount that arrived; null if nothing did. Deployments write a zero before the delivery. */
export function deliveredUnits(statusCode: StatusCode | null, leg: HistoryLeg | undefined): string | null {
  if (!isSuccess(statusCode) || leg?.amount === undefined || leg.amount === '0') return null
  return leg.amount
}

/** Never later than the read: a time in the future would stay on top of the list. */
function startMs(item: PastServiceRequest): number {
  const reportedMs = item.orderMs ?? (item.sourceSeconds ?? item.destinationSeconds ?? 0) * secondMs
  return Math.max(0, Math.min(reportedMs, item.readMs))
}

function reportedSeconds({ sourceSeconds, destinationSeconds }: HistoryItem): number | null {
  if (sourceSeconds === null || destinationSeconds === null) return null
  const seconds = destinationSeconds - sourceSeconds
  return seconds >= 0 ? seconds : null
}

/** An upper bound: from submission until Ferry observed the delivery. Null if Ferry did not observe both. */
export function deliverySeconds({ timeline }: Pick<Order, 'timeline'>): number | null {
  const atOf = (...steps: readonly string[]) => timeline.find(({ step }) => steps.includes(step))?.atMs
  const begun = atOf('accepted', 'sent', 'deposited')
  const ended = atOf('fulfilled') ?? atOf('settled')
  if (begun === undefined || ended === undefined || ended < begun) return null
  return Math.round((ended - begun) / secondMs)
}
