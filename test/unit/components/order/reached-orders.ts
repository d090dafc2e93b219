import type { Order } from '../../../../lib/order/order.ts'
import { isInSet, type OrderState } from '../../../../lib/order/order-state.ts'
import { type OrderView, orderView } from '../../../../lib/order/order-view.ts'
import { reduce } from '../../../../lib/order/reduce.ts'
import { states } from '../../../../lib/order/states.ts'
import { eventKinds, eventsOf } from '../../order/pairs/pair-events.ts'
import { nowMs, ordersIn, parallelVariants } from '../../order/pairs/pair-orders.ts'

export const allStates = Object.keys(states) as readonly OrderState[]

/** The facts for which a screen may show a different text. */
function textFactsOf(order: Order): string {
  const { kind, state, statusCode, problem, walletRequest, offer, transactions, restored } = order
  const sent = transactions.map(({ purpose, state: at }) => `${purpose} ${at}`)
  const problemFacets = problem === null ? [] : [problem.code, problem.money]
  const open = [walletRequest?.purpose, offer !== null, restored, order.fundsSettled, order.isPermitOver]
  return [kind, state, statusCode, ...problemFacets, ...open, ...sent].join('|')
}

/** The facts for which a screen may show a different text while the state stays the same. */
function stateFactsOf(order: Order): string {
  const { kind, state, statusCode, problem, walletRequest, evidence, depositObserved, revoking } = order
  const silence = [walletRequest?.connectionLostMs !== undefined]
  const read = [
    order.doubt,
    evidence?.kind,
    order.isInboxEmpty,
    order.isPermitOver,
    order.unusedSeenMs !== null,
  ]
  const seen = [
    depositObserved?.isReported,
    depositObserved?.token !== undefined,
    order.depositUnseenMs !== undefined,
  ]
  const reports = [
    problem?.code,
    problem?.money,
    revoking?.state,
    revoking?.problem?.code,
    revoking?.leftUnits,
  ]
  return [kind, state, statusCode, walletRequest?.purpose, ...silence, ...read, ...seen, ...reports].join('|')
}

/**
 * An offer exists only before anything is signed or sent. Ferry no longer waits for the answer to a lost
 * send.
 */
const startsOf = (state: OrderState): readonly Order[] => [
  ...ordersIn(state)
    .filter(({ offer }) => offer === null || isInSet(state, 'unsigned'))
    .filter(
      ({ walletRequest }) => state !== 'send_requested' || walletRequest?.connectionLostMs === undefined,
    ),
  ...Object.values(parallelVariants).flatMap(({ states: where, fields }) =>
    where.includes(state as never) ? ordersIn(state, fields) : [],
  ),
]

type Views = ReadonlyMap<OrderState, readonly OrderView[]>

/**
 * `reached`: every order with which a state is reached, from any other state by any event. `stayed`: every
 * order that an event leaves in its state with a different text. Each appears once, as views have it.
 */
export const { reached, stayed } = walked()

function walked(): { readonly reached: Views; readonly stayed: Views } {
  const events = eventKinds.flatMap(eventsOf)
  // A deposit from elsewhere starts in `deposit_awaited`.
  const found = new Map(startsOf('deposit_awaited').map((order) => [textFactsOf(order), order]))
  const inside = new Map<string, Order>()
  for (const order of allStates.flatMap(startsOf)) {
    for (const event of events) {
      const next = reduce(order, event, { nowMs, freshId: 'fresh' }).order
      if (next.state !== order.state) found.set(textFactsOf(next), next)
      else if (stateFactsOf(next) !== stateFactsOf(order)) inside.set(stateFactsOf(next), next)
    }
  }
  return { reached: viewsOf(found.values()), stayed: viewsOf(inside.values()) }
}

function viewsOf(orders: Iterable<Order>): Views {
  const views = [...orders].map((order) => ({
    ...orderView(order, null),
    withdrawFromMs: withdrawFromMs(order),
  }))
  return Map.groupBy(views, ({ state }) => state)
}

function withdrawFromMs({ kind }: Order): number | null {
  return kind === 'native' || kind === 'inbox' ? nowMs - 1 : null
}
