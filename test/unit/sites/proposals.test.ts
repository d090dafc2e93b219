import 'fake-indexeddb/auto'
import { describe, expect, test } from 'vitest'
import type { Order } from '../../../lib/order/order.ts'
import { createProposalStore } from '../../../lib/sites/proposals.ts'
import { createDatabase } from '../../../lib/storage/database.ts'
import type { Account } from '../../../lib/wallet/port.ts'
import { orderOf } from '../order/order-fixture.ts'
import { problemOf } from '../service/problem-of.ts'
import { bornMs, createTestProposals, proposalOf, receiver } from './proposal-fixture.ts'

const by = { swapId: 'swap-1', origin: 'https://shop.example' }
const user = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const request = {
  originChainId: 31_337,
  destinationChainId: 31_338,
  receiverAddress: receiver,
  userAddress: user,
} as const

let names = 0

function setUp() {
  names += 1
  const world = { nowMs: bornMs, isAllowed: true }
  const store = createProposalStore(createDatabase(`flow-proposals-${names}`))
  const clock = { nowMs: () => world.nowMs }
  const proposals = createTestProposals({ clock, store, canPropose: async () => world.isAllowed })
  return { proposals, world, store }
}

const orderFor = (id: string) => orderOf({ id, rev: 0, proposedBy: by } as Partial<Order>)

describe('a proposal', () => {
  test.each(['declined', 'cancelled', 'expired'] as const)('that is %s starts no order', async (state) => {
    const { proposals } = setUp()
    await proposals.add(proposalOf())
    await proposals.end('swap-1', state)
    const started: Order[] = []
    const starting = proposals.start(by, orderFor('order-1'), async (order) => {
      started.push(order)
      return order
    })
    await expect(starting).rejects.toMatchObject({ data: { code: 'proposalGone' } })
    expect(started).toEqual([])
  })

  test('still waits, for another try, when its order cannot be stored', async () => {
    const { proposals } = setUp()
    await proposals.add(proposalOf())
    const fail = () => Promise.reject(new Error('disk'))
    await expect(proposals.start(by, orderFor('order-1'), fail)).rejects.toThrow('disk')
    expect(await proposals.listWaiting()).toHaveLength(1)
    await proposals.start(by, orderFor('order-2'), async (order) => order)
    expect(await proposals.read('swap-1')).toMatchObject({ state: 'confirmed', orderId: 'order-2' })
  })

  test('that the user declined does not wait again when its document returns', async () => {
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

  test('requires picking a receiver that another site named, when the proposal under review names none', async () => {
    const { proposals } = setUp()
    await proposals.add(proposalOf({ swapId: 'swap-0', origin: 'https://other.example', swap: named }))
    await proposals.end('swap-0', 'cancelled')
    await proposals.add(proposalOf())
    const { receiverChoice } = await proposals.resolveProposalForReview('swap-1', request)
    expect(receiverChoice?.origin).toBe('https://other.example')
  })

  test('a sweep deletes a proposal after its named receiver no longer matters', async () => {
    const { proposals, store, world } = setUp()
    await proposals.add(proposalOf({ state: 'declined', endedMs: bornMs }))
    world.nowMs += 400 * 86_400_000
    const none = { proposedBy: null, receiverChoice: null }
    expect(await proposals.resolveProposalForReview(null, request)).toEqual(none)
    await proposals.sweep()
    expect(await store.listCreatedSince(0)).toEqual([])
  })

  test('fails for a proposal that is gone, or whose site may not propose', async () => {
    const { proposals, world } = setUp()
    const refusal = async () => (await problemOf(proposals.resolveProposalForReview('swap-1', request))).code
    expect(await refusal()).toBe('proposalGone')
    await proposals.add(proposalOf())
    world.isAllowed = false
    expect(await refusal()).toBe('notAllowed')
  })
})

describe('an unproven account that the wallet of a page named', () => {
  const own = { ...request, receiverAddress: user } as const
  const unproven = (connector: 'page' | 'extension'): Pick<Account, 'address' | 'wallet'> => ({
    address: user,
    wallet: { connector, id: 'io.wallet', name: 'Wallet', origin: 'https://evil.example', iconUrl: null },
  })

  test('is picked as the receiver of a proposal by any site, and of the own swap without one', async () => {
    const { proposals } = setUp()
    await proposals.add(proposalOf())
    for (const swapId of ['swap-1', null]) {
      const { receiverChoice, ...rest } = await proposals.resolveProposalForReview(
        swapId,
        own,
        unproven('page'),
      )
      expect(receiverChoice?.origin).toBe('https://evil.example')
      expect(receiverChoice?.choices).toContain(user.slice(-6))
      expect(rest).not.toHaveProperty('refundChoice')
    }
  })

  test('is picked as the refund address when another account receives', async () => {
    const { proposals } = setUp()
    for (const refund of [{}, { options: { refundAddress: user } }]) {
      const { receiverChoice, refundChoice } = await proposals.resolveProposalForReview(
        null,
        { ...request, ...refund },
        unproven('page'),
      )
      expect(receiverChoice).toBeNull()
      expect(refundChoice).toMatchObject({ origin: 'https://evil.example', address: user })
    }
    const elsewhere = { ...request, options: { refundAddress: receiver } } as const
    const review = await proposals.resolveProposalForReview(null, elsewhere, unproven('page'))
    expect(review).not.toHaveProperty('refundChoice')
  })

  test('needs no pick if the wallet is an extension', async () => {
    const { proposals } = setUp()
    const none = { proposedBy: null, receiverChoice: null }
    expect(await proposals.resolveProposalForReview(null, own, unproven('extension'))).toEqual(none)
  })
})

function store() {
  names += 1
  return createProposalStore(createDatabase(`proposals-${names}`))
}

test('reads a stored proposal by its id', async () => {
  const proposals = store()
  const proposal = proposalOf({ state: 'confirmed', orderId: 'order-1' })
  await proposals.write(proposal)
  expect(await proposals.read('swap-1')).toEqual(proposal)
  expect(await proposals.read('swap-2')).toBeNull()
})

test('lists only waiting proposals, oldest first', async () => {
  const proposals = store()
  await proposals.write(proposalOf({ swapId: 'a', createdMs: bornMs + 2 }))
  await proposals.write(proposalOf({ swapId: 'b', createdMs: bornMs + 1 }))
  await proposals.write(proposalOf({ swapId: 'c', createdMs: bornMs, state: 'declined' }))
  expect((await proposals.listWaiting()).map(({ swapId }) => swapId)).toEqual(['b', 'a'])
  await proposals.write(proposalOf({ swapId: 'b', createdMs: bornMs + 1, state: 'expired' }))
  expect((await proposals.listWaiting()).map(({ swapId }) => swapId)).toEqual(['a'])
})

test('lists the proposals since a time, of any site', async () => {
  const proposals = store()
  for (const at of [0, 1, 2]) await proposals.write(proposalOf({ swapId: `${at}`, createdMs: bornMs + at }))
  expect((await proposals.listCreatedSince(bornMs + 1)).map(({ swapId }) => swapId)).toEqual(['1', '2'])
})

test('a sweep deletes old proposals that never became a swap', async () => {
  const proposals = store()
  await proposals.write(proposalOf({ swapId: 'old', state: 'expired' }))
  await proposals.write(proposalOf({ swapId: 'swap', state: 'confirmed', orderId: 'order-1' }))
  await proposals.write(proposalOf({ swapId: 'new', createdMs: bornMs + 10 }))
  await proposals.sweep(bornMs + 10)
  expect((await proposals.listCreatedSince(0)).map(({ swapId }) => swapId)).toEqual(['swap', 'new'])
})

test('leaves a row of another schema alone', async () => {
  const proposals = store()
  await proposals.write({ ...proposalOf(), schema: 2 as never })
  expect(await proposals.read('swap-1')).toBeNull()
  expect(await proposals.listWaiting()).toEqual([])
})

test.each([
  ['none of its members', { schema: 1 }],
  ['an amount that is none', { ...proposalOf(), swap: { ...proposalOf().swap, inputAmount: '1e3' } }],
  ['an unknown state', { ...proposalOf(), state: 'done' }],
])('skips an unreadable row and reads the others: %s', async (_what, torn) => {
  names += 1
  const database = createDatabase(`torn-proposals-${names}`)
  const proposals = createProposalStore(database)
  await proposals.write(proposalOf({ swapId: 'whole', createdMs: bornMs + 1 }))
  const row = { swapId: 'torn', createdMs: bornMs, waitingSinceMs: bornMs, proposal: torn as never }
  await (await database()).put('proposals', row)
  expect(await proposals.read('torn')).toBeNull()
  expect((await proposals.listWaiting()).map(({ swapId }) => swapId)).toEqual(['whole'])
  expect((await proposals.listCreatedSince(bornMs)).map(({ swapId }) => swapId)).toEqual(['whole'])
})
