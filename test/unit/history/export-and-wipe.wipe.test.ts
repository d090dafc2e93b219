import 'fake-indexeddb/auto'
import { beforeEach, expect, test } from 'vitest'
import { createEntries } from '../../../lib/history/entries.ts'
import { wipe } from '../../../lib/history/export-and-wipe.ts'
import { canWipe, noFilter } from '../../../lib/history/history-filter.ts'
import { backedUpOrders, createBackup, reconcileBackup } from '../../../lib/order/backup.ts'
import { createProblemData } from '../../../lib/order/change.ts'
import type { Order } from '../../../lib/order/order.ts'
import { createOrders, type Orders } from '../../../lib/order/orders.ts'
import type { Proposal } from '../../../lib/sites/sites.ts'
import { createDatabase, type Database } from '../../../lib/storage/database.ts'
import { orderOf, requestOf } from '../order/order-fixture.ts'
import { pastOf } from './entry-fixture.ts'

let names = 0
let database: () => Promise<Database>
let stored: Orders
let area: { [key: string]: unknown }
let isStuck = false
const backup = createBackup({
  get: async () => structuredClone(area),
  set: async (items) => {
    area = { ...area, ...structuredClone(items) }
  },
  remove: async (key) => {
    if (isStuck) throw new Error('disk I/O error')
    area = Object.fromEntries(Object.entries(area).filter(([other]) => other !== key))
  },
})

const over = {
  state: 'verified_terminal',
  statusCode: 4,
  fundsSettled: true,
  dueMs: null,
  notification: null,
} as const
/** A reported delivery whose open send Ferry stopped following. */
const unread: Partial<Order> = {
  ...over,
  kind: 'native',
  state: 'reported_terminal',
  problem: createProblemData('stoppedUnread', 'unknown'),
}
const made = (id: string, createdMs: number, fields: Partial<Order> = {}) =>
  orderOf({ rev: 0, id, createdMs, ...fields })

beforeEach(async () => {
  names += 1
  area = {}
  isStuck = false
  database = createDatabase(`wipe-${names}`)
  stored = createOrders(database)
  const orders = backedUpOrders(stored, backup, (thrown) => {
    throw thrown
  })
  await orders.write(made('done', 1_000, over))
  await orders.write(made('shown', 2_000, { ...over, notification: { kind: 'done', state: 'pending' } }))
  await orders.write(made('running', 3_000, { state: 'pending', statusCode: 1, dueMs: 9 }))
  const open = { ...over, state: 'reported_terminal', statusCode: 5, fundsSettled: false } as const
  await orders.write(made('lost', 4_000, open))
  await createEntries(database).storeRequests([pastOf({ orderMs: 5_000 })])
})

const left = async () => (await stored.page(null, 100)).map(({ id }) => id)
const lines = async () => {
  const whole = { filter: noFilter, after: null, floorMs: null, limit: 100 }
  const page = await createEntries(database).readPage(whole)
  return page.entries.map(({ orderId }) => orderId)
}

test('deletes only accounted orders, and restores none of them at the next start', async () => {
  expect(await wipe(database, backup, { isAll: false })).toBe(2)
  expect(await left()).toEqual(['lost', 'running'])
  expect(await lines()).toEqual(['lost', 'running'])
  expect(await reconcileBackup(stored, backup, 0)).toEqual([])
  expect(await left()).toEqual(['lost', 'running'])
  expect((await stored.listOpen()).map(({ id }) => id).toSorted()).toEqual(['lost', 'running'])
})

test('leaves an order that Ferry stopped following while its inbox may pay out', async () => {
  await stored.write(made('inbox', 8_000, unread))
  expect(await wipe(database, backup, { isAll: false })).toBe(3)
  expect(await left()).toEqual(['inbox', 'lost', 'running'])
  expect(await wipe(database, backup, { isAll: true })).toBe(0)
})

test('deletes proposals with their orders, and leaves waiting proposals', async () => {
  const row = (swapId: string, part: object) => ({ swapId, createdMs: 1, proposal: {} as Proposal, ...part })
  const opened = await database()
  for (const one of [
    row('of done', { orderId: 'done' }),
    row('of lost', { orderId: 'lost' }),
    row('declined', {}),
    row('waiting', { waitingSinceMs: 1 }),
  ]) {
    await opened.put('proposals', one)
  }
  await wipe(database, backup, { isAll: false })
  expect(await opened.getAllKeys('proposals')).toEqual(['of lost', 'waiting'])
  await wipe(database, backup, { isAll: true })
  expect(await opened.getAllKeys('proposals')).toEqual(['waiting'])
})

test('stores payments that proved an end until everything is deleted', async () => {
  const payment = { orderId: 'gone', chainId: 1, hash: '0x1', blockNumber: '1', logIndexes: [] }
  const opened = await database()
  await opened.put('payments', payment)
  await wipe(database, backup, { isAll: false })
  expect(await stored.payments(1)).toEqual([payment])
  await wipe(database, backup, { isAll: true })
  expect(await stored.payments(1)).toEqual([])
})

test('deletes everything when requested, the backup copies first', async () => {
  expect(await wipe(database, backup, { isAll: true })).toBe(0)
  expect([await left(), await lines(), area]).toEqual([[], [], {}])
  expect(await reconcileBackup(stored, backup, 0)).toEqual([])
})

test('deletes a copy without an order, and leaves the copy of an order that the database lost', async () => {
  await backup.put(made('ghost', 6_000, over))
  await backup.put(made('rebuilt', 7_000, { state: 'pending', statusCode: 1 }))
  await wipe(database, backup, { isAll: false })
  expect(await reconcileBackup(stored, backup, 0)).toEqual(['rebuilt'])
})

test('deletes nothing when the backup cannot delete', async () => {
  isStuck = true
  await expect(wipe(database, backup, { isAll: true })).rejects.toMatchObject({
    data: { code: 'storageFailed' },
  })
  expect(await left()).toHaveLength(4)
})

test('stores an order and its entry completely during a wipe', async () => {
  const late = stored.write(made('late', 8_000))
  const wiped = wipe(database, backup, { isAll: false })
  await Promise.all([late, wiped])
  expect(await lines()).toEqual(await left())
  expect(await left()).toContain('late')
})

test('does not restore an order that was being written during the wipe', async () => {
  const orders = backedUpOrders(stored, backup, () => undefined)
  await wipe(database, backup, { isAll: true })
  const late = made('running', 3_000, { state: 'pending', statusCode: 1, dueMs: 9, rev: 1 })
  await expect(orders.write(late)).rejects.toThrow('storageFailed')
  expect(area).toEqual({})
  // Another order, written before the wipe, puts its copy back during the wipe.
  await orders.write(made('started', 9_000, { state: 'pending', statusCode: 1, dueMs: 9 }))
  const putBack = {
    ...backup,
    remove: async (id: string) => {
      await backup.remove(id)
      if (!isAgain) await backup.put(made(id, 9_000, { state: 'pending', statusCode: 1, dueMs: 9 }))
      isAgain = true
    },
  }
  let isAgain = false
  await wipe(database, putBack, { isAll: true })
  expect(await reconcileBackup(stored, backup, 9_000)).toEqual([])
})

test.each<[string, Partial<Order>, boolean]>([
  ['over and accounted for', over, true],
  ['stopped', { ...over, state: 'abandoned_unsigned', statusCode: null }, true],
  [
    'stopped, without an answer of its wallet',
    { ...unread, state: 'abandoned_unsigned', statusCode: null },
    false,
  ],
  ['reported as delivered, not followed to the end, with its inbox not shown empty', unread, false],
  [
    'reported as delivered, not followed to the end, with an empty inbox',
    { ...unread, isInboxEmpty: true },
    true,
  ],
  ['reported as delivered, taken from its inbox by a gateway', { ...unread, problem: null }, true],
  [
    'reported as refunded, with its inbox not shown empty',
    { ...unread, problem: null, statusCode: 7 },
    false,
  ],
  ['over, money open', { ...over, fundsSettled: false }, false],
  ['running', { ...over, state: 'pending', statusCode: 1 }, false],
  ['waiting for the person', { ...over, state: 'needs_user', statusCode: null }, false],
  ['asked of the wallet', { ...over, walletRequest: requestOf('withdraw') }, false],
  [
    'being revoked',
    {
      state: 'abandoned_unsigned',
      fundsSettled: true,
      revoking: { reviewKey: 'r', state: 'sent', atMs: 1, problem: null, leftUnits: null },
    },
    false,
  ],
])('an order that is %s may be deleted without the typed word or not', (_, fields, may) => {
  expect(canWipe(orderOf(fields))).toBe(may)
})
