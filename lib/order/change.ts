import type { Hex } from '../base/hex.ts'
import { Problem } from '../base/problem.ts'
import type { FundsLocation, ProblemCode } from '../base/problem-codes.ts'
import type { ProblemData } from '../base/problem-shape.ts'
import { minuteMs } from '../base/time.ts'
import { isContractCall, usesInbox } from '../quote/order-kind.ts'
import { hasRevokeRequest } from './allowances.ts'
import type { EventKind, EventOf, FlowEvent, Task } from './event.ts'
import type {
  CallsOrder,
  DepositOrder,
  OfDeposit,
  OfSignature,
  Order,
  OrderRecord,
  SignedOrder,
  TimelineEntry,
} from './order.ts'
import type { LiveRequest, OfCalls, OrderTransaction, WalletRequestRecord } from './order-parts.ts'
import type { OrderState } from './order-state.ts'

/** The event changes nothing. */
export function ignore(order: Order): Transition {
  return { order, sendsRequest: false }
}

/** The record is changed already, and the state stays. */
export function stay(order: Order): Transition {
  return { order, sendsRequest: false }
}

/** Only `withTerms` changes the terms, so that they stay of the same kind. */
export type Changes<One extends Order = Order> = Partial<OrderRecord> &
  ([One] extends [Pick<SignedOrder, 'kind'>]
    ? Partial<OfSignature>
    : [One] extends [Pick<CallsOrder, 'kind'>]
      ? OfCalls
      : [One] extends [Pick<DepositOrder, 'kind'>]
        ? OfDeposit
        : { readonly signature?: null; readonly submitBody?: null })

export function change<One extends Order>(order: One, fields: Changes<One>): Transition {
  return { order: Object.assign({}, order, fields), sendsRequest: false }
}

/** `dueMs` is when that state's task is due; null if an event must come first. */
export function move<One extends Order>(
  order: One,
  state: OrderState,
  dueMs: number | null,
  fields?: Changes<One>,
): Transition {
  return {
    order: Object.assign({}, order, { state, dueMs, problem: null }, fields ?? {}),
    sendsRequest: false,
  }
}

function restrictTo<One extends Order>(isOfKind: (order: Order) => order is One) {
  return <Event>(transition: (order: One, event: Event, context: TransitionContext) => Transition) =>
    (order: Order, event: Event, context: TransitionContext): Transition =>
      isOfKind(order) ? transition(order, event, context) : ignore(order)
}

export const onlyFor = {
  signed: restrictTo((order) => order.kind === 'signed'),
  calls: restrictTo(isContractCall),
  inbox: restrictTo(usesInbox),
  deposit: restrictTo((order) => order.kind === 'deposit'),
}

/** Returns the order with a new stored wallet request. The request itself is sent after the commit (R1). */
export function withWalletRequest(
  order: Order,
  state: OrderState,
  request: Omit<WalletRequestRecord, 'requestId' | 'requestedMs'> & Pick<Order, 'dueMs'>,
  context: TransitionContext,
): Transition {
  const { dueMs, ...rest } = request
  const walletRequest = { requestId: context.freshId, requestedMs: context.nowMs, ...rest }
  const known = withLiveRequest(order, walletRequest)
  return { order: { ...known, state, dueMs, problem: null, walletRequest }, sendsRequest: true }
}

export function withLiveRequest(order: Order, record: WalletRequestRecord): Order {
  if (!mayBeExecutedLater({ record })) return order
  const { liveRequestsReadMs: _read, ...plain } = order
  return Object.assign({}, plain, {
    liveRequests: [...(order.liveRequests ?? []), { record, terms: order.terms }],
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

function isAnswer(
  event: FlowEvent,
): event is EventOf<'walletAnswered' | 'walletRejected' | 'batchUnsupported'> {
  return (
    event.kind === 'walletAnswered' || event.kind === 'walletRejected' || event.kind === 'batchUnsupported'
  )
}

/**
 * Marks the request that an event answers: according to the answer, the wallet no longer shows it. Only a
 * trusted answer closes the request.
 */
export function withAnswered(order: Order, event: FlowEvent): Order {
  if (!isAnswer(event)) return order
  const { requestId } = event
  const isNew = ({ record, isAnswered }: LiveRequest) => record.requestId === requestId && isAnswered !== true
  if (order.liveRequests?.some(isNew) !== true) return order
  const liveRequests = order.liveRequests.map((one) =>
    isNew(one) ? { ...one, isAnswered: true as const } : one,
  )
  return Object.assign({}, order, { liveRequests })
}

/** Returns the timeline with a step added. An existing step keeps its first time. */
export function withTimelineStep(
  order: Order,
  step: TimelineEntry['step'],
  atMs: number,
): readonly TimelineEntry[] {
  if (order.timeline.some((entry) => entry.step === step)) return order.timeline
  return [...order.timeline, { step, atMs }]
}

export function withSent(
  order: Order,
  purpose: OrderTransaction['purpose'],
  hash: Hex,
  what: Pick<OrderTransaction, 'amountUnits' | 'nativeUnits' | 'callsId' | 'request'>,
  { nowMs }: TransitionContext,
): readonly OrderTransaction[] {
  const sent: OrderTransaction = {
    purpose,
    hash,
    chainId: order.reviewed.request.originChainId,
    state: 'sent',
    accountNonce: order.walletRequest?.accountNonce ?? null,
    sentMs: nowMs,
    minedMs: null,
    ...what,
  }
  return [...order.transactions, sent]
}

export function withTransaction(
  order: Order,
  hash: string,
  fields: Partial<OrderTransaction>,
): readonly OrderTransaction[] {
  return order.transactions.map((one) => (one.hash === hash ? { ...one, ...fields } : one))
}

/**
 * Closes the open request. An unanswered one becomes superseded, because the wallet may still show it. Signatures and
 * transactions are in `liveRequests` instead. In `approve_sent`, the wallet has answered.
 */
export function supersedeOpenRequest({
  state,
  walletRequest,
  supersededRequests = [],
}: Order): Pick<OrderRecord, 'walletRequest' | 'supersededRequests'> {
  const isOpen = walletRequest !== null && state !== 'approve_sent'
  if (!isOpen || mayBeExecutedLater({ record: walletRequest })) return { walletRequest: null }
  return { walletRequest: null, supersededRequests: [...supersededRequests, walletRequest] }
}

/** Notes a report that contradicts what Ferry knows. The last 20 stay. */
export function withAnomaly(order: Order, note: string): readonly string[] {
  return [...order.anomalies, note].slice(-20)
}

export function withoutDoubt(order: Order): Order {
  const { doubt: _doubt, ...plain } = order
  return plain
}

/** How long an order waits in `needs_user` before it is closed as never started. */
export const decisionTimeoutMs = 10 * minuteMs

export function createProblemData(
  code: ProblemCode,
  money: FundsLocation = 'nothingSent',
  facts: ProblemData['facts'] = {},
): ProblemData {
  return new Problem(code, { money, facts }).data
}

export function withUncertainty(order: Order, isUncertain = false): Order {
  if (order.state !== 'sent' || isUncertain === (order.problem?.code === 'transactionUnsure')) return order
  return { ...order, problem: isUncertain ? createProblemData('transactionUnsure', 'unknown') : null }
}

/**
 * Stops the order until the person decides. Nothing that could move funds is open. After ten minutes without
 * a decision it is closed, because its quote expired long before.
 */
export function awaitUser(order: Order, problem: ProblemData, context: TransitionContext): Transition {
  return move(order, 'needs_user', context.nowMs + decisionTimeoutMs, { problem, walletRequest: null })
}

function mayBeExecutedLater({ record: { purpose } }: { readonly record: WalletRequestRecord }): boolean {
  return purpose === 'sign' || purpose === 'send' || purpose === 'sendCalls'
}

export function endStopped(order: Order, context: TransitionContext): Transition {
  return move(order, 'abandoned_unsigned', context.nowMs, {
    problem: order.problem,
    ...(hasRevokeRequest(order) ? {} : supersedeOpenRequest(order)),
    offer: null,
    signature: null,
    submitBody: null,
    fundsSettled: true,
    timeline: withTimelineStep(order, 'stopped', context.nowMs),
  })
}

export interface TransitionContext {
  readonly nowMs: number
  /** A fresh unguessable ID, used when the event leads to a wallet request. */
  readonly freshId: string
}

export interface Transition {
  readonly order: Order
  readonly sendsRequest: boolean
}

/**
 * Possible result of an event: another state, or `stays` if only the record changes. `!` means that a wallet
 * request is sent.
 */
type Outcome = OrderState | 'stays' | `${OrderState | 'stays'}!`

export type Listener<Kind extends EventKind> = readonly [
  transition: (order: Order, event: EventOf<Kind>, context: TransitionContext) => Transition,
  ...outcomes: Outcome[],
]

export type Listeners = { readonly [kind in EventKind]?: Listener<kind> }

/** The behaviour of a state. Its names are in `order-state.ts`, which views read too. */
export interface StateDefinition {
  /** The task when the order is due. Null if only an event can continue. Derived, never stored. */
  readonly task: (order: Order, nowMs: number) => Task | null
  /** The events that the state handles, with their transitions and results. Other events change nothing. */
  readonly on: Listeners
}

export interface RequestFailure {
  readonly problem: ProblemData
}
