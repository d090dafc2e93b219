import { expect, test } from 'vitest'
import { entryOfItem, type HistoryEntry } from '../../../lib/history/history-entry.ts'
import { noFilter } from '../../../lib/history/history-filter.ts'
import { createExport, csvHeading } from '../../../lib/history/whole-history.ts'
import type { Order } from '../../../lib/order/order.ts'
import { orderOf } from '../order/order-fixture.ts'
import { entryFor, pastOf } from './entry-fixture.ts'

const signature = `0x${'77'.repeat(65)}` as const

function exportOf(all: readonly HistoryEntry[], orders: readonly Order[]) {
  const pages = {
    page: async ({ after, limit }: { after: string | null; limit: number }) => {
      const rest = all.filter(({ key }) => after === null || key >= after)
      const entries = rest.slice(0, limit)
      return { entries, next: rest[limit]?.key ?? null, isCut: false }
    },
  }
  const read = { read: async (id: string) => orders.find((order) => order.id === id) ?? null }
  const piece = createExport(pages, read, () => ({ version: '1.2.3', nowMs: 0, serviceKind: 'sandbox' }))
  return async (format: 'csv' | 'json') => {
    let text = ''
    let after: string | null = null
    do {
      const next: { text: string; next: string | null } = await piece({ filter: noFilter, format, after })
      text += next.text
      after = next.next
    } while (after !== null)
    return text
  }
}

const orders = Array.from({ length: 450 }, (_, index) =>
  orderOf({ id: `o${index}`, createdMs: 1_000_000 - index, signature, submitBody: `{"s":"${signature}"}` }),
)
const entries = [...orders.map((order) => entryFor(order)), entryOfItem(pastOf({ orderMs: 5 }))]

test('JSON is one document with every order as it is kept, and no signature', async () => {
  const text = await exportOf(entries, orders)('json')
  const file = JSON.parse(text)
  const exportedAt = '1970-01-01T00:00:00.000Z'
  expect(file).toMatchObject({ schema: 2, ferry: '1.2.3', exportedAt, serviceKind: 'sandbox' })
  expect(file.swaps[0].order.schema).toBe(file.schema)
  expect(file.swaps).toHaveLength(451)
  const [first] = orders
  const { signature: _signature, submitBody: _body, ...kept } = first ?? orderOf()
  expect(file.swaps[0].order).toEqual(JSON.parse(JSON.stringify(kept)))
  expect(file.swaps[450]).toMatchObject({ order: null, service: { requestHash: pastOf().requestHash } })
  expect(text).not.toContain(signature)
})

test('JSON names the answers of the service that an order rests on', async () => {
  const endpoints = ['chains', 'tokens', 'quote', 'build-tx', 'status'] as const
  const order = orderOf({
    id: 'o1',
    serviceCalls: endpoints.map((endpoint) => {
      return { endpoint, atMs: 1, outcome: 'ok', serverRequestId: `req-${endpoint}` }
    }),
  })
  const { swaps } = JSON.parse(await exportOf([entryFor(order)], [order])('json'))
  const ids = swaps[0].order.serviceCalls.map((one: { serverRequestId: string }) => one.serverRequestId)
  expect(ids).toEqual(endpoints.map((endpoint) => `req-${endpoint}`))
})

test('CSV has its heading once, and a line for each', async () => {
  const text = await exportOf(entries, orders)('csv')
  expect(text.startsWith(csvHeading)).toBe(true)
  expect(text.split('\r\n')).toHaveLength(453)
  expect(text.split('"request_hash"')).toHaveLength(2)
  expect(text.split(',"sandbox"\r\n')).toHaveLength(452)
})

test('nothing is a whole file too', async () => {
  const save = exportOf([], [])
  expect(JSON.parse(await save('json'))).toMatchObject({ swaps: [] })
  expect(await save('csv')).toBe(csvHeading)
})
