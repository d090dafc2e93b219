import { describe, expect, test } from 'vitest'
import { createFundedWorld, delivered, nativeRequest } from '../harness/actions.ts'
import type { Fate } from '../harness/fake-chain.ts'
import type { FakeWalletBehaviour } from '../harness/fake-wallet-behaviours.ts'
import type { World } from '../harness/world.ts'

async function startNativeSwap(
  fate: Fate,
  behaviour: FakeWalletBehaviour = 'yes',
): Promise<{ world: World; id: string }> {
  const world = await createFundedWorld(nativeRequest, { behaviours: [behaviour] })
  world.chain.fates.push(fate)
  return { world, id: await world.startOrder(nativeRequest) }
}

describe('a transaction that no node knows, while its nonce is used', () => {
  test('is dropped at the third read, each a minute apart, and is never requested again', async () => {
    const { world, id } = await startNativeSwap('drop')
    const first = await world.waitForOrder(id, (order) => order.transactions[0]?.missing?.count === 1)
    expect(first).toMatchObject({ state: 'sent', problem: null, transactions: [{ isNonceSeen: true }] })
    const unknown = await world.waitForState(id, 'unknown_outcome')
    expect(unknown.updatedMs - first.updatedMs).toBeGreaterThanOrEqual(120_000)
    // The same call may be in the transaction that used its nonce, which no endpoint finds.
    expect(unknown).toMatchObject({
      problem: { code: 'transactionDropped', money: 'unknown' },
      transactions: [{ state: 'dropped', missing: { count: 3 } }],
    })
    await world.advanceTime(3_600_000)
    await world.run.dispatch(id, { kind: 'retry' })
    expect((await world.readOrder(id)).state).toBe('unknown_outcome')
    expect(world.wallet.prompts).toHaveLength(1)
  })

  test('stays unknown when no node ever showed its nonce, and continues when it is mined with another nonce', async () => {
    const { world, id } = await startNativeSwap('hide')
    const unknown = await world.waitForState(id, 'unknown_outcome')
    expect(unknown.problem).toMatchObject({ code: 'transactionDropped', money: 'unknown' })
    expect(unknown.transactions).toMatchObject([{ state: 'dropped' }])
    await world.run.dispatch(id, { kind: 'retry' })
    await world.run.dispatch(id, { kind: 'stop' })
    expect((await world.readOrder(id)).state).toBe('unknown_outcome')
    const order = await world.waitForEnd(id)
    expect(order).toMatchObject(delivered)
    expect(order.transactions).toMatchObject([{ state: 'mined', accountNonce: 1 }])
    expect(world.wallet.prompts).toHaveLength(1)
  })

  test('is also polled at the service', async () => {
    const { world, id } = await startNativeSwap('stick')
    await world.waitForOrder(id, ({ readCount }) => readCount > 2)
    expect(await world.readOrder(id)).toMatchObject({ state: 'sent', problem: null })
  })
})

test('finds a send without a hash by its nonce while the service does not list it', async () => {
  const { world, id } = await startNativeSwap('mine', 'unclear')
  world.service.isIndexing = false
  const order = await world.waitForState(id, 'pending')
  expect(order.transactions).toMatchObject([{ state: 'mined', isNonceSeen: true }])
  expect(order.problem).toBeNull()
  await world.advanceTime(60_000)
  expect(world.wallet.prompts).toHaveLength(1)
})
