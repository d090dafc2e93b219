import type { Hex } from '../base/hex.ts'
import { type FundsLocation, Problem, type ProblemCode, type ProblemData } from '../base/problem.ts'
import { dayMs, minuteMs } from '../base/time.ts'
import { asksRevoke, watchesRevoke } from './allowances.ts'
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
import { isOfCalls, isOfInbox } from './order-facts.ts'
import type { OfCalls, OrderTransaction, UnclosedRequest, WalletRequestRecord } from './order-parts.ts'
import { isExit } from './order-parts.ts'
import { isIn, type OrderState } from './order-state.ts'

/** Returns the order unchanged. */
export function stay(order: Order): Transition {
  return { order, asksWallet: false }
}

/**
 * What an event may change of an order of this kind; of one whose kind is not known, what every kind has. Its terms are
 * changed by `withTerms` alone, which keeps them of its kind.
 */
export type Changes<One extends Order = Order> = Partial<Omit<OrderRecord, 'terms'>> &
  ([One] extends [Pick<SignedOrder, 'kind'>]
    ? Partial<OfSignature>
    : [One] extends [Pick<CallsOrder, 'kind'>]
      ? OfCalls
      : [One] extends [Pick<DepositOrder, 'kind'>]
        ? OfDeposit
        : { readonly signature?: null; readonly submitBody?: null })

/** Returns the order with some fields changed, nothing to be asked of the wallet. */
export function change<One extends Order>(order: One, fields: Changes<One>): Transition {
  return { order: Object.assign({}, order, fields), asksWallet: false }
}

/** Returns the order in another state; `dueMs` is when that state's task is to be done, null where an event comes first. */
export function move<One extends Order>(
  order: One,
  state: OrderState,
  dueMs: number | null,
  fields?: Changes<One>,
): Transition {
  return { order: Object.assign({}, order, { state, dueMs, problem: null }, fields ?? {}), asksWallet: false }
}

/** Lets a transition hear of orders of its kind alone: any other stays as it is. */
function onlyIf<One extends Order>(isOfKind: (order: Order) => order is One) {
  return <Event>(transition: (order: One, event: Event, context: TransitionContext) => Transition) =>
    (order: Order, event: Event, context: TransitionContext): Transition =>
      isOfKind(order) ? transition(order, event, context) : stay(order)
}

/** What happens to orders that are signed, called as a contract, sent to the inbox or paid by a deposit, and to no other. */
export const only = {
  signed: onlyIf((order) => order.kind === 'signed'),
  calls: onlyIf(isOfCalls),
  inbox: onlyIf(isOfInbox),
  deposit: onlyIf((order) => order.kind === 'deposit'),
}

/** Returns the order with a new wallet request written down; the request itself follows the commit (R1). */
export function withWalletRequest(
  order: Order,
  state: OrderState,
  request: Omit<WalletRequestRecord, 'requestId' | 'askedMs'> & Pick<Order, 'dueMs'>,
  context: TransitionContext,
): Transition {
  const { dueMs, ...rest } = request
  const walletRequest = { requestId: context.freshId, askedMs: context.nowMs, ...rest }
  const known = withUnclosed(order, walletRequest)
  return { order: { ...known, state, dueMs, problem: null, walletRequest }, asksWallet: true }
}

/** Returns the order with a signature or transaction of the swap among what has to be closed. */
export function withUnclosed(order: Order, record: WalletRequestRecord): Order {
  if (!isUnclosed({ record })) return order
  const { unclosedReadMs: _read, ...plain } = order
  return Object.assign({}, plain, { unclosed: [...(order.unclosed ?? []), { record, terms: order.terms }] })
}

/** Returns the order without a request that is closed: its wallet was never asked, rejected it itself, or named its transaction. */
export function withClosed<One extends Order>(order: One, requestId: string): One {
  if (order.unclosed?.some(({ record }) => record.requestId === requestId) !== true) return order
  return Object.assign({}, order, {
    unclosed: order.unclosed.filter(({ record }) => record.requestId !== requestId),
  })
}

function isAnswer(event: FlowEvent): event is EventOf<'walletAnswered' | 'walletRefused' | 'callsRefused'> {
  return event.kind === 'walletAnswered' || event.kind === 'walletRefused' || event.kind === 'callsRefused'
}

/**
 * Returns the order with the request that an event answers marked as answered: the wallet shows it no more, as far as it says.
 * Only what can be trusted closes the request.
 */
export function withAnswered(order: Order, event: FlowEvent): Order {
  if (!isAnswer(event)) return order
  const { requestId } = event
  const isNew = ({ record, isAnswered }: UnclosedRequest) =>
    record.requestId === requestId && isAnswered !== true
  if (order.unclosed?.some(isNew) !== true) return order
  const unclosed = order.unclosed.map((one) => (isNew(one) ? { ...one, isAnswered: true as const } : one))
  return Object.assign({}, order, { unclosed })
}

/** Returns the timeline with a step added; a step that is there keeps its first time. */
export function mark(order: Order, step: TimelineEntry['step'], atMs: number): readonly TimelineEntry[] {
  if (order.timeline.some((entry) => entry.step === step)) return order.timeline
  return [...order.timeline, { step, atMs }]
}

/** Returns the transactions with the one that the wallet answered its open request with. */
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

/** Returns the transactions with one changed. */
export function withTransaction(
  order: Order,
  hash: string,
  fields: Partial<OrderTransaction>,
): readonly OrderTransaction[] {
  return order.transactions.map((one) => (one.hash === hash ? { ...one, ...fields } : one))
}

/** Returns what is open at the wallet once its question is closed: the one before that was never answered, if any, but no way out. */
export function closed({
  supersededRequests,
}: Pick<Order, 'supersededRequests'>): Pick<OrderRecord, 'walletRequest' | 'supersededRequests'> {
  if (supersededRequests === undefined) return { walletRequest: null }
  const walletRequest = supersededRequests.findLast((one) => !isExit(one)) ?? null
  return { walletRequest, supersededRequests: supersededRequests.filter((one) => one !== walletRequest) }
}

/** Returns the superseded requests once the open one gives way to another. A signature or a transaction is in `unclosed`. */
export function listSuperseded(order: Order): readonly WalletRequestRecord[] {
  const { supersededRequests = [], walletRequest } = order
  if (walletRequest === null || isUnclosed({ record: walletRequest })) return supersededRequests
  return [...supersededRequests, walletRequest]
}

/** Returns that nothing is waited for any more: a request that was not answered stays among those that the wallet may still show. */
export function unanswered(order: Order): Pick<OrderRecord, 'walletRequest' | 'supersededRequests'> {
  return {
    walletRequest: null,
    ...(order.walletRequest === null ? {} : { supersededRequests: listSuperseded(order) }),
  }
}

/** Returns the order without what the chain did not show before. */
export function withoutDoubt(order: Order): Order {
  const { doubt: _doubt, ...plain } = order
  return plain
}

/** How long an order that waits for the user is kept open before it is put away as never begun. */
export const lapseMs = 10 * minuteMs

/** Returns a problem of Ferry's own, which no answer of the service stands behind. */
export function plainProblem(
  code: ProblemCode,
  money: FundsLocation = 'nothingSent',
  facts: ProblemData['facts'] = {},
): ProblemData {
  return new Problem(code, { money, facts }).data
}

/** Returns an order that is sent with the word that it seems to have come to nothing, or without it. */
export function withUnsure(order: Order, isUnsure = false): Order {
  if (order.state !== 'sent' || isUnsure === (order.problem?.code === 'transactionUnsure')) return order
  return { ...order, problem: isUnsure ? plainProblem('transactionUnsure', 'unknown') : null }
}

/**
 * Stops the order until the user decides; nothing that could move money is open. Left alone it is put away after ten
 * minutes, as the quote has long died.
 */
export function awaitUser(order: Order, problem: ProblemData, context: TransitionContext): Transition {
  return move(order, 'needs_user', context.nowMs + lapseMs, { problem, walletRequest: null })
}

/** As long as an answer to a question is heard that nobody waits for any more. */
export const stillAskedMs = dayMs

/** Returns whether the wallet is asked to approve: what came of that stands on chain, whoever tells. */
export function asksApproval(request: Order['walletRequest']): boolean {
  return request?.purpose === 'approve' || request?.purpose === 'resetApproval'
}

/** Returns whether a request is of the kind that stays unclosed until the chain or a trusted answer closes it. */
function isUnclosed({ record: { purpose } }: { readonly record: WalletRequestRecord }): boolean {
  return purpose === 'sign' || purpose === 'send' || purpose === 'sendCalls'
}

/** Ends an order of which nothing can be signed or sent any more. */
export function endStopped(order: Order, context: TransitionContext): Transition {
  // The wallet may still show it, or what it was asked before, also where the way to it was cut: a late yes is to be heard.
  const isOpen = isIn(order.state, 'promptOpen') || asksRevoke(order)
  const { walletRequest, supersededRequests } = isOpen && order.walletRequest !== null ? order : closed(order)
  const waitMs = asksApproval(walletRequest) || watchesRevoke(order) ? 0 : stillAskedMs
  const isDue = (walletRequest !== null && !asksRevoke(order)) || watchesRevoke(order)
  return move(order, 'abandoned_unsigned', isDue ? context.nowMs + waitMs : null, {
    problem: order.problem,
    walletRequest,
    ...(supersededRequests === undefined ? {} : { supersededRequests }),
    offer: null,
    signature: null,
    submitBody: null,
    fundsSettled: true,
    timeline: mark(order, 'stopped', context.nowMs),
  })
}

/** What `reduce` needs besides order and event. */
export interface TransitionContext {
  readonly nowMs: number
  /** A fresh unguessable id, used when the event leads to a wallet request. */
  readonly freshId: string
}

/** The next order, and whether its new wallet request has to be made once the order is committed. */
export interface Transition {
  readonly order: Order
  readonly asksWallet: boolean
}

/** Where an event may lead: another state, or `stays` where it changes only the record; `!` where the wallet is asked. */
type Outcome = OrderState | 'stays' | `${OrderState | 'stays'}!`

/** What comes of an event, and everywhere that it may lead. */
export type Listener<Kind extends EventKind> = readonly [
  transition: (order: Order, event: EventOf<Kind>, context: TransitionContext) => Transition,
  ...outcomes: Outcome[],
]

/** The events that are listened to. */
export type Listeners = { readonly [kind in EventKind]?: Listener<kind> }

/** What happens in a state; what it is called stands in `order-state.ts`, which views read as well. */
export interface StateDefinition {
  /** What the background does when the order is due; null when only an event leads on. Derived, never stored. */
  readonly task: (order: Order, nowMs: number) => Task | null
  /** The events it listens to, each with what comes of it and where that leads. Any other changes nothing. */
  readonly on: Listeners
}

/** What is said of a request to the wallet that came to nothing, or whose outcome nobody knows. */
export interface Lost {
  readonly problem: ProblemData
}
