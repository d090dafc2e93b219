import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { createDatabase, requireDurable, type StorageState, selfTest } from '../../../lib/storage/database.ts'

test('storage volatile · H: a private window loses its data, and the self-test says so', async () => {
  const database = createDatabase('self-test')
  expect(await selfTest(database, 1, false)).toBe('durable')
  expect(await selfTest(database, 2, true)).toBe('volatile')
  expect(await (await database()).getAllKeys('kept')).toEqual([])
})

test('reports a database that cannot be written as broken, also in a private window', async () => {
  const gone = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
  expect(await selfTest(gone, 1, false)).toBe('broken')
  expect(await selfTest(gone, 1, true)).toBe('broken')
})

test.each<[StorageState, string | null]>([
  ['durable', null],
  ['volatile', 'storageVolatile'],
  ['broken', 'storageFailed'],
])('with a %s store, review and confirm are refused with %s', async (state, code) => {
  const requested = requireDurable(async () => state)
  if (code === null) await expect(requested).resolves.toBeUndefined()
  else await expect(requested).rejects.toMatchObject({ data: { code, money: 'nothingSent' } })
})
