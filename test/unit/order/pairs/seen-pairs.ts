import type { EventKind, FlowEvent } from '../../../../lib/order/event.ts'
import type { Order } from '../../../../lib/order/order.ts'
import type { OrderState } from '../../../../lib/order/order-state.ts'
import { reduce } from '../../../../lib/order/reduce.ts'
import { sortOutcomes } from '../../../run/draw-states.ts'
import { eventKinds, eventsOf } from './pair-events.ts'
import { nowMs, ordersIn } from './pair-orders.ts'

/**
 * Runs every event on every order of these states. Returns the other states that were reached. `stays` means
 * that only the record changed; `!` means that a wallet request was sent. Omits events that changed nothing.
 */
export function outcomesIn(
  states: readonly OrderState[],
  extra: Parameters<typeof ordersIn>[1] = null,
): ReadonlyMap<EventKind, readonly string[]> {
  const orders = states.flatMap((state) => ordersIn(state, extra))
  return new Map(
    eventKinds.map((kind) => {
      const reached = new Set<string>()
      for (const event of eventsOf(kind)) for (const order of orders) reach(order, event, reached)
      return [kind, sortOutcomes([...reached])] as const
    }),
  )
}

function reach(order: Order, event: FlowEvent, reached: Set<string>): void {
  const next = reduce(order, event, { nowMs, freshId: 'fresh' })
  if (next.order === order) return
  const word = next.order.state === order.state ? 'stays' : next.order.state
  reached.add(next.sendsRequest ? `${word}!` : word)
}
