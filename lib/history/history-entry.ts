import { addDecimals, isDecimalText } from '../base/decimal.ts'
import { sameHex } from '../base/hex.ts'
import { secondMs } from '../base/time.ts'
import type { Order, OrderKind } from '../order/order.ts'
import { broughtBy } from '../order/order-facts.ts'
import { type OrderPhase, type OrderState, orderPhase } from '../order/order-state.ts'
import { refundSeconds } from '../order/order-timeline.ts'
import type { HistoryItem, HistoryLeg } from '../service/history.ts'
import { isSuccess, isTerminal, type StatusCode } from '../service/status-codes.ts'
import type { Token } from '../service/token.ts'

/** A request of the service's history and when it was read, by our clock. */
export interface PastServiceRequest extends HistoryItem {
  readonly readMs: number
}

/** One line of the history: an order of ours, a request only the service remembers, or both as one. */
export interface HistoryEntry {
  /** Sorts newest first, and is nobody else's. */
  readonly key: string
  /** When it began; 0 where nobody said. */
  readonly atMs: number
  /** Null: Ferry did not make it. */
  readonly orderId: string | null
  /** The order's, to tell which of two readings is newer; 0 for a request of the service. */
  readonly rev: number
  readonly kind: OrderKind | null
  readonly state: OrderState
  readonly statusCode: StatusCode | null
  /** The service's own last code. */
  readonly reportedCode: StatusCode | null
  readonly phase: OrderPhase
  readonly fundsSettled: boolean
  /** Null where the service named no token of that side. */
  readonly inputToken: Token | null
  readonly outputToken: Token | null
  /** Digit strings, smallest unit; null where unknown. */
  readonly inputAmount: string | null
  readonly promisedAmount: string | null
  readonly minAmountOut: string | null
  /** What was reviewed, where the swap went on by itself with a little less; absent where it did not. */
  readonly reviewedMinAmountOut?: string
  readonly fulfilledAmount: string | null
  /** Decimal text. */
  readonly inputValueInUsd: string | null
  readonly feesInUsd: string | null
  /** One of its fees, or the value of one, is not known: they come to at least that. Absent: all are in it. */
  readonly areFeesLeast?: true
  readonly sender: string | null
  readonly receiver: string
  readonly requestHash: string | null
  readonly quoteId: string | null
  readonly sourceTransactionHash: string | null
  readonly destinationTransactionHash: string | null
  readonly refundTransactionHash: string | null
  /** The chain of the refund; null where that is not said, which means the origin. */
  readonly refundChainId: number | null
  /** Endpoints on different hosts that the end was read from; null where it is only reported. */
  readonly proofSources: number | null
  /** Names the route over quotes; null where it is not known. */
  readonly routeKey: string | null
  /** From the hand-over to the delivery, as Ferry saw it; null where it did not. */
  readonly tookSeconds: number | null
  /** From the failure to the refund, as Ferry saw them; absent where it did not see both. */
  readonly refundSeconds?: number
  /** What the service's own history says; null while it was not asked or does not know it. */
  readonly item: PastServiceRequest | null
}

/** The parts of an order an entry is made of; stored orders and the views' form of them both have it. */
type EntryFacts = Pick<
  Order,
  | 'id'
  | 'rev'
  | 'createdMs'
  | 'kind'
  | 'state'
  | 'statusCode'
  | 'reportedCode'
  | 'fundsSettled'
  | 'reviewed'
  | 'fulfilledAmount'
  | 'sourceTransactionHash'
  | 'destinationTransactionHash'
  | 'refundTransactionHash'
  | 'timeline'
> &
  Pick<Order, 'evidence' | 'refundChainId' | 'wentOn'> & {
    readonly offer: object | null
    readonly requestHash: string | null
    readonly quoteId: string
  }

const lastMs = 9_999_999_999_999
/** Characters of an id that tell apart what began in the same millisecond. */
const idLength = 16

/** Returns the first key of all entries that began at this time or before it. */
export function keyFrom(atMs: number): string {
  const clamped = Math.min(Math.max(Math.floor(atMs), 0), lastMs)
  return (lastMs - clamped).toString(36).padStart(9, '0')
}

/**
 * Returns the key of an order's line. Short, since an index holds it a dozen times; nobody can foresee the end of an
 * order's id.
 */
export function orderKey({ id, createdMs }: { readonly id: string; readonly createdMs: number }): string {
  return `${keyFrom(createdMs)}o${id.slice(-idLength)}`
}

/** Returns an order as a line of the history; `item` is what the service's history says of it. */
export function entryOfOrder(order: EntryFacts, item: PastServiceRequest | null): HistoryEntry {
  const { reviewed, wentOn } = order
  const { promisedAmount, minAmountOut } = broughtBy(order)
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
    fundsSettled: order.fundsSettled,
    inputToken: reviewed.inputToken,
    outputToken: reviewed.outputToken,
    inputAmount: reviewed.request.inputAmount,
    promisedAmount: promisedAmount === '0' ? null : promisedAmount,
    minAmountOut: minAmountOut === '0' ? null : minAmountOut,
    ...(wentOn === undefined ? {} : { reviewedMinAmountOut: reviewed.minAmountOut }),
    fulfilledAmount: order.fulfilledAmount,
    inputValueInUsd: reviewed.inputValueInUsd,
    ...feesOf(reviewed),
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
    tookSeconds: tookSeconds(order),
    ...(refund === null ? {} : { refundSeconds: refund }),
    item,
  }
}

/** Returns a request that only the service remembers; what it says of its end is *reported*, never more. */
export function entryOfItem(item: PastServiceRequest, known: HistoryEntry | null = null): HistoryEntry {
  const { statusCode } = item
  const isOver = isTerminal(statusCode)
  const state = isOver ? 'reported_terminal' : statusCode === null ? 'unknown_outcome' : 'pending'
  const atMs = known === null || known.atMs === 0 ? beganMs(item) : known.atMs
  const [input] = item.input
  const [output] = item.output
  return {
    key: `${keyFrom(atMs)}s${item.requestHash.slice(-idLength)}`,
    atMs,
    orderId: null,
    rev: 0,
    kind: null,
    state,
    statusCode,
    reportedCode: statusCode,
    phase: orderPhase({ state, statusCode, offer: null }),
    fundsSettled: true,
    inputToken: input?.token ?? null,
    outputToken: output?.token ?? null,
    inputAmount: input?.amount ?? null,
    promisedAmount: null,
    minAmountOut: output?.minAmountOut ?? null,
    fulfilledAmount: arrivedUnits(statusCode, output),
    inputValueInUsd: input?.valueInUsd ?? null,
    feesInUsd: null,
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
    tookSeconds: spanSeconds(item),
    item,
  }
}

/**
 * Tells whether a request of the service's history is this entry: by its hash, or by its transaction where the entry
 * has no hash of its own.
 */
export function isSameRequest(
  entry: Pick<HistoryEntry, 'requestHash' | 'sourceTransactionHash'>,
  item: Pick<HistoryItem, 'requestHash' | 'sourceTransactionHash'>,
): boolean {
  if (entry.requestHash !== null) return sameHex(entry.requestHash, item.requestHash)
  return sameHex(entry.sourceTransactionHash, item.sourceTransactionHash)
}

/** Returns the status the service's history gives where it contradicts how our order ended; null where it does not. */
export function contradiction({ orderId, phase, item }: HistoryEntry): StatusCode | null {
  const code = item?.statusCode ?? null
  if (orderId === null || !isTerminal(code)) return null
  const saysDone = isSuccess(code)
  if (phase === 'done') return saysDone ? null : code
  // Refunded, expired, cancelled: one comes after the other, and the service may be ahead of us or behind.
  return saysDone && ['failed', 'refunded', 'cancelled', 'stopped', 'unused'].includes(phase) ? code : null
}

/** What the fees come to, as far as that is known; null where nothing of it is. */
function feesOf({ fees, unknownFees }: Order['reviewed']): Pick<HistoryEntry, 'feesInUsd' | 'areFeesLeast'> {
  const known = fees.map(({ feeInUsd }) => feeInUsd).filter(isDecimalText)
  const isLeast = known.length < fees.length || unknownFees.length > 0
  const feesInUsd = known.length === 0 ? null : addDecimals(...known)
  return { feesInUsd, ...(isLeast && feesInUsd !== null ? { areFeesLeast: true } : {}) }
}

/** Returns what arrived of an output; null where nothing did: a zero is what deployments write before. */
export function arrivedUnits(statusCode: StatusCode | null, leg: HistoryLeg | undefined): string | null {
  if (!isSuccess(statusCode) || leg?.amount === undefined || leg.amount === '0') return null
  return leg.amount
}

/** When a request began, and never after it was read: a time of the future would stay on top of everything. */
function beganMs(item: PastServiceRequest): number {
  const saidMs = item.orderMs ?? (item.sourceSeconds ?? item.destinationSeconds ?? 0) * secondMs
  return Math.max(0, Math.min(saidMs, item.readMs))
}

function spanSeconds({ sourceSeconds, destinationSeconds }: HistoryItem): number | null {
  if (sourceSeconds === null || destinationSeconds === null) return null
  const seconds = destinationSeconds - sourceSeconds
  return seconds >= 0 ? seconds : null
}

/** Returns how long a delivery took at most, from the hand-over to when Ferry saw it; null where it did not see both. */
export function tookSeconds({ timeline }: Pick<Order, 'timeline'>): number | null {
  const atOf = (...steps: readonly string[]) => timeline.find(({ step }) => steps.includes(step))?.atMs
  const begun = atOf('accepted', 'sent', 'deposited')
  const ended = atOf('fulfilled') ?? atOf('settled')
  if (begun === undefined || ended === undefined || ended < begun) return null
  return Math.round((ended - begun) / secondMs)
}
