import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { afterEach, expect, test } from 'vitest'
import { createOrders } from '../../../lib/order/orders.ts'
import {
  createDatabase,
  createOpener,
  type FerrySchema,
  requireDurable,
  type StorageState,
  selfTest,
} from '../../../lib/storage/database.ts'
import { orderOf } from '../order/order-fixture.ts'

const real = globalThis.indexedDB

afterEach(() => {
  globalThis.indexedDB = real
})

test('updated in mid-swap · N: an older context closes for an upgrade and is refused afterwards, and nothing is wiped', async () => {
  const older = createOrders(createDatabase('upgraded'))
  await older.write(orderOf({ rev: 0 }))
  const newer = await openDB('upgraded', 2)
  expect(await newer.count('orders')).toBe(1)
  await expect(older.write(orderOf({ rev: 1 }))).rejects.toMatchObject({
    data: { code: 'storageFailed', money: 'nothingSent', facts: { reason: 'VersionError' } },
  })
  expect(await newer.get('orders', 'order-1')).toMatchObject({ rev: 0 })
  newer.close()
})

test('storage corrupt · V: refuses every read and write without IndexedDB, and works again when it is back', async () => {
  const orders = createOrders(createDatabase('gone'))
  const broken = {
    open() {
      throw new DOMException('A mutation operation was attempted', 'InvalidStateError')
    },
  }
  globalThis.indexedDB = broken as unknown as IDBFactory
  for (const work of [orders.read('order-1'), orders.listOpen(), orders.write(orderOf({ rev: 0 }))]) {
    await expect(work).rejects.toMatchObject({ data: { code: 'storageFailed' } })
  }
  globalThis.indexedDB = real
  await orders.write(orderOf({ rev: 0 }))
  expect(await orders.read('order-1')).not.toBeNull()
})

test('storage corrupt · V: reports an older tab that blocks an upgrade immediately, and opens with all data when it is closed', async () => {
  await createOrders(createDatabase('blocked')).write(orderOf({ rev: 0 }))
  // Without a listener, it does not close by itself.
  const older = await new Promise<IDBDatabase>((done, failed) => {
    const opening = indexedDB.open('blocked', 1)
    opening.onsuccess = () => done(opening.result)
    opening.onerror = () => failed(opening.error)
  })
  const newer = createOrders(createOpener<FerrySchema>('blocked', 2, () => undefined))
  const refused = { data: { code: 'storageFailed', money: 'nothingSent', facts: { reason: 'blocked' } } }
  await expect(newer.read('order-1')).rejects.toMatchObject(refused)
  await expect(newer.write(orderOf({ rev: 1 }))).rejects.toMatchObject(refused)
  older.close()
  const read = () => newer.read('order-1').catch(() => null)
  await expect.poll(read).toMatchObject({ id: 'order-1', rev: 0 })
  await newer.write(orderOf({ rev: 1 }))
})

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
