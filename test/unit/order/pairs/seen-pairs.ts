import type { FlowEvent } from '../../../../lib/order/event.ts'
import type { Order, OrderState } from '../../../../lib/order/order.ts'
import { step } from '../../../../lib/order/step.ts'
import type { Outcomes } from './drawing.ts'
import { eventKinds, eventsOf } from './pair-events.ts'
import { nowMs, ordersIn } from './pair-orders.ts'

/**
 * Walks every order of these states through every event there is: other states that were reached, `stays` where only the
 * record changed, with a `!` where the wallet is asked. An event that changed nothing is left out.
 */
export function outcomesIn(
  states: readonly OrderState[],
  beside: Partial<Order> | null = null,
  kinds: readonly FlowEvent['kind'][] = eventKinds,
): Outcomes {
  const orders = states.flatMap((state) => ordersIn(state, beside))
  const found: { [kind: string]: readonly string[] } = {}
  for (const kind of kinds) {
    const reached = new Set<string>()
    for (const event of eventsOf(kind)) for (const order of orders) reach(order, event, reached)
    if (reached.size > 0) found[kind] = [...reached]
  }
  return found
}

function reach(order: Order, event: FlowEvent, reached: Set<string>): void {
  const next = step(order, event, { nowMs, freshId: 'fresh' })
  if (next.order === order) return
  const word = next.order.state === order.state ? 'stays' : next.order.state
  reached.add(next.ask ? `${word}!` : word)
}
