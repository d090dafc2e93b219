import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, test } from 'vitest'
import { createEntries, type Entries } from '../../../lib/history/entries.ts'
import { putOrderEntry } from '../../../lib/history/entry-rows.ts'
import type { HistoryEntry } from '../../../lib/history/entry-shape.ts'
import {
  endedRouteTerm,
  matchesFilter,
  noFilter,
  refundChainTerm,
} from '../../../lib/history/history-filter.ts'
import type { HistoryFilter } from '../../../lib/history/history-filter-shape.ts'
import type { Order } from '../../../lib/order/order.ts'
import { createOrders, type Orders } from '../../../lib/order/orders.ts'
import { createDatabase, type Database } from '../../../lib/storage/database.ts'
import { type OrderFields, orderOf } from '../order/order-fixture.ts'
import { hashOf, pastOf } from './entry-fixture.ts'

let names = 0
let orders: Orders
let entries: Entries
let database: () => Promise<Database>

beforeEach(() => {
  names += 1
  database = createDatabase(`entries-${names}`)
  orders = createOrders(database)
  entries = createEntries(database)
})

const { reviewed } = orderOf()
const token = (chainId: number, symbol: string) => ({
  ...reviewed.inputToken,
  chainId,
  symbol,
  address: `0x${symbol.charCodeAt(0).toString(16).repeat(20)}` as const,
})

function made(id: string, createdMs: number, { terms, ...fields }: OrderFields = {}): Order {
  // Each order has its own request hash, even orders of the same moment.
  const tail = `${createdMs.toString(16)}${Buffer.from(id).toString('hex')}`
  const requestHash = `0x${tail.padStart(64, 'a')}` as const
  return orderOf({ rev: 0, id, createdMs, terms: { requestHash, ...terms }, ...fields })
}

const readPage = (
  filter: Partial<HistoryFilter> = {},
  part: { after?: string | null; limit?: number; floorMs?: number } = {},
) => entries.readPage({ filter: { ...noFilter, ...filter }, after: null, floorMs: null, limit: 50, ...part })
const idsOf = (page: { entries: readonly HistoryEntry[] }) =>
  page.entries.map(({ orderId, requestHash }) => orderId ?? requestHash)

async function allPages(filter: Partial<HistoryFilter>, limit: number) {
  const ids: (string | null)[] = []
  let after: string | null = null
  do {
    const page = await readPage(filter, { after, limit })
    expect(page.entries.length).toBeLessThanOrEqual(limit)
    ids.push(...idsOf(page))
    after = page.next
  } while (after !== null)
  return ids
}

describe('a page of a long history', () => {
  const symbols = ['USDC', 'USDT', 'DAI', 'wETH']
  const states: readonly OrderFields[] = [
    { state: 'pending', statusCode: 1 },
    { state: 'verified_terminal', statusCode: 4 },
    { state: 'reported_terminal', statusCode: 7 },
    { state: 'abandoned_unsigned' },
  ]
  const all = Array.from({ length: 60 }, (_, index) =>
    made(`o${String(index).padStart(2, '0')}`, 1_000_000 + Math.floor(index / 2) * 1_000, {
      ...states[index % 4],
      reviewed: {
        ...reviewed,
        inputToken: token(index % 3 || 9, symbols[index % 4] ?? ''),
        outputToken: token(3 + (index % 2), symbols[(index + 1) % 4] ?? ''),
        request: { ...reviewed.request, receiverAddress: `0x${String(index % 5).repeat(40)}` },
      },
    }),
  )
  beforeEach(async () => {
    for (const order of all) await orders.write(order)
  })

  const filters: readonly [string, Partial<HistoryFilter>][] = [
    ['nothing', {}],
    ['a symbol', { text: 'USDC' }],
    ['the beginning of symbols', { text: 'usd' }],
    ['two words', { text: 'usdt dai' }],
    ['two words that one token has', { text: 'usd usdc' }],
    ['beginnings of two symbols', { text: 'us d' }],
    ['a symbol and an address', { text: 'usdc 0x33' }],
    ['an address and a symbol', { text: '0x33 usdc' }],
    ['three words', { text: 'usdt da 0x44' }],
    ['two tokens and a chain', { text: 'dai usdt', chainId: 4 }],
    ['two tokens in some days', { text: 'weth dai', fromMs: 1_005_000, untilMs: 1_020_000 }],
    ['two tokens that were never together', { text: 'usdc dai' }],
    ['an address', { text: `0x${'3'.repeat(40)}` }],
    ['the beginning of an address', { text: '0x33' }],
    ['an id', { text: all[7]?.terms.requestHash ?? '' }],
    ['the beginning of ids', { text: '0xaaaa' }],
    ['a chain', { chainId: 3 }],
    ['a state', { group: 'done' }],
    ['a chain, a state and a word', { chainId: 1, group: 'stopped', text: 'weth' }],
    ['a word nothing has', { text: 'usdcx' }],
    ['days', { fromMs: 1_005_000, untilMs: 1_011_000 }],
    ['days and a state', { fromMs: 1_005_000, untilMs: 1_020_000, group: 'refunded' }],
    ['no time at all', { fromMs: 1_010_000, untilMs: 1_010_000 }],
    ['no time at all, with a word', { fromMs: 1_010_000, untilMs: 1_000_000, text: 'usd' }],
  ]
  test.each(filters)(
    'filtered by %s: returns the entries that match one by one, newest first',
    async (_, part) => {
      const filter = { ...noFilter, ...part }
      const whole = (await readPage({}, { limit: 100 })).entries
      expect(whole).toHaveLength(60)
      const expected = whole.filter((entry) => matchesFilter(entry, filter)).map(({ orderId }) => orderId)
      for (const limit of [1, 7, 100]) expect(await allPages(part, limit)).toEqual(expected)
      entries = createEntries(createDatabase(`entries-${names}`), 5)
      expect(await allPages(part, 7), 'with a small read budget').toEqual(expected)
    },
  )

  test('returns the entries found so far and the next page when the read budget ends', async () => {
    entries = createEntries(createDatabase(`entries-${names}`), 5)
    const { entries: found, next } = await readPage({ text: 'usdt dai' }, { limit: 15 })
    expect(found.length).toBeLessThan(15)
    expect(next).not.toBeNull()
  })

  test('finds no pair of two frequent tokens without reading the entries of either', async () => {
    entries = createEntries(createDatabase(`entries-${names}`), 1)
    expect(await readPage({ text: 'usdc dai' })).toEqual({ entries: [], next: null })
  })

  test('finds entries with each filter, except those that match none', async () => {
    const found = await Promise.all(filters.map(async ([, one]) => (await readPage(one)).entries.length > 0))
    expect(filters.filter((_, index) => !found[index]).map(([name]) => name)).toEqual([
      'two tokens that were never together',
      'a word nothing has',
      'no time at all',
      'no time at all, with a word',
    ])
  })

  test('leaves out entries that began before the floor', async () => {
    const times = (await readPage({}, { floorMs: 1_020_000 })).entries.map(({ atMs }) => atMs)
    expect([times.length, Math.min(...times)]).toEqual([20, 1_020_000])
  })
})

test('searches the first 50 terms that begin like a word', async () => {
  for (let index = 0; index < 55; index += 1) {
    const inputToken = { ...reviewed.inputToken, symbol: `T${index}` }
    await orders.write(made(`o${index}`, 1_000 + index, { reviewed: { ...reviewed, inputToken } }))
  }
  expect((await readPage({ text: 't' })).entries).toHaveLength(50)
  expect((await readPage({ text: 't5' })).entries).toHaveLength(6)
})

test('updates the entry of an order when the order changes', async () => {
  await orders.write(made('o', 1_000))
  await orders.write(made('o', 1_000, { rev: 1, state: 'verified_terminal', statusCode: 4 }))
  expect(idsOf(await readPage({ group: 'open' }))).toEqual([])
  expect(idsOf(await readPage({ group: 'done' }))).toEqual(['o'])
  await expect(orders.write(made('o', 1_000, { rev: 1 }))).rejects.toThrow('storageFailed')
  expect(idsOf(await readPage({ group: 'done' }))).toEqual(['o'])
  await orders.restore(made('p', 2_000, { rev: 5 }))
  expect(idsOf(await readPage())).toEqual(['p', 'o'])
})

describe('a request that only the service knows', () => {
  const orderMs = 5_000
  test('is stored as one entry when it is read repeatedly', async () => {
    await entries.storeRequests([pastOf({ orderMs, statusCode: 1 })])
    await entries.storeRequests([pastOf({ orderMs: 6_000, statusCode: 4 })])
    const page = await readPage()
    expect(page.entries).toMatchObject([{ orderId: null, atMs: 5_000, statusCode: 4, phase: 'done' }])
  })

  test('moves to its time when that becomes known', async () => {
    const unknown = { orderMs: null, sourceSeconds: null, destinationSeconds: null }
    await entries.storeRequests([pastOf(unknown)])
    await entries.storeRequests([pastOf({ orderMs })])
    expect((await readPage()).entries.map(({ atMs }) => atMs)).toEqual([5_000])
  })

  test.each<[string, OrderFields]>([
    ['its request hash', { terms: { requestHash: hashOf('5') } }],
    ['its transaction', { kind: 'manual', terms: { requestHash: null }, sourceTransactionHash: hashOf('6') }],
  ])('is merged with an order by %s, whichever was stored first', async (_, fields) => {
    await orders.write(made('first', 1_000, fields))
    await entries.storeRequests([pastOf({ orderMs })])
    const [entry] = (await readPage()).entries
    expect(entry).toMatchObject({ orderId: 'first', atMs: 1_000, item: { statusCode: 4 } })

    await orders.write(made('first', 1_000, { ...fields, rev: 1, readCount: 1 }))
    expect((await readPage()).entries).toMatchObject([{ orderId: 'first', rev: 1, item: { statusCode: 4 } }])
  })

  test('is merged with an order whose transaction becomes known later', async () => {
    await entries.storeRequests([pastOf({ orderMs })])
    const manual = { kind: 'manual' as const, terms: { requestHash: null } }
    await orders.write(made('late', 1_000, manual))
    expect((await readPage()).entries).toHaveLength(2)
    await orders.write(made('late', 1_000, { ...manual, rev: 1, sourceTransactionHash: hashOf('6') }))
    const item = { requestHash: hashOf('5') }
    expect((await readPage()).entries).toMatchObject([{ orderId: 'late', item }])
  })

  test('stays separate from an order with the same transaction and another request hash', async () => {
    await orders.write(made('mine', 1_000, { sourceTransactionHash: hashOf('6') }))
    await entries.storeRequests([pastOf({ orderMs })])
    expect(idsOf(await readPage())).toEqual([hashOf('5'), 'mine'])
  })
})

test('returns the newest ended orders of a route', async () => {
  const on = (routeKey: string) => ({ reviewed: { ...reviewed, routeKey } })
  const ended = { state: 'verified_terminal', statusCode: 4 } as const
  await orders.write(made('a', 1_000, { ...ended, ...on('manual:Across:') }))
  await orders.write(made('b', 2_000, { ...ended, ...on('manual:Across:#2') }))
  await orders.write(made('c', 3_000, { ...ended, ...on('manual:Across/V2:') }))
  await orders.write(made('d', 4_000, on('manual:Across:')))
  const { chainId: from } = reviewed.inputToken
  const { chainId: to } = reviewed.outputToken
  const newest = async (routeKey: string, limit: number) =>
    idsOf({ entries: await entries.readNewest(endedRouteTerm(routeKey, from, to), limit) })
  expect(await newest('manual:Across:', 9)).toEqual(['b', 'a'])
  expect(await newest('manual:Across:', 1)).toEqual(['b'])
  expect(await newest('manual:Across/V2:', 9)).toEqual(['c'])
  expect(await newest('manual:Across', 9)).toEqual([])
})

/** Writes the entry of an order and returns its row. */
async function putLine(order: Order) {
  const transaction = (await database()).transaction(['orders', 'entries'], 'readwrite')
  const rows = transaction.objectStore('entries')
  await putOrderEntry(rows, order)
  const row = (await rows.getAll()).find(({ entry }) => Object(entry).orderId === order.id)
  if (row === undefined) throw new Error('no line')
  await transaction.done
  return row
}

test('finds a timed refund by its chain, and not a refund whose time is unknown', async () => {
  const timeline = [
    { step: 'expired', atMs: 1_000 },
    { step: 'refunded', atMs: 241_000 },
  ] as const
  const end = { state: 'verified_terminal', statusCode: 7, refundChainId: 10 } as const
  const untimed = await putLine(orderOf({ ...end, id: 'untimed' }))
  await putLine(orderOf({ ...end, id: 'timed', timeline }))
  const found = await entries.readNewest(refundChainTerm(10), 9)
  expect(found.map(({ orderId, refundSeconds }) => [orderId, refundSeconds])).toEqual([['timed', 240]])
  expect(await entries.read(untimed.key)).not.toHaveProperty('refundSeconds')
})

test('leaves out an unreadable entry and returns its neighbors', async () => {
  for (const at of [4, 2, 1]) await putLine(orderOf({ id: `torn-${at}`, createdMs: at * 1_000 }))
  const torn = await putLine(orderOf({ id: 'torn-3', createdMs: 3_000 }))
  await (await database()).put('entries', { ...torn, entry: { key: torn.key, torn: true } as never })
  expect(await allPages({}, 2)).toEqual(['torn-4', 'torn-2', 'torn-1'])
  expect(idsOf(await readPage({ text: 'USDC' }))).toEqual(['torn-4', 'torn-2', 'torn-1'])
  expect(await entries.read(torn.key)).toBeNull()
})

test("returns an order's entry without the service's part when that is unreadable", async () => {
  const row = await putLine(orderOf())
  const torn = { ...Object(row.entry), item: { requestHash: 7, readMs: 'soon' } }
  await (await database()).put('entries', { ...row, entry: torn as never })
  expect(await entries.read(row.key)).toEqual({ ...Object(row.entry), item: null })
})
