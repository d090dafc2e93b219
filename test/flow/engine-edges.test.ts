import { describe, expect, test } from 'vitest'
import { zeroAddress } from '../../lib/base/hex.ts'
import { firstDueOf, taskOf } from '../../lib/order/reduce.ts'
import { reviewRisk } from '../../lib/review/review-risk.ts'
import { acrossRoute, sameChainRequest } from '../harness/actions.ts'
import { account, island } from '../harness/chains.ts'
import { createWorld } from '../harness/world.ts'
import { orderOf } from '../unit/order/order-fixture.ts'

describe('the engine', () => {
  test('rejects an event for an unknown order', async () => {
    const world = await createWorld()
    await expect(world.run.dispatch('made up', { kind: 'retry' })).rejects.toThrow('orderNotFound')
    expect(firstDueOf([])).toBeNull()
  })
})

test('reads a same-chain swap of unknown outcome by its transaction, or searches it by its nonce', async () => {
  const world = await createWorld()
  const quoteRequest = { ...sameChainRequest, options: { enableManual: true } }
  world.fund(quoteRequest)
  const id = await world.startOrder(quoteRequest, account, acrossRoute)
  const { transactions, ...order } = await world.waitForEnd(id)
  const unknown = { ...order, state: 'unknown_outcome', notification: null } as const
  expect(taskOf({ ...unknown, transactions }, 0)?.name).toBe('watchTransaction')
  expect(taskOf({ ...unknown, transactions: [] }, 0)?.name).toBe('findTransaction')
})

test.each<[string, string]>([
  ['nobody', zeroAddress],
  ['an address in another format', 'GABC'],
])('reads no chain for a receiver that is %s', async (_name, receiverAddress) => {
  const world = await createWorld()
  world.chain.isDown = true
  const { reviewed } = orderOf()
  const request = { ...reviewed.request, destinationChainId: island.chainId, receiverAddress }
  expect((await reviewRisk({ ...reviewed, request }, world.reviewPorts)).receiver).toEqual([])
})
