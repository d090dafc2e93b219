import type { Order } from '../../../../lib/order/order.ts'
import { isIn, type OrderState } from '../../../../lib/order/order-state.ts'
import { type OrderView, orderView } from '../../../../lib/order/order-view.ts'
import { reduce } from '../../../../lib/order/reduce.ts'
import { states } from '../../../../lib/order/states.ts'
import { eventKinds, eventsOf } from '../../order/pairs/pair-events.ts'
import { nowMs, openBeside, ordersIn } from '../../order/pairs/pair-orders.ts'

export const allStates = Object.keys(states) as readonly OrderState[]

/** What a screen may say something else for. */
function facetsOf(order: Order): string {
  const { kind, state, statusCode, problem, walletRequest, offer, transactions, restored } = order
  const sent = transactions.map(({ purpose, state: at }) => `${purpose} ${at}`)
  const problemFacets = problem === null ? [] : [problem.code, problem.money]
  const open = [walletRequest?.purpose, offer !== null, restored, order.fundsSettled, order.isPermitOver]
  return [kind, state, statusCode, ...problemFacets, ...open, ...sent].join('|')
}

/** An offer stands only before anything is signed or sent. */
const startsOf = (state: OrderState): readonly Order[] => [
  ...ordersIn(state).filter(({ offer }) => offer === null || isIn(state, 'unsigned')),
  ...Object.values(openBeside).flatMap(({ states: where, fields }) =>
    where.includes(state as never) ? ordersIn(state, fields) : [],
  ),
]

/** Every order that a state is reached with, from any other by any event, each way of showing it once, as views have it. */
export const reached: ReadonlyMap<OrderState, readonly OrderView[]> = walked()

function walked(): ReadonlyMap<OrderState, readonly OrderView[]> {
  const events = eventKinds.flatMap(eventsOf)
  // A deposit from elsewhere is awaited from the start.
  const found = new Map(startsOf('deposit_awaited').map((order) => [facetsOf(order), order]))
  for (const order of allStates.flatMap(startsOf)) {
    for (const event of events) {
      const next = reduce(order, event, { nowMs, freshId: 'fresh' }).order
      if (next.state !== order.state) found.set(facetsOf(next), next)
    }
  }
  return Map.groupBy(
    [...found.values()].map((order) => orderView(order, withdrawFromMs(order))),
    ({ state }) => state,
  )
}

function withdrawFromMs({ kind }: Order): number | null {
  return kind === 'native' || kind === 'inbox' ? nowMs - 1 : null
}
