import type { ProblemData } from '../base/problem.ts'
import type { EventKind, EventOf } from './event.ts'
import type { Order, OrderState } from './order.ts'
import type { Task } from './task.ts'

/** What `reduce` needs besides order and event. */
export interface TransitionContext {
  readonly nowMs: number
  /** A fresh unguessable id, used when the event leads to a wallet request. */
  readonly freshId: string
}

/** The next order, and whether its new wallet request has to be made once the order is committed. */
export interface Transition {
  readonly order: Order
  readonly ask: boolean
}

/** Where an event may lead: another state, or `stays` where it changes only the record; `!` where the wallet is asked. */
export type Outcome = OrderState | 'stays' | `${OrderState | 'stays'}!`

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
