import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { createBackup } from '../../../lib/order/backup.ts'
import { isOrder, type Order } from '../../../lib/order/order.ts'
import { createOrders } from '../../../lib/order/orders.ts'
import { createDatabase, type Database } from '../../../lib/storage/database.ts'
import type { WholeArea } from '../../../lib/storage/local.ts'
import { storageHandlers } from '../../../lib/storage/rescue.ts'
import { defaultSettings } from '../../../lib/storage/settings.ts'
import type { Settings } from '../../../lib/storage/settings-shape.ts'
import { orderOf, withTerms } from '../order/order-fixture.ts'
import { memoryArea } from './memory-area.ts'

const signature = `0x${'ab'.repeat(64)}1b` as const
const signed = orderOf({
  rev: 0,
  dueMs: 1,
  state: 'submitting',
  signature,
  submitBody: JSON.stringify({ request: { note: 'a "word"' }, userSignature: signature }),
})

let names = 0
function newDatabase(): () => Promise<Database> {
  names += 1
  return createDatabase(`rescue-${names}`)
}

/** Writes the row of a newer version of Ferry, which this version would not write. */
async function putNewer(database: () => Promise<Database>, part: Partial<Order>): Promise<void> {
  const order = { ...signed, ...part, schema: 2 } as unknown as Order
  const { id, rev, createdMs } = order
  await (await database()).put('orders', { id, rev, createdMs, open: 1, order })
}

/** Handlers with a database and areas. The clock is at 7 ms. */
function handlersOf(
  database: () => Promise<Database>,
  areas: { readonly local?: WholeArea; readonly items?: WholeArea } = {},
) {
  return storageHandlers({
    database,
    areas: { local: memoryArea(), items: memoryArea(), ...areas },
    isOrder,
    settings: { get: async () => defaultSettings, set: async () => undefined },
    onSettingsChanged: () => undefined,
    clock: { nowMs: () => 7 },
    version: '1.2.3',
  })
}

async function rescued(...of: Parameters<typeof handlersOf>): Promise<string> {
  return (await handlersOf(...of).rescue(null)).text
}

test('storage corrupt · N: exports everything that is readable, without a signature', async () => {
  const database = newDatabase()
  await createOrders(database).write(signed)
  await putNewer(database, { id: 'newer' })
  const value = new Uint8Array(65_536)
  await (await database()).put('kept', { key: 'picture', value, savedMs: 0, untilMs: 9e15 })
  const area = memoryArea({ settings: { theme: 'dark' } })
  await createBackup(area).put(signed)
  const text = await rescued(database, { local: memoryArea({ pageMark: {} }), items: area })
  const saved = JSON.parse(text)
  expect(saved).toMatchObject({ ferry: '1.2.3', atMs: 7, failures: [] })
  expect(saved.database.orders.map((row: { id: string }) => row.id)).toEqual(['newer', 'order-1'])
  expect(saved.database.orders[1].order).toMatchObject({ terms: signed.terms, signature: 'removed' })
  expect(saved.database.kept[0].value).toBe('65536 bytes')
  expect(saved.items.settings).toEqual({ theme: 'dark' })
  expect(saved.local).toEqual({ pageMark: {} })
  const backedUp = JSON.parse(saved.items['open-order:order-1'].text)
  expect(backedUp).toMatchObject({ id: 'order-1', signature: 'removed', submitBody: 'removed' })
  expect(text).not.toContain('abababab')
})

test('names a database that cannot be opened, and exports the backup', async () => {
  const area = memoryArea()
  await createBackup(area).put(signed)
  const gone = () => Promise.reject(new DOMException('A mutation was attempted', 'InvalidStateError'))
  const saved = JSON.parse(await rescued(gone, { items: area }))
  expect(saved.failures).toEqual(['database: InvalidStateError A mutation was attempted'])
  expect(saved.items['open-order:order-1'].text).toContain('order-1')
})

test('reads a store row by row when it fails as a whole', async () => {
  const database = newDatabase()
  for (const id of ['a', 'b', 'c']) {
    // Each order has its own request hash.
    const order = withTerms(signed, { requestHash: `0x${id.repeat(64)}` })
    await createOrders(database).write({ ...order, id })
  }
  const opened = await database()
  const torn = new Proxy(opened, {
    get(target, key) {
      if (key === 'getAll') return () => Promise.reject(new Error('torn'))
      if (key === 'get') {
        return (name: 'orders', id: string) =>
          id === 'b' ? Promise.reject(new Error('torn')) : target.get(name, id)
      }
      const found: unknown = Reflect.get(target, key)
      return typeof found === 'function' ? found.bind(target) : found
    },
  })
  const saved = JSON.parse(await rescued(async () => torn))
  const ids = saved.database.orders.map((row: { id: string } | null) => row?.id ?? null)
  expect(ids).toEqual(['a', null, 'c'])
  expect(saved.failures).toContain('orders b: Error torn')
})

test('exports a truncated backup row without its signature', async () => {
  const whole = JSON.stringify(signed)
  const torn = whole.slice(0, whole.indexOf(signature) + 40)
  const local = memoryArea({ 'open-order:order-1': { text: torn, rev: 0 } })
  const text = await rescued(newDatabase(), { local })
  expect(text).toContain('order-1')
  expect(text).not.toContain('abababab')
})

test('names areas that fail permanently', async () => {
  const get = () => Promise.reject(new Error('An unexpected error occurred'))
  const broken: WholeArea = { ...memoryArea(), get }
  const saved = JSON.parse(await rescued(newDatabase(), { local: broken, items: broken }))
  expect(saved.failures).toEqual([
    'storage.local: Error An unexpected error occurred',
    'items: Error An unexpected error occurred',
  ])
})

test('lists rows of an unknown schema as unreadable, newest first, and leaves them unchanged', async () => {
  const database = newDatabase()
  const orders = createOrders(database)
  await orders.write(signed)
  expect(await handlersOf(database).unreadable(null)).toEqual([])
  for (const [id, createdMs] of [
    ['first', 10],
    ['second', 20],
  ] as const) {
    await putNewer(database, { id, createdMs })
  }
  await (await database()).put('orders', { id: 'strange' } as never)
  const { unreadable } = handlersOf(database)
  expect(await unreadable(null)).toEqual([
    { id: 'second', createdMs: 20 },
    { id: 'first', createdMs: 10 },
    { id: 'strange', createdMs: 0 },
  ])
  expect(await (await database()).get('orders', 'second')).toMatchObject({ order: { schema: 2 } })
  expect((await orders.page(null, 50)).map((order) => order.id)).toEqual(['order-1'])
  await (await database()).delete('orders', 'second')
  expect((await unreadable(null)).map(({ id }) => id)).toEqual(['first', 'strange'])
})

test('scans for unreadable rows again after a failed scan', async () => {
  const database = newDatabase()
  let isBroken = true
  const { unreadable } = handlersOf(() => (isBroken ? Promise.reject(new Error('no disk')) : database()))
  await expect(unreadable(null)).rejects.toMatchObject({ data: { code: 'storageFailed' } })
  isBroken = false
  expect(await unreadable(null)).toEqual([])
})

test('saves only the changed settings, also of views that save at the same time', async () => {
  let stored: Settings = { ...defaultSettings, pinnedChainIds: [1] }
  const { saveSettings } = storageHandlers({
    database: () => Promise.reject(new Error('not asked')),
    areas: { local: memoryArea(), items: memoryArea() },
    isOrder,
    settings: {
      get: async () => stored,
      set: async (next) => {
        stored = next
      },
    },
    onSettingsChanged: () => undefined,
    clock: { nowMs: () => 7 },
    version: '1.2.3',
  })
  await Promise.all([
    saveSettings({ settings: { theme: 'dark' } }),
    saveSettings({ settings: { opensIn: 'side' } }),
  ])
  expect(stored).toEqual({ ...defaultSettings, pinnedChainIds: [1], theme: 'dark', opensIn: 'side' })
})
