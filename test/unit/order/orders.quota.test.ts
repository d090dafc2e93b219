import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, test } from 'vitest'
import { Problem } from '../../../lib/base/problem.ts'
import type { Order } from '../../../lib/order/order.ts'
import { createOrders, type Orders, pruneClosedOrders, quotaOrders } from '../../../lib/order/orders.ts'
import { createDatabase, type Database } from '../../../lib/storage/database.ts'
import { orderOf, withPart, withTerms } from './order-fixture.ts'

let names = 0
let database: () => Promise<Database>
/** How often the disk still refuses a write. */
let refusals: number
let stored: Orders
let orders: Orders
let failures: unknown[]
const prune = () => pruneClosedOrders(database)

beforeEach(() => {
  names += 1
  database = createDatabase(`room-${names}`)
  refusals = 0
  failures = []
  const real = createOrders(database)
  stored = {
    ...real,
    async write(order) {
      if (refusals > 0) {
        refusals -= 1
        throw new Problem('storageFailed', { facts: { reason: 'QuotaExceededError' } })
      }
      await real.write(order)
    },
  }
  orders = quotaOrders(stored, prune, (thrown) => failures.push(thrown))
})

const closed = { dueMs: null, walletRequest: null, notification: null, fundsSettled: true } as const
const fresh = (fields: Partial<Order> = {}) => orderOf({ rev: 0, ...fields })
const payloadOf = (order: Order | null) => order?.terms.signTypedData?.values.witness ?? null

describe('storage full · P', () => {
  test('removes the payloads of the oldest closed orders and nothing else, and never of open ones', async () => {
    await orders.write(fresh({ id: 'old', createdMs: 1, ...closed }))
    await orders.write(fresh({ id: 'open', createdMs: 0, dueMs: 5 }))
    const before = await orders.read('old')
    expect(payloadOf(before)).not.toBeNull()
    refusals = 1
    await orders.write(fresh({ id: 'next', createdMs: 9, dueMs: 1 }))
    const after = await orders.read('old')
    if (before === null) throw new Error('no order')
    const { domain } = before.terms.signTypedData ?? {}
    expect(after).toEqual(withTerms(before, { signTypedData: { domain, types: {}, values: {} } }))
    expect(payloadOf(await orders.read('open'))).not.toBeNull()
    expect((await orders.read('next'))?.id).toBe('next')
    expect(failures).toEqual([])
  })

  test.each(['native', 'inbox', 'manual', 'deposit'] as const)(
    'keeps the target of a pruned %s order',
    async (kind) => {
      const sent = orderOf({ kind, id: 'old', rev: 0, createdMs: 1, ...closed })
      await orders.write(sent)
      refusals = 1
      await orders.write(fresh({ id: 'next', createdMs: 9, dueMs: 1 }))
      const { txData } = sent.terms
      expect(await orders.read('old')).toEqual(withTerms(sent, { txData: { ...txData, data: '0x' } }))
    },
  )

  test.each([
    ['keeps', {}],
    ['removes, once the inbox paid out,', { isInboxEmpty: true }],
  ] as const)('%s the call of a closed order that a withdrawal needs', async (what, fields) => {
    const reported = { state: 'reported_terminal', statusCode: 4, ...closed, ...fields } as const
    const sent = withPart(fresh({ kind: 'inbox', id: 'old', createdMs: 1 }), reported)
    await orders.write(sent)
    expect(await prune()).toBe(what === 'keeps' ? 0 : 1)
    const { txData } = sent.terms
    const data = what === 'keeps' ? txData?.data : '0x'
    expect(await orders.read('old')).toEqual(withTerms(sent, { txData: { ...txData, data } }))
  })

  test('prunes fifty orders at a time, oldest first', async () => {
    for (let made = 0; made < 60; made += 1) {
      await stored.write(fresh({ id: `order-${made}`, createdMs: 1_000 - made, ...closed }))
    }
    expect(await prune()).toBe(50)
    expect(payloadOf(await orders.read('order-59'))).toBeNull()
    expect(payloadOf(await orders.read('order-0'))).not.toBeNull()
    expect(await prune()).toBe(10)
    expect(await prune()).toBe(0)
  })

  test('refuses a new order when nothing can be pruned', async () => {
    refusals = 2
    await expect(orders.write(fresh({ dueMs: 1 }))).rejects.toMatchObject({
      data: { code: 'storageFailed', money: 'nothingSent', facts: { reason: 'QuotaExceededError' } },
    })
    expect(await orders.read('order-1')).toBeNull()
  })
})

describe('storage full · N', () => {
  test('keeps the stored row of a running order when its next one finds no space', async () => {
    await orders.write(fresh({ dueMs: 1 }))
    refusals = 1
    const next = fresh({ rev: 1, state: 'pending', statusCode: 1, dueMs: 2, fundsSettled: false })
    await expect(orders.write(next)).rejects.toMatchObject({ data: { code: 'storageFailed' } })
    expect(await orders.read('order-1')).toMatchObject({ rev: 0 })
  })

  test('does not retry a write that failed for another reason', async () => {
    await orders.write(fresh({ dueMs: 1 }))
    await expect(orders.write(fresh({ rev: 5 }))).rejects.toMatchObject({
      data: { facts: { reason: 'rev' } },
    })
  })

  test('reports a failure to free space, and keeps the original error', async () => {
    const broken = () => Promise.reject(new Error('disk I/O error'))
    const reports: unknown[] = []
    refusals = 1
    await expect(
      quotaOrders(stored, broken, (thrown) => reports.push(thrown)).write(fresh()),
    ).rejects.toMatchObject({ data: { facts: { reason: 'QuotaExceededError' } } })
    expect(reports).toHaveLength(1)
  })
})
