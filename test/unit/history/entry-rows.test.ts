import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { createEntries } from '../../../lib/history/entries.ts'
import { putOrderEntry } from '../../../lib/history/entry-rows.ts'
import { noFilter, refundChainTerm } from '../../../lib/history/history-filter.ts'
import type { Order } from '../../../lib/order/order.ts'
import { createDatabase, type Database } from '../../../lib/storage/database.ts'
import { orderOf } from '../order/order-fixture.ts'

/** Writes the entry of an order and returns its row. */
async function putLine(database: () => Promise<Database>, order: Order) {
  const transaction = (await database()).transaction(['orders', 'entries'], 'readwrite')
  const entries = transaction.objectStore('entries')
  await putOrderEntry(entries, order)
  const row = (await entries.getAll()).find(({ entry }) => Object(entry).orderId === order.id)
  if (row === undefined) throw new Error('no line')
  await transaction.done
  return row
}

test('finds a timed refund by its chain, and not a refund whose time is unknown', async () => {
  const database = createDatabase('timed-refunds')
  const timeline = [
    { step: 'expired', atMs: 1_000 },
    { step: 'refunded', atMs: 241_000 },
  ] as const
  const end = { state: 'verified_terminal', statusCode: 7, refundChainId: 10 } as const
  const untimed = await putLine(database, orderOf({ ...end, id: 'untimed' }))
  await putLine(database, orderOf({ ...end, id: 'timed', timeline }))
  const found = await createEntries(database).readNewest(refundChainTerm(10), 9)
  expect(found.map(({ orderId, refundSeconds }) => [orderId, refundSeconds])).toEqual([['timed', 240]])
  expect(await createEntries(database).read(untimed.key)).not.toHaveProperty('refundSeconds')
})

test('leaves out an unreadable entry and returns its neighbors', async () => {
  const database = createDatabase('torn-lines')
  for (const at of [4, 2, 1]) await putLine(database, orderOf({ id: `torn-${at}`, createdMs: at * 1_000 }))
  const torn = await putLine(database, orderOf({ id: 'torn-3', createdMs: 3_000 }))
  await (await database()).put('entries', { ...torn, entry: { key: torn.key, torn: true } as never })
  const entries = createEntries(database)
  const shown: (string | null)[] = []
  let after: string | null = null
  do {
    const page: Awaited<ReturnType<typeof entries.readPage>> = await entries.readPage({
      filter: noFilter,
      after,
      floorMs: null,
      limit: 2,
    })
    shown.push(...page.entries.map(({ orderId }) => orderId))
    after = page.next
  } while (after !== null)
  expect(shown).toEqual(['torn-4', 'torn-2', 'torn-1'])
  const found = await entries.readPage({
    filter: { ...noFilter, text: 'USDC' },
    after: null,
    floorMs: null,
    limit: 9,
  })
  expect(found.entries.map(({ orderId }) => orderId)).toEqual(['torn-4', 'torn-2', 'torn-1'])
  expect(await entries.read(torn.key)).toBeNull()
})

test("returns an order's entry without the service's part when that is unreadable", async () => {
  const database = createDatabase('torn-item')
  const row = await putLine(database, orderOf())
  const torn = { ...Object(row.entry), item: { requestHash: 7, readMs: 'soon' } }
  await (await database()).put('entries', { ...row, entry: torn as never })
  expect(await createEntries(database).read(row.key)).toEqual({ ...Object(row.entry), item: null })
})
