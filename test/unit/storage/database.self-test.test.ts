import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { createDatabase, requireDurable, type StorageState, selfTest } from '../../../lib/storage/database.ts'

test('storage volatile · H: what a private window is given is gone with it, and is said to be', async () => {
  const database = createDatabase('self-test')
  expect(await selfTest(database, 1, false)).toBe('durable')
  expect(await selfTest(database, 2, true)).toBe('volatile')
  expect(await (await database()).getAllKeys('kept')).toEqual([])
})

test('a database that cannot be written is broken, in a private window too', async () => {
  const gone = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
  expect(await selfTest(gone, 1, false)).toBe('broken')
  expect(await selfTest(gone, 1, true)).toBe('broken')
})

test.each<[StorageState, string | null]>([
  ['durable', null],
  ['volatile', 'storageVolatile'],
  ['broken', 'storageFailed'],
])('a %s store: review and confirm are refused with %s', async (state, code) => {
  const asked = requireDurable(async () => state)
  if (code === null) await expect(asked).resolves.toBeUndefined()
  else await expect(asked).rejects.toMatchObject({ data: { code, money: 'nothingSent' } })
})
