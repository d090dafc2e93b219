import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, test } from 'vitest'
import { createEntries, type Entries } from '../../../lib/history/entries.ts'
import { readRecentReceivers } from '../../../lib/history/recent-receivers.ts'
import type { Order } from '../../../lib/order/order.ts'
import { createOrders, type Orders } from '../../../lib/order/orders.ts'
import { createDatabase } from '../../../lib/storage/database.ts'
import { type OrderFields, orderOf } from '../order/order-fixture.ts'
import { hashOf, pastOf } from './entry-fixture.ts'

const alice = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const bob = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc'
/** The same four characters at each end as Alice. */
const likeAlice = '0x70990000000000000000000000000000000079c8'

let names = 0
let orders: Orders
let entries: Entries

beforeEach(() => {
  names += 1
  const database = createDatabase(`receivers-${names}`)
  orders = createOrders(database)
  entries = createEntries(database)
})

type RequestPart = Partial<Order['reviewed']['request']>

const done = { state: 'verified_terminal', statusCode: 4, fundsSettled: true, dueMs: null } as const
const { reviewed } = orderOf()
const proposed = { proposedBy: { swapId: '1', origin: 'https://a.example' } }

/** Stores a finished swap that began at this time. */
async function store(createdMs: number, request: RequestPart, fields: OrderFields = {}): Promise<void> {
  const requestHash = `0x${createdMs.toString(16).padStart(64, 'a')}` as const
  await orders.write(
    orderOf({
      ...done,
      rev: 0,
      id: `order-${createdMs}`,
      createdMs,
      terms: { requestHash },
      reviewed: { ...reviewed, request: { ...reviewed.request, ...request } },
      ...fields,
    }),
  )
}

const read = async () => (await readRecentReceivers(entries, orders)).map((one) => one.name ?? one.address)

describe('readRecentReceivers', () => {
  test('returns the recipients of finished swaps once each, newest first', async () => {
    await store(1_000, { receiverAddress: alice })
    await store(2_000, { receiverAddress: bob })
    await store(3_000, { receiverAddress: alice })
    expect(await readRecentReceivers(entries, orders)).toEqual([
      { address: alice, name: null, atMs: 3_000 },
      { address: bob, name: null, atMs: 2_000 },
    ])
  })

  test('returns a typed name with the address that it had', async () => {
    await store(1_000, { receiverAddress: alice, receiverName: 'alice.eth' })
    const alone = [{ address: alice, name: 'alice.eth', atMs: 1_000 }]
    expect(await readRecentReceivers(entries, orders)).toEqual(alone)
  })

  test('leaves out the sender, and swaps that are not done', async () => {
    await store(1_000, { receiverAddress: reviewed.request.userAddress ?? '' })
    await store(2_000, { receiverAddress: alice }, { state: 'pending', statusCode: 1, fundsSettled: false })
    await store(3_000, { receiverAddress: bob }, { state: 'verified_terminal', statusCode: 7 })
    expect(await read()).toEqual([])
  })

  test('leaves out recipients that a site, a copy or the service named', async () => {
    await store(1_000, { receiverAddress: alice }, proposed)
    await store(2_000, { receiverAddress: bob }, { restored: true })
    await entries.storeRequests([pastOf({ requestHash: hashOf('4'), recipient: likeAlice })])
    expect(await read()).toEqual([])
  })

  test('suggests a recipient of a proposal that the person also chose', async () => {
    await store(1_000, { receiverAddress: alice })
    await store(2_000, { receiverAddress: alice }, proposed)
    expect(await read()).toEqual([alice])
  })

  test('leaves out an address that imitates one used earlier', async () => {
    await store(1_000, { receiverAddress: alice })
    await store(2_000, { receiverAddress: likeAlice })
    expect(await read()).toEqual([alice])
  })

  test('leaves out the recipient of a deposit from another kind of chain, which may be the connected account', async () => {
    const deposit = { originFormat: 'solana', userAddress: null, receiverAddress: alice } as const
    await store(1_000, deposit)
    expect(await read()).toEqual([])
  })

  test('returns at most 20', async () => {
    const address = (at: number) => `0x${at.toString(16).padStart(4, '0').repeat(10)}`
    for (let at = 1; at <= 25; at++) await store(at * 1_000, { receiverAddress: address(at) })
    expect((await read()).length).toBe(20)
    expect((await read())[0]).toBe(address(25))
  })
})
