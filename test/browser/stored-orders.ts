import type { OrderState } from '../../lib/order/order-state.ts'
import type { View } from './driver.ts'
import { openDatabase } from './ferry-database.ts'

/** An order in Ferry's own store, with lower-case hashes. */
export interface StoredOrder {
  readonly id: string
  readonly state: OrderState
  readonly statusCode: number | null
  readonly requestHash: string | null
  readonly createdMs: number
  readonly isSigned: boolean
}

const read = `(async () => {
  const database = await ${openDatabase}
  if (database === null) return '[]'
  const rows = await new Promise((done, fail) => {
    const reading = database.transaction('orders').objectStore('orders').getAll()
    reading.onsuccess = () => done(reading.result)
    reading.onerror = () => fail(reading.error)
  })
  database.close()
  return JSON.stringify(rows.map(({ order }) => ({
    id: order.id,
    state: order.state,
    statusCode: order.statusCode,
    requestHash: order.terms.requestHash,
    createdMs: order.createdMs,
    isSigned: order.signature !== null,
  })))
})()`

/** The orders in Ferry's database, newest first, read through one of its pages. */
export async function readOrders(ferry: View): Promise<readonly StoredOrder[]> {
  const orders = JSON.parse(String(await ferry.run(read))) as StoredOrder[]
  return orders.sort((a, b) => b.createdMs - a.createdMs)
}
