import { describe, expect, test } from 'vitest'
import type { EventKind } from '../../../lib/order/event.ts'
import { commonListeners } from '../../../lib/order/flows/common-listeners.ts'
import type { Order } from '../../../lib/order/order.ts'
import type { OrderState } from '../../../lib/order/order-state.ts'
import { parallelRequests } from '../../../lib/order/parallel-requests.ts'
import { states } from '../../../lib/order/states.ts'
import type { Listeners } from '../../../lib/order/transition.ts'
import { outcomesOf, sortOutcomes } from '../../run/draw-states.ts'
import { eventKinds } from './pairs/pair-events.ts'
import { ordersIn, parallelVariants } from './pairs/pair-orders.ts'
import { outcomesIn } from './pairs/seen-pairs.ts'

const allStates = Object.keys(states) as readonly OrderState[]

describe('every state with every event matches the table', () => {
  test.each(allStates)('%s', (state) => {
    const on: Listeners = { ...commonListeners, ...states[state].on }
    const seen = outcomesIn([state])
    expect(Object.fromEntries(seen)).toEqual(
      Object.fromEntries(eventKinds.map((kind) => [kind, outcomesOf(on, kind)])),
    )
  })
})

/** The open requests of these orders other than for the swap itself, in the form of the table. */
function listenersBeside(order: Order): Listeners {
  return Object.assign({}, ...parallelRequests.filter(({ isOpen }) => isOpen(order)).map(({ on }) => on))
}

describe('open requests other than for the swap itself match their own table, and leave the rest to the state', () => {
  test.each(Object.entries(parallelVariants))('%s', (_name, { states: where, fields }) => {
    const allSeen = new Map<string, Set<string>>()
    for (const state of where) {
      const [order] = ordersIn(state, fields)
      const extra = order === undefined ? {} : listenersBeside(order)
      const own: Listeners = { ...commonListeners, ...states[state].on }
      for (const [kind, seen] of outcomesIn([state], fields)) {
        const reported = `${state} ${kind}`
        const ofTable = kind in extra ? extra : own
        expect(outcomesOf(ofTable, kind), reported).toEqual(expect.arrayContaining([...seen]))
        if (kind in extra) allSeen.set(kind, new Set([...(allSeen.get(kind) ?? []), ...seen]))
      }
      for (const kind of Object.keys(extra)) allSeen.set(kind, allSeen.get(kind) ?? new Set())
    }
    const [first] = ordersIn(where[0], fields)
    const extra = first === undefined ? {} : listenersBeside(first)
    for (const [kind, seen] of allSeen) {
      expect(sortOutcomes([...seen]), kind).toEqual(outcomesOf(extra, kind as EventKind))
    }
  })

  test('every one of them is covered', () => {
    const tried = Object.values(parallelVariants).flatMap(({ states: where, fields }) =>
      where.flatMap((state) => ordersIn(state, fields)),
    )
    for (const { name, isOpen } of parallelRequests) expect(tried.some(isOpen), name).toBe(true)
  })
})
