import { isContractCall, usesInbox } from '../quote/order-kind.ts'
import type { OrderTerms } from '../quote/terms.ts'
import type { EventKind, EventOf, Task } from './event.ts'
import type {
  CallsOrder,
  DepositOrder,
  OfCalls,
  OfDeposit,
  OfSignature,
  Order,
  OrderRecord,
  SignedOrder,
} from './order.ts'
import type { OrderState } from './order-state.ts'

/** The state stays. The event changes nothing if the order is the one before it. */
export function stay(order: Order): Transition {
  return { order }
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
  return { order: Object.assign({}, order, fields) }
}

/** `dueMs` is when that state's task is due; null if an event must come first. */
export function move<One extends Order>(
  order: One,
  state: OrderState,
  dueMs: number | null,
  fields?: Changes<One>,
): Transition {
  return { order: Object.assign({}, order, { state, dueMs, problem: null }, fields ?? {}) }
}

/** Replaces the order's terms. Returns the same order if the new terms are of another kind. */
export function withTerms(order: Order, terms: OrderTerms): Order {
  switch (order.kind) {
    case 'signed':
      return terms.signTypedData === null ? order : { ...order, terms }
    case 'manual':
      return terms.requestHash === null ? { ...order, terms } : order
    case 'deposit':
      return terms.deposit === undefined ? order : { ...order, terms }
    default: {
      const isInbox = terms.signTypedData === null && terms.requestType !== null
      return isInbox ? { ...order, terms } : order
    }
  }
}

function restrictTo<One extends Order>(isOfKind: (order: Order) => order is One) {
  return <Event>(transition: (order: One, event: Event, context: TransitionContext) => Transition) =>
    (order: Order, event: Event, context: TransitionContext): Transition =>
      isOfKind(order) ? transition(order, event, context) : stay(order)
}

export const onlyFor = {
  signed: restrictTo((order) => order.kind === 'signed'),
  calls: restrictTo(isContractCall),
  inbox: restrictTo(usesInbox),
  deposit: restrictTo((order) => order.kind === 'deposit'),
}

export interface TransitionContext {
  readonly nowMs: number
  /** A fresh unguessable ID, used when the event leads to a wallet request. */
  readonly freshId: string
}

export interface Transition {
  readonly order: Order
}

/**
 * Possible result of an event: another state, or `stays` if only the record changes. `!` means that a wallet
 * request is sent.
 */
type Outcome = OrderState | 'stays' | `${OrderState | 'stays'}!`

/** Returns the next order for an event. */
export type Handler<Kind extends EventKind, Of extends Order = Order> = (
  order: Of,
  event: EventOf<Kind>,
  context: TransitionContext,
) => Transition

export type Listener<Kind extends EventKind> = readonly [handler: Handler<Kind>, ...outcomes: Outcome[]]

export type Listeners = { readonly [kind in EventKind]?: Listener<kind> }

/** The behaviour of a state. Its names are in `order-state.ts`, which views read too. */
export interface StateDefinition {
  /** The task when the order is due. Null if only an event can continue. Derived, never stored. */
  readonly task: (order: Order, nowMs: number) => Task | null
  /** The events that the state handles, with their transitions and results. Other events change nothing. */
  readonly on: Listeners
}
