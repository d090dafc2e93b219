import type { FlowEvent } from './event.ts'
import type { LiveRequest, Order, OrderRecord, SignedOrder, WalletRequestRecord } from './order.ts'
import { canBeUsedElsewhere, hasWalletRequest, isApproval, isExit } from './order-facts.ts'
import type { OrderState } from './order-state.ts'
import { type Transition, type TransitionContext, withTerms } from './transition.ts'

/** Returns the order with a new stored wallet request, due at `dueMs`. The request itself is sent after the commit (R1). */
export function withWalletRequest(
  order: Order,
  state: OrderState,
  request: Omit<WalletRequestRecord, 'requestId' | 'requestedMs'> & Pick<Order, 'dueMs'>,
  context: TransitionContext,
): Transition {
  const { dueMs, ...rest } = request
  const walletRequest = { requestId: context.freshId, requestedMs: context.nowMs, ...rest }
  const known = withLiveRequest(order, walletRequest)
  return { order: { ...known, state, dueMs, problem: null, walletRequest } }
}

export function withLiveRequest(order: Order, record: WalletRequestRecord): Order {
  if (!canBecomeLive(record)) return order
  const { liveRequestsReadMs: _read, ...plain } = withoutLiveRequest(order, record.requestId)
  return Object.assign({}, plain, {
    liveRequests: [...(plain.liveRequests ?? []), { record, terms: order.terms }],
  })
}

/**
 * Removes a live request: it was never sent to the wallet, the wallet itself rejected it, or the wallet
 * named its transaction.
 */
export function withoutLiveRequest<One extends Order>(order: One, requestId: string): One {
  if (order.liveRequests?.some(({ record }) => record.requestId === requestId) !== true) return order
  return Object.assign({}, order, {
    liveRequests: order.liveRequests.filter(({ record }) => record.requestId !== requestId),
  })
}

/**
 * Drops the requests for the order's own permit. The order follows that one itself once the answer or failure of a POST is
 * recorded, and a used nonce ends every request that has it.
 */
export function withoutOwnRequests(order: SignedOrder): SignedOrder {
  const { liveRequests, terms: own } = order
  if (liveRequests === undefined) return order
  return { ...order, liveRequests: liveRequests.filter(({ terms }) => terms.permitNonce !== own.permitNonce) }
}

/** Returns the requests for other signatures of a swap than the one that it follows, which a page may still use. */
export function listOtherSignatures(order: Order): readonly LiveRequest[] {
  if (order.kind !== 'signed') return []
  const { liveRequests = [] } = withoutOwnRequests(order)
  return liveRequests.filter(({ record }) => canBeUsedElsewhere(order, record))
}

/** The same for a request that the wallet itself refused, which will carry out none of its calls. */
export function withoutRefusedRequest<One extends Order>(order: One, requestId: string): One
export function withoutRefusedRequest(order: Order, requestId: string): Order {
  const refused = order.liveRequests?.find(({ record }) => record.requestId === requestId)
  const known = withoutLiveRequest(order, requestId)
  if (refused?.record.purpose !== 'sendCalls') return known
  const { batchStart: _calls, ...plain } = known
  return plain
}

const answerKinds: ReadonlySet<FlowEvent['kind']> = new Set([
  'walletAnswered',
  'walletRejected',
  'batchUnsupported',
])

/**
 * Marks the request that an event answers: according to the answer, the wallet no longer shows it. Only a
 * trusted answer closes the request.
 */
export function withAnswered(order: Order, event: FlowEvent): Order {
  if (!answerKinds.has(event.kind) || !('requestId' in event)) return order
  const { requestId } = event
  const isNew = ({ record, isAnswered }: LiveRequest) => record.requestId === requestId && isAnswered !== true
  if (order.liveRequests?.some(isNew) !== true) return order
  const liveRequests = order.liveRequests.map((one) =>
    isNew(one) ? { ...one, isAnswered: true as const } : one,
  )
  return Object.assign({}, order, { liveRequests })
}

/** A page may report a rejection that the wallet did not make, so an approval stays possible until the chain is read. */
export function rejectByPage(request: WalletRequestRecord): WalletRequestRecord {
  return { ...request, isRejectedByPage: true }
}

/** Closes an open approval that a page reports as rejected. */
export function rejectOpenApproval(order: Order): Order {
  const { walletRequest } = order
  if (walletRequest === null || !isApproval(walletRequest)) return order
  return { ...order, ...closeOpenRequest({ ...order, walletRequest: rejectByPage(walletRequest) }) }
}

/**
 * Closes the open request. An unanswered one becomes superseded, because the wallet may still show it. Signatures and
 * transactions are in `liveRequests` instead. In `approve_sent`, the wallet has answered.
 */
export function closeOpenRequest({
  state,
  walletRequest,
  supersededRequests = [],
}: Order): Pick<OrderRecord, 'walletRequest' | 'supersededRequests'> {
  const isOpen = walletRequest !== null && state !== 'approve_sent'
  if (!isOpen || canBecomeLive(walletRequest)) return { walletRequest: null }
  return { walletRequest: null, supersededRequests: [...supersededRequests, walletRequest] }
}

/** The wallet may still show an exit that the swap left without an answer, so a late answer to it counts (R8). */
export function withSupersededExit(after: Order, { walletRequest: exit }: Order, event: FlowEvent): Order {
  const isAnswered = 'requestId' in event && event.requestId === exit?.requestId
  if (exit === null || !isExit(exit) || isAnswered || hasWalletRequest(after, exit.requestId)) return after
  return { ...after, supersededRequests: [...(after.supersededRequests ?? []), exit] }
}

/** Approvals and exits never take the input of the swap. */
function canBecomeLive({ purpose }: WalletRequestRecord): boolean {
  return purpose === 'sign' || purpose === 'send' || purpose === 'sendCalls'
}

export function withLostConnection(order: Order, { nowMs }: TransitionContext): Order {
  const { walletRequest } = order
  return walletRequest === null
    ? order
    : { ...order, walletRequest: { ...walletRequest, connectionLostMs: nowMs } }
}

/**
 * Returns a stopped order with terms whose signature may still be used, so that it can be cancelled. Keeps
 * the current terms if they are among those; otherwise takes the newest.
 */
export function withCancellableTerms(order: Order): Order {
  const { liveRequests = [] } = order
  const last = liveRequests.at(-1)
  const isCurrent = liveRequests.some(({ terms }) => terms.quoteId === order.terms.quoteId)
  if (isCurrent || last === undefined) return order
  const { cancelling: _of, isPermitOver: _over, ...plain } = order
  const next = withTerms(plain, last.terms)
  return next === plain ? order : next
}
