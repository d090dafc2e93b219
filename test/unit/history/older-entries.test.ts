import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { createEntries, rowOf } from '../../../lib/history/entries.ts'
import { noFilter } from '../../../lib/history/history-filter.ts'
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
