import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isOrder, type Order } from '../../../lib/order/order.ts'
import type { OrderState } from '../../../lib/order/order-state.ts'
import { createOrders } from '../../../lib/order/orders.ts'
import { states } from '../../../lib/order/states.ts'
import { createDatabase } from '../../../lib/storage/database.ts'
import { ordersIn, parallelVariants } from './pairs/pair-orders.ts'

const stateNames = Object.keys(states) as OrderState[]
const extras = Object.values(parallelVariants)

/** Every order that the table of pairs uses for a state, with each additional open request. */
function everyOrderIn(state: OrderState): readonly Order[] {
  const open = extras.filter((extra) => (extra.states as readonly OrderState[]).includes(state))
  return [...ordersIn(state), ...open.flatMap(({ fields }) => ordersIn(state, fields))]
}

test.each(stateNames)('reads every order in %s unchanged', (state) => {
  for (const order of everyOrderIn(state)) {
    const stored: unknown = structuredClone(order)
    const copied: unknown = JSON.parse(JSON.stringify(order))
    if (!isOrder(stored) || !isOrder(copied)) throw new Error(JSON.stringify(order))
    expect([stored, copied]).toEqual([order, order])
  }
})

const all = stateNames.flatMap((state) => everyOrderIn(state).slice(0, 40))
const member = fc.constantFrom(...Object.keys(all[0] ?? {}).filter((name) => name !== 'id'))
const junk = fc.constantFrom<unknown>(undefined, {}, 'x', Number.NaN, () => 'x', [{}], { state: 'requested' })

test('still reads the other rows when one is torn, however it is torn', async () => {
  const database = createDatabase('torn-rows')
  const orders = createOrders(database)
  const opened = await database()
  const neighbour = { ...(all[0] as Order), id: 'neighbour', rev: 0, dueMs: 1 }
  await orders.write(neighbour)
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...all), member, junk, async (order, name, value) => {
      const torn = { ...order, id: 'torn', [name]: value }
      if (isOrder(torn) || typeof value === 'function') return
      await opened.put('orders', { id: 'torn', rev: 1, createdMs: 5, open: 1, order: torn })
      expect(await orders.listOpen()).toEqual([neighbour])
      expect(await orders.page(null, 9)).toEqual([neighbour])
      expect(await orders.read('torn')).toBeNull()
      expect(await opened.get('orders', 'torn')).toMatchObject({ order: { id: 'torn' } })
    }),
    { numRuns: 150 },
  )
})
