import 'fake-indexeddb/auto'
import { describe, expect, test } from 'vitest'
import type { Order } from '../../../lib/order/order.ts'
import { createProposalStore, createProposals } from '../../../lib/sites/proposals.ts'
import type { Proposal } from '../../../lib/sites/sites.ts'
import { createDatabase } from '../../../lib/storage/database.ts'
import { namedLock } from '../../harness/named-lock.ts'
import { orderOf } from '../order/order-fixture.ts'
import { bornMs, proposalOf, receiver } from './proposal-fixture.ts'

let names = 0
const by = { swapId: 'swap-1', origin: 'https://shop.example' }
const user = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const request = {
  originChainId: 31_337,
  destinationChainId: 31_338,
  receiverAddress: receiver,
  userAddress: user,
} as const

function setUp() {
  names += 1
  const orders = new Map<string, Order>()
  const changes: Proposal[] = []
  const world = { nowMs: bornMs, granted: ['https://shop.example'], orderFails: false, dies: false }
  const store = createProposalStore(createDatabase(`flow-proposals-${names}`))
  const proposals = createProposals({
    clock: { nowMs: () => world.nowMs },
    lock: namedLock(),
    store: {
      ...store,
      async write(proposal) {
        // A stopped worker writes nothing more.
        if (world.dies && proposal.state === 'confirmed') return new Promise(() => undefined)
        await store.write(proposal)
      },
    },
    orders: { read: async (id) => orders.get(id) ?? null },
    canPropose: async ({ origin }) => world.granted.includes(origin),
    isOffered: async () => true,
    isGone: async () => false,
    random: () => 0.3,
    onChanged: (proposal) => changes.push(proposal),
  })
  const begin = async (order: Order): Promise<Order> => {
    if (world.orderFails) throw new Error('disk')
    const known = orders.get(order.id) ?? order
    orders.set(order.id, known)
    return known
  }
  const again = () => {
    world.dies = false
    return createProposals({
      clock: { nowMs: () => world.nowMs },
      lock: namedLock(),
      store,
      orders: { read: async (id) => orders.get(id) ?? null },
      canPropose: async () => true,
      isOffered: async () => true,
      isGone: async () => false,
      random: Math.random,
      onChanged: () => undefined,
    })
  }
  return { proposals, orders, changes, world, begin, store, again }
}

const orderFor = (id: string, swapId = 'swap-1') =>
  orderOf({ id, rev: 0, proposedBy: { ...by, swapId } } as Partial<Order>)

describe('a proposal becomes at most one order', () => {
  test('a confirmed proposal is its order and no longer waits', async () => {
    const { proposals, orders, begin, changes } = setUp()
    await proposals.add(proposalOf())
    await proposals.start(by, orderFor('order-1'), begin)
    expect([...orders.keys()]).toEqual(['order-1'])
    expect(await proposals.read('swap-1')).toMatchObject({ state: 'confirmed', orderId: 'order-1' })
    expect(await proposals.listWaiting()).toEqual([])
    expect(changes.map(({ state }) => state)).toEqual(['proposed', 'confirmed'])
  })

  test('confirming again with the same review returns the same order, with another it is gone', async () => {
    const { proposals, orders, begin } = setUp()
    await proposals.add(proposalOf())
    const all = await Promise.allSettled([
      proposals.start(by, orderFor('order-1'), begin),
      proposals.start(by, orderFor('order-1'), begin),
      proposals.start(by, orderFor('order-2'), begin),
    ])
    expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
    expect([...orders.keys()]).toEqual(['order-1'])
  })

  test.each(['declined', 'cancelled', 'expired'] as const)(
    'a proposal that is %s starts no order',
    async (state) => {
      const { proposals, orders, begin } = setUp()
      await proposals.add(proposalOf())
      await proposals.end('swap-1', state)
      const beginning = proposals.start(by, orderFor('order-1'), begin)
      await expect(beginning).rejects.toMatchObject({ data: { code: 'proposalGone' } })
      expect(orders.size).toBe(0)
    },
  )

  test("without its site's permission a proposal starts no order", async () => {
    const { proposals, orders, begin, world } = setUp()
    await proposals.add(proposalOf())
    world.granted = []
    const beginning = proposals.start(by, orderFor('order-1'), begin)
    await expect(beginning).rejects.toMatchObject({ data: { code: 'notAllowed' } })
    expect(orders.size).toBe(0)
  })

  test('when the order cannot be stored the proposal still waits, for another try', async () => {
    const { proposals, orders, begin, world } = setUp()
    await proposals.add(proposalOf())
    world.orderFails = true
    await expect(proposals.start(by, orderFor('order-1'), begin)).rejects.toThrow('disk')
    world.orderFails = false
    expect(await proposals.listWaiting()).toHaveLength(1)
    await proposals.start(by, orderFor('order-2'), begin)
    expect([...orders.keys()]).toEqual(['order-2'])
  })

  test('a worker that stops right after the order was stored leaves a confirmed swap, not a waiting one', async () => {
    const { proposals, orders, begin, world, again } = setUp()
    await proposals.add(proposalOf())
    world.dies = true
    void proposals.start(by, orderFor('order-1'), begin)
    while (orders.size === 0) await new Promise((resolve) => setImmediate(resolve))
    const next = again()
    await next.onDocumentClosed(proposalOf().document)
    expect(await next.read('swap-1')).toMatchObject({ state: 'confirmed', orderId: 'order-1' })
    await expect(next.start(by, orderFor('order-2'), begin)).rejects.toMatchObject({
      data: { code: 'proposalGone' },
    })
  })
})

describe('the lifetime of a proposal', () => {
  test('continues when the document returns from the cache, unless its site proposed again meanwhile', async () => {
    const { proposals } = setUp()
    const { document } = proposalOf()
    await proposals.add(proposalOf())
    await proposals.onDocumentClosed(document)
    await proposals.onDocumentRestored(document)
    expect(await proposals.listWaiting()).toMatchObject([{ swapId: 'swap-1', state: 'proposed' }])
    await proposals.onDocumentClosed(document)
    await proposals.add(proposalOf({ swapId: 'swap-2', document: { tabId: 8, documentId: 'd', key: 'k' } }))
    await proposals.onDocumentRestored(document)
    expect((await proposals.listWaiting()).map(({ swapId }) => swapId)).toEqual(['swap-2'])
  })

  test('does not continue after the user declined', async () => {
    const { proposals } = setUp()
    await proposals.add(proposalOf())
    await proposals.end('swap-1', 'declined')
    await proposals.onDocumentRestored(proposalOf().document)
    expect(await proposals.read('swap-1')).toMatchObject({ state: 'declined' })
  })
})

describe('the review of a proposal', () => {
  const named = { ...proposalOf().swap, receiverAddress: receiver }

  test('requires picking the receiver that the page named, but not one that the user named', async () => {
    const { proposals } = setUp()
    await proposals.add(proposalOf({ swap: named }))
    const { proposedBy, receiverChoice } = await proposals.resolveProposalForReview('swap-1', request)
    expect(proposedBy).toEqual(by)
    expect(receiverChoice?.origin).toBe(by.origin)
    expect(receiverChoice?.choices).toHaveLength(3)
    expect(receiverChoice?.choices).toContain('dc79c8')
    const own = { ...request, receiverAddress: user }
    expect((await proposals.resolveProposalForReview('swap-1', own)).receiverChoice).toBeNull()
  })

  test('requires it also when the draft lost the proposal, and after the proposal ended', async () => {
    const { proposals, world } = setUp()
    await proposals.add(proposalOf({ swap: named }))
    await proposals.end('swap-1', 'cancelled')
    world.nowMs += 3_600_000
    const { proposedBy, receiverChoice } = await proposals.resolveProposalForReview(null, request)
    expect(proposedBy).toBeNull()
    expect(receiverChoice?.origin).toBe(by.origin)
  })

  test('a sweep deletes a proposal after its named receiver no longer matters', async () => {
    const { proposals, store, world } = setUp()
    await proposals.add(proposalOf({ state: 'declined', endedMs: bornMs }))
    world.nowMs += 400 * 86_400_000
    expect(await proposals.resolveProposalForReview(null, request)).toEqual({
      proposedBy: null,
      receiverChoice: null,
    })
    await proposals.sweep()
    expect(await store.listCreatedSince(0)).toEqual([])
  })

  test('fails for a proposal that is gone, or whose site may not propose', async () => {
    const { proposals, world } = setUp()
    await expect(proposals.resolveProposalForReview('swap-1', request)).rejects.toMatchObject({
      data: { code: 'proposalGone' },
    })
    await proposals.add(proposalOf())
    world.granted = []
    await expect(proposals.resolveProposalForReview('swap-1', request)).rejects.toMatchObject({
      data: { code: 'notAllowed' },
    })
  })
})
