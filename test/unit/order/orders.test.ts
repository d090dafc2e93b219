import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Order } from '../../../lib/order/order.ts'
import { createOrders, isOpenOrder, type Orders } from '../../../lib/order/orders.ts'
import { createDatabase } from '../../../lib/storage/database.ts'
import { type OrderFields, orderOf, requestOf } from './order-fixture.ts'

let names = 0
let orders: Orders
let name: string

beforeEach(() => {
  names += 1
  name = `orders-${names}`
  orders = createOrders(createDatabase(name))
})

const fresh = (fields: OrderFields = {}) => orderOf({ rev: 0, ...fields })

describe('writing', () => {
  test('keeps an order across connections', async () => {
    await orders.write(fresh())
    expect(await createOrders(createDatabase(name)).read('order-1')).toEqual(fresh())
    expect(await orders.read('other')).toBeNull()
  })

  test.each<[string, readonly number[], number]>([
    ['a new order that is not at 0', [], 1],
    ['an order that is there already', [0], 0],
    ['a write that has been overtaken', [0, 1, 2], 2],
    ['a write that jumps', [0, 1], 3],
  ])('rejects %s and keeps the stored order', async (_name, written, rev) => {
    for (const one of written) await orders.write(fresh({ rev: one, readCount: one }))
    const before = await orders.read('order-1')
    await expect(orders.write(fresh({ rev, readCount: 99 }))).rejects.toMatchObject({
      data: { code: 'storageFailed', money: 'nothingSent', facts: { reason: 'rev' } },
    })
    expect(await orders.read('order-1')).toEqual(before)
  })

  test('accepts one of two writes that are based on the same read', async () => {
    await orders.write(fresh())
    const results = await Promise.allSettled([
      orders.write(fresh({ rev: 1, readCount: 1 })),
      orders.write(fresh({ rev: 1, readCount: 2 })),
    ])
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected'])
    expect(await orders.read('order-1')).toMatchObject({ readCount: 1 })
  })

  test('rejects an order that could not be read again, and keeps the stored one', async () => {
    await orders.write(fresh())
    const depositObserved = { units: (2n ** 256n).toString(), atMs: 1 }
    for (const part of [{ depositObserved }, { signature: `0x${'11'.repeat(300_000)}` as const }]) {
      await expect(orders.write(fresh({ rev: 1, ...part }))).rejects.toMatchObject({
        data: { code: 'storageFailed', facts: { reason: 'shape' } },
      })
    }
    expect(await orders.listOpen()).toEqual([fresh()])
  })

  test('rejects an order that cannot be stored', async () => {
    const strange = { ...fresh(), kind: () => 'signed' } as unknown as Order
    await expect(orders.write(strange)).rejects.toMatchObject({ data: { code: 'storageFailed' } })
  })
})

describe('open orders', () => {
  const closed = { dueMs: null, walletRequest: null, notification: null, fundsSettled: true } as const
  test.each<[string, Partial<Order>, boolean]>([
    ['at rest', {}, false],
    ['with a task', { dueMs: 1 }, true],
    ['with a request at the wallet', { walletRequest: requestOf('sign') }, true],
    ['with a notice to show', { notification: { kind: 'done', state: 'pending' } }, true],
    ['with a notice that was shown', { notification: { kind: 'done', state: 'notified' } }, false],
    ['with money on its way', { fundsSettled: false }, true],
  ])('%s', async (_name, fields, isOpen) => {
    const order = fresh({ ...closed, ...fields })
    expect(isOpenOrder(order)).toBe(isOpen)
    await orders.write(order)
    expect(await orders.listOpen()).toEqual(isOpen ? [order] : [])
  })

  test('are no longer listed once nothing is left to do', async () => {
    await orders.write(fresh({ dueMs: 1 }))
    await orders.write(fresh({ ...closed, rev: 1 }))
    expect(await orders.listOpen()).toEqual([])
    expect(await orders.read('order-1')).not.toBeNull()
  })
})

describe('pages', () => {
  test('are newest first and continue where the last page ended', async () => {
    for (const createdMs of [30, 10, 50, 20, 40]) {
      await orders.write(fresh({ id: `order-${createdMs}`, createdMs }))
    }
    const times = async (beforeMs: number | null, limit: number) =>
      (await orders.page(beforeMs, limit)).map((order) => order.createdMs)
    expect(await times(null, 2)).toEqual([50, 40])
    expect(await times(40, 2)).toEqual([30, 20])
    expect(await times(20, 2)).toEqual([10])
    expect(await times(10, 2)).toEqual([])
    expect(await times(null, 0)).toEqual([])
  })
})

describe('values that only one order may use', () => {
  const { deposit } = fresh({ kind: 'deposit' }).terms
  const address = String(deposit?.address)
  const refused = (reason: string) => ({ status: 'rejected', reason: { data: { facts: { reason } } } })
  const { requestHash } = fresh().terms

  test('are known as soon as the order is written', async () => {
    const order = fresh()
    expect(await orders.findClash(order.terms)).toBe(null)
    await orders.write(order)
    expect(await orders.findClash(order.terms)).toBe('X-3')
  })

  test('belong to one of two orders that are written at the same time', async () => {
    const same = { terms: { requestHash } }
    const both = [fresh({ id: 'one', ...same }), fresh({ id: 'two', ...same })].map((order) =>
      orders.write(order),
    )
    expect(await Promise.allSettled(both)).toMatchObject([{ status: 'fulfilled' }, refused('X-3')])
    expect(await orders.read('two')).toBeNull()
  })

  test('include the deposit address in any spelling, with its memo', async () => {
    const at = (id: string, terms: object) =>
      fresh({ id, kind: 'deposit', terms: { deposit: { ...deposit, ...terms } } })
    const [one, same, memo, chain] = [
      at('one', {}),
      at('same', { address: address.toUpperCase().replace('0X', '0x') }),
      at('memo', { memo: '7' }),
      at('chain', { chainId: 11 }),
    ]
    const written = [one, same, memo, chain].map((order) => orders.write(order))
    expect(await Promise.allSettled(written)).toMatchObject([
      { status: 'fulfilled' },
      refused('P-8'),
      { status: 'fulfilled' },
      { status: 'fulfilled' },
    ])
  })

  test('are checked again when a newer quote changes them', async () => {
    await orders.write(fresh({ id: 'one' }))
    await orders.write(fresh({ id: 'two' }))
    const taken = { requestHash: fresh({ id: 'one' }).terms.requestHash }
    await expect(orders.write(fresh({ id: 'two', rev: 1, terms: taken }))).rejects.toMatchObject({
      data: { facts: { reason: 'X-3' } },
    })
    await orders.write(fresh({ id: 'two', rev: 1, terms: { requestHash: `0x${'0b'.repeat(32)}` } }))
    expect((await orders.read('two'))?.rev).toBe(1)
  })

  test('do not block later writes of the same order', async () => {
    const order = fresh()
    await orders.write(order)
    await orders.write({ ...order, rev: 1 })
    expect((await orders.read(order.id))?.rev).toBe(1)
  })
})

test('rejects while the database cannot be opened, and retries on the next call', async () => {
  let broken = true
  const open = createDatabase(`${name}-late`)
  const flaky = createOrders(() => (broken ? Promise.reject(new Error('no disk')) : open()))
  await expect(flaky.listOpen()).rejects.toMatchObject({
    data: { code: 'storageFailed', money: 'nothingSent' },
  })
  await expect(flaky.write(fresh())).rejects.toMatchObject({ data: { code: 'storageFailed' } })
  broken = false
  expect(await flaky.listOpen()).toEqual([])
})

test('refuses a database of a newer Ferry without reading it', async () => {
  await new Promise((resolve, reject) => {
    const request = indexedDB.open(`${name}-newer`, 99)
    request.onsuccess = () => resolve(request.result.close())
    request.onerror = () => reject(request.error)
  })
  const newer = createOrders(createDatabase(`${name}-newer`))
  await expect(newer.listOpen()).rejects.toMatchObject({
    data: { code: 'storageFailed', facts: { reason: 'VersionError' } },
  })
})
