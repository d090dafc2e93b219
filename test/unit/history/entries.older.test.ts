import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { createEntries } from '../../../lib/history/entries.ts'
import { rowOf } from '../../../lib/history/entry-rows.ts'
import { noFilter, refundedOn } from '../../../lib/history/history-filter.ts'
import { createDatabase } from '../../../lib/storage/database.ts'
import { entryWith } from './entry-fixture.ts'

test.each([true, false])(
  'a line that an earlier Ferry wrote tells whether its funds are settled: %s',
  async (is) => {
    const database = createDatabase(`older-${is}`)
    const { fundsSettled: _later, ...line } = entryWith()
    const row = rowOf(entryWith())
    await (await database()).put('entries', { ...row, entry: { ...line, moneyAccounted: is } as never })
    const entries = createEntries(database)
    const { entries: all } = await entries.page({ filter: noFilter, after: null, floorMs: null, limit: 9 })
    expect([...all, await entries.read(row.key)].map((entry) => entry?.fundsSettled)).toEqual([is, is])
    expect(all[0]).not.toHaveProperty('moneyAccounted')
  },
)

test('a timed refund is found by its chain, beside lines that know no such time', async () => {
  const database = createDatabase('timed-refunds')
  const timeline = [
    { step: 'expired', atMs: 1_000 },
    { step: 'refunded', atMs: 241_000 },
  ] as const
  const end = { state: 'verified_terminal', statusCode: 7, refundChainId: 10 } as const
  const older = rowOf(entryWith({ ...end, id: 'older' }))
  const newer = rowOf(entryWith({ ...end, id: 'newer', timeline }))
  for (const row of [older, newer]) await (await database()).put('entries', row)
  const found = await createEntries(database).newest(refundedOn(10), 9)
  expect(found.map(({ orderId, refundSeconds }) => [orderId, refundSeconds])).toEqual([['newer', 240]])
  expect(await createEntries(database).read(older.key)).not.toHaveProperty('refundSeconds')
})

test('a line that cannot be read is left out, and takes none of its neighbors with it', async () => {
  const database = createDatabase('torn-lines')
  const opened = await database()
  const lines = [4, 3, 2, 1].map((at) => rowOf(entryWith({ id: `torn-${at}`, createdMs: at * 1_000 })))
  for (const [at, row] of lines.entries()) {
    await opened.put('entries', at === 1 ? { ...row, entry: { key: row.key, torn: true } } : row)
  }
  const entries = createEntries(database)
  const shown: (string | null)[] = []
  let after: string | null = null
  do {
    const page: Awaited<ReturnType<typeof entries.page>> = await entries.page({
      filter: noFilter,
      after,
      floorMs: null,
      limit: 2,
    })
    shown.push(...page.entries.map(({ orderId }) => orderId))
    after = page.next
  } while (after !== null)
  expect(shown).toEqual(['torn-4', 'torn-2', 'torn-1'])
  const found = await entries.page({
    filter: { ...noFilter, text: 'USDC' },
    after: null,
    floorMs: null,
    limit: 9,
  })
  expect(found.entries.map(({ orderId }) => orderId)).toEqual(['torn-4', 'torn-2', 'torn-1'])
  expect(await entries.read(lines[1]?.key ?? '')).toBeNull()
})

test('a line of an order stands without what the service remembers of it, where that cannot be read', async () => {
  const database = createDatabase('torn-item')
  const row = rowOf(entryWith())
  const torn = { ...Object(row.entry), item: { requestHash: 7, readMs: 'soon' } }
  await (await database()).put('entries', { ...row, entry: torn as never })
  expect(await createEntries(database).read(row.key)).toEqual({ ...Object(row.entry), item: null })
})
