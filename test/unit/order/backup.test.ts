import { beforeEach, describe, expect, test } from 'vitest'
import {
  type Backup,
  backedUpOrders,
  createBackup,
  reconcileBackup,
  restoredOrder,
} from '../../../lib/order/backup.ts'
import { createProblemData } from '../../../lib/order/change.ts'
import { endProblem } from '../../../lib/order/end-problems.ts'
import type { Order } from '../../../lib/order/order.ts'
import { createOrders, type Orders } from '../../../lib/order/orders.ts'
import { createDatabase } from '../../../lib/storage/database.ts'
import type { WholeArea } from '../../../lib/storage/local.ts'
import { orderOf, requestOf, transactionHash, transactionOf } from './order-fixture.ts'

import 'fake-indexeddb/auto'

/** An area in memory that fails the configured calls. */
interface Area extends WholeArea {
  rows: { [key: string]: unknown }
  isFull: boolean
  isStuck: boolean
}

function createArea(): Area {
  const area: Area = {
    rows: {},
    isFull: false,
    isStuck: false,
    get: async () => structuredClone(area.rows),
    async set(items) {
      if (area.isFull) throw new Error('QUOTA_BYTES quota exceeded')
      area.rows = { ...area.rows, ...structuredClone(items) }
    },
    async remove(key) {
      if (area.isStuck) throw new Error('disk I/O error')
      area.rows = Object.fromEntries(Object.entries(area.rows).filter(([other]) => other !== key))
    },
  }
  return area
}

let names = 0
let area: Area
let backup: Backup
let stored: Orders
let orders: Orders
let failures: unknown[]
let name: string

beforeEach(() => {
  names += 1
  name = `backup-${names}`
  area = createArea()
  backup = createBackup(area)
  stored = createOrders(createDatabase(name))
  failures = []
  orders = backedUpOrders(stored, backup, (thrown) => failures.push(thrown))
})

const fresh = (fields: Partial<Order> = {}) => orderOf({ rev: 0, dueMs: 1, ...fields })

describe('storage corrupt · P', () => {
  test('restores a lost database from the backup, order by order', async () => {
    await orders.write(fresh())
    await orders.write(fresh({ rev: 1, state: 'submitting', submitBody: '{}' }))
    const empty = createOrders(createDatabase(`${name}-new`))
    expect(await reconcileBackup(empty, backup, 0)).toEqual(['order-1'])
    const marked = fresh({ rev: 1, state: 'submitting', submitBody: '{}', restored: true })
    expect(await empty.listOpen()).toEqual([marked])
    expect(await reconcileBackup(empty, backup, 0)).toEqual([])
  })

  test('restores a torn row from its copy, and ignores a row of another schema', async () => {
    const opened = await createDatabase(name)()
    for (const id of ['torn', 'newer', 'whole']) await orders.write(fresh({ id }))
    for (const [id, part] of [
      ['torn', { timeline: 'x' }],
      ['newer', { schema: 99, timeline: 'x' }],
    ] as const) {
      const row = await opened.get('orders', id)
      if (row === undefined) throw new Error('no row')
      await opened.put('orders', { ...row, order: { ...fresh({ id }), ...part } })
    }
    expect((await stored.listOpen()).map(({ id }) => id)).toEqual(['whole'])
    expect(await reconcileBackup(stored, backup, 0)).toEqual(['torn'])
    expect(await stored.read('torn')).toMatchObject({ id: 'torn', restored: true })
    expect(await stored.read('newer')).toBeNull()
    expect(await opened.get('orders', 'newer')).toMatchObject({ order: { schema: 99, timeline: 'x' } })
  })

  test('restores a lost backup from the database', async () => {
    await orders.write(fresh())
    area.rows = {}
    expect(await reconcileBackup(stored, backup, 0)).toEqual([])
    expect(await backup.all()).toEqual([fresh()])
  })

  test('skips a half-written backup row and writes it again', async () => {
    await orders.write(fresh())
    const [key = ''] = Object.keys(area.rows)
    for (const torn of [
      { rev: 0, text: '{"schema":1,"id":"ord' },
      { text: 'null' },
      'x',
      { rev: 7, text: JSON.stringify(fresh()) },
    ]) {
      area.rows = { [key]: torn }
      expect(await backup.all()).toEqual([])
      expect(await reconcileBackup(stored, backup, 0)).toEqual([])
      expect(await backup.all()).toEqual([fresh()])
    }
  })

  test('never replaces a row of the database with an older backup', async () => {
    await orders.write(fresh())
    const old = structuredClone(area.rows)
    await orders.write(fresh({ rev: 1, state: 'submitting' }))
    area.rows = old
    expect(await reconcileBackup(stored, backup, 0)).toEqual([])
    expect(await stored.read('order-1')).toMatchObject({ rev: 1, state: 'submitting' })
    expect(await backup.all()).toMatchObject([{ rev: 1 }])
  })

  test('removes a finished order from the backup, with its signature', async () => {
    await orders.write(fresh({ signature: '0x12' }))
    await orders.write(fresh({ rev: 1, dueMs: null, fundsSettled: true }))
    expect(area.rows).toEqual({})
    expect(failures).toEqual([])
  })
})

describe('storage full', () => {
  test('of the backup · G: the order continues without a backup, and no older row of it stays', async () => {
    await orders.write(fresh())
    area.isFull = true
    await orders.write(fresh({ rev: 1, state: 'sign_requested' }))
    expect(area.rows).toEqual({})
    expect(failures).toHaveLength(1)
  })

  test('of the backup at the first commit · G: starts the order without a copy, and copies it at the next start', async () => {
    area.isFull = true
    area.isStuck = true
    await orders.write(fresh())
    expect([await stored.read('order-1'), area.rows, failures.length]).toEqual([fresh(), {}, 2])
    area.isFull = false
    expect(await reconcileBackup(stored, backup, 0)).toEqual([])
    expect(await backup.all()).toEqual([fresh()])
  })

  test('of the database at the first commit: leaves no copy', async () => {
    await stored.write(fresh())
    await expect(orders.write(fresh())).rejects.toMatchObject({ data: { facts: { reason: 'rev' } } })
    expect(area.rows).toEqual({})
  })

  test('of the backup, which cannot be removed either · G: commits nothing, so no wallet request is sent', async () => {
    await orders.write(fresh())
    area.isFull = true
    area.isStuck = true
    await expect(orders.write(fresh({ rev: 1 }))).rejects.toMatchObject({ data: { code: 'storageFailed' } })
    expect(await stored.read('order-1')).toMatchObject({ rev: 0 })
  })

  test('of the database · G: the backup returns to the state of the database', async () => {
    await orders.write(fresh())
    const full: Orders = {
      ...stored,
      write: async () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    }
    const next = fresh({ rev: 1, state: 'sign_requested' })
    await expect(backedUpOrders(full, backup, () => undefined).write(next)).rejects.toThrow('full')
    expect(await backup.all()).toEqual([fresh()])
  })
})

test('keeps the copy of an order that the database loses, and stores none for an order that was never stored', async () => {
  await orders.write(fresh())
  const lost = createOrders(createDatabase(`${name}-lost`))
  const left = backedUpOrders(lost, backup, (thrown) => failures.push(thrown))
  await expect(left.write(fresh({ rev: 1 }))).rejects.toThrow('storageFailed')
  expect(await backup.all()).toMatchObject([{ id: 'order-1' }])
  await expect(left.write(fresh({ id: 'never', rev: 1 }))).rejects.toThrow('storageFailed')
  expect((await backup.all()).map(({ id }) => id)).toEqual(['order-1'])
})

test('neither runs nor replaces rows of an unknown schema', async () => {
  const newer = fresh({ id: 'newer' })
  await stored.write(newer)
  const opened = await createDatabase(name)()
  const row = await opened.get('orders', 'newer')
  if (row === undefined) throw new Error('no row')
  await opened.put('orders', { ...row, order: { ...newer, schema: 2 } })
  await stored.write(fresh())
  expect((await stored.listOpen()).map((order) => order.id)).toEqual(['order-1'])
  expect((await stored.page(null, 50)).map((order) => order.id)).toEqual(['order-1'])
  expect(await stored.read('newer')).toBeNull()
  await expect(stored.write(fresh({ id: 'newer' }))).rejects.toMatchObject({
    data: { facts: { reason: 'rev' } },
  })
})

test.each<Order['state']>([
  'confirmed',
  'approve_requested',
  'approve_sent',
  'approved',
  'sign_requested',
  'needs_user',
])('%s ends in needs_user, with a problem for the person', (state) => {
  const order = orderOf({ state, walletRequest: requestOf('sign'), offer: {} as never })
  expect(restoredOrder(order, 5)).toEqual({
    ...order,
    restored: true,
    state: 'needs_user',
    walletRequest: null,
    offer: null,
    dueMs: 600_005,
    problem: expect.objectContaining({ code: 'orderRestored', money: 'nothingSent' }),
  })
})

test('reports a sent approval in the problem', () => {
  const transactions = [{ purpose: 'approve' }] as unknown as Order['transactions']
  const order = restoredOrder(orderOf({ state: 'approve_sent', transactions }), 5)
  expect(order.problem).toMatchObject({ money: 'approvedOnly' })
})

test('looks for a requested transaction, and does not request it again', () => {
  const order = orderOf({ state: 'send_requested', walletRequest: requestOf('send') })
  expect(restoredOrder(order, 5)).toEqual({ ...order, restored: true, state: 'unknown_outcome' })
})

test('drops the wallet request of an exit', () => {
  for (const purpose of ['withdraw', 'cancel', 'revoke'] as const) {
    const order = orderOf({ state: 'pending', walletRequest: requestOf(purpose) })
    expect(restoredOrder(order, 5)).toEqual({ ...order, restored: true, walletRequest: null })
  }
})

test.each<Order['state']>(['signed', 'submitting', 'submitted', 'sent', 'pending'])(
  '%s is still followed',
  (state) => {
    const order = orderOf({ state })
    expect(restoredOrder(order, 5)).toEqual({ ...order, restored: true })
  },
)

test.each<Order['state']>(['reported_terminal', 'verified_terminal', 'expired_unused', 'cancelled_unused'])(
  '%s is not trusted, and is read again',
  (state) => {
    const order = orderOf({ state, fundsSettled: true, unusedSeenMs: 4, readCount: 3 })
    expect(restoredOrder(order, 5)).toEqual({
      ...order,
      restored: true,
      state: 'unknown_outcome',
      fundsSettled: false,
      unusedSeenMs: null,
      readCount: 0,
      dueMs: 5,
    })
  },
)

test('drops every claim of a copy that only the service or a chain can make', () => {
  const hash = transactionHash
  const evidence = { kind: 'delivery', hash, sources: 9 } as unknown as NonNullable<Order['evidence']>
  const sent = transactionOf('send', { state: 'mined', sentMs: 1, minedMs: 2 })
  const order = orderOf({
    state: 'verified_terminal',
    statusCode: 4,
    timeline: [
      { step: 'sent', atMs: 1 },
      { step: 'settled', atMs: 2 },
    ],
    transactions: [sent, { ...sent, state: 'dropped' }],
    sourceTransactionHash: hash,
    destinationTransactionHash: hash,
    refundTransactionHash: hash,
    refundChainId: 1,
    fulfilledAmount: '1',
    fundsSettled: true,
    evidence,
    doubt: 'less',
    isInboxEmpty: true,
    isPermitOver: true,
    depositObserved: { units: '1', atMs: 1 },
    notification: { kind: 'done', state: 'pending' },
  })
  expect(restoredOrder(order, 5)).toEqual({
    ...orderOf(),
    restored: true,
    state: 'unknown_outcome',
    timeline: [{ step: 'sent', atMs: 1 }],
    transactions: [
      { ...sent, state: 'sent', minedMs: null },
      { ...sent, state: 'dropped' },
    ],
    // Only a hint for the search.
    sourceTransactionHash: hash,
    dueMs: 5,
  })
})

test('drops every claim of a copy about the place of the money', () => {
  const reported = ['mined', 'deposited', 'assigned', 'extracted', 'fulfilled', 'expired'] as const
  const order = orderOf({
    state: 'pending',
    statusCode: 2,
    timeline: [
      { step: 'signed', atMs: 1 },
      { step: 'accepted', atMs: 2 },
      ...reported.map((step) => ({ step, atMs: 3 })),
    ],
    problem: createProblemData('swapNotDelivered', 'atOrigin'),
    depositUnseenMs: 4,
  })
  const copy = restoredOrder(order, 5)
  expect(copy).toMatchObject({ state: 'pending', statusCode: null, problem: null })
  expect(copy.timeline.map(({ step }) => step)).toEqual(['signed', 'accepted'])
  expect(copy).not.toHaveProperty('depositUnseenMs')
  expect(endProblem(copy, 5)?.money).toBe('signatureLives')
})
