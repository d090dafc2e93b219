import 'fake-indexeddb/auto'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { orderSchema } from '../../lib/order/order-shape.ts'
import { orderStateWords } from '../../lib/order/order-state.ts'
import { orderView, supportText } from '../../lib/order/order-view.ts'
import { createOrders } from '../../lib/order/orders.ts'
import { storedOrder } from '../../lib/order/stored-order.ts'
import { createDatabase, type OrderRow } from '../../lib/storage/database.ts'
import { orderAt, tick } from '../harness/actions.ts'
import { createWorld } from '../harness/world.ts'

// Frozen when the schema's number was new, and never written again (PR12).
const folder = new URL('../fixtures/', import.meta.url)
const schemas = readdirSync(folder)
const rowsOf = (schema: string): OrderRow[] =>
  readdirSync(new URL(`${schema}/`, folder)).flatMap((file) =>
    JSON.parse(readFileSync(new URL(`${schema}/${file}`, folder), 'utf8')),
  )

test('each schema up to this one is frozen', () => {
  expect(schemas).toEqual(Array.from({ length: orderSchema }, (_none, index) => `schema-${index + 1}`))
})

test.each(schemas)('rows of %s load, and can be shown and copied for support', async (schema) => {
  const database = createDatabase(`fixtures-${schema}`)
  const opened = await database()
  const rows = rowsOf(schema)
  for (const row of rows) await opened.put('orders', row)
  const orders = createOrders(database)
  expect((await orders.open()).length).toBe(rows.filter((row) => row.open === 1).length)
  expect((await orders.page(null, 1_000)).length).toBe(rows.length)
  for (const row of rows) {
    const order = await orders.read(row.id)
    if (order === null) throw new Error(`${row.id} does not load`)
    expect(orderStateWords(order).wordKey).not.toBe('')
    expect(orderView(order, null).id).toBe(row.id)
    expect(supportText(order, '1')).not.toContain(String(order.signature))
  }
})

test.each(schemas.flatMap((schema) => rowsOf(schema).filter((row) => row.open === 1)))(
  '$id is taken up where it was',
  async (row) => {
    const world = await createWorld('memory')
    const order = storedOrder(row.order)
    if (order === null) throw new Error(`${row.id} does not load`)
    await world.orders.restore(order)
    await world.restart()
    for (let ticks = 0; ticks < 40; ticks += 1) await tick(world)
    expect(world.problems).toEqual([])
    expect((await orderAt(world, row.id)).rev).toBeGreaterThan(row.rev)
  },
)
