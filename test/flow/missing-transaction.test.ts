import { describe, expect, test } from 'vitest'
import {
  advanceTime,
  fund,
  isFullyEnded,
  nativeRequest,
  readOrder,
  startOrder,
  waitForOrder,
  waitForState,
} from '../harness/actions.ts'
import type { Fate } from '../harness/fake-chain.ts'
import type { FakeWalletBehaviour } from '../harness/fake-wallet-behaviours.ts'
import { createWorld, type World } from '../harness/world.ts'

async function startNativeSwap(
  fate: Fate,
  behaviour: FakeWalletBehaviour = 'yes',
): Promise<{ world: World; id: string }> {
  const world = await createWorld()
  fund(world, nativeRequest)
  world.chain.fates.push(fate)
  world.wallet.behaviours.push(behaviour)
  return { world, id: await startOrder(world, nativeRequest) }
}

describe('a transaction that no node knows, while its nonce is used', () => {
  test('is dropped at the third read, each a minute apart, and a retry sends the only swap', async () => {
    const { world, id } = await startNativeSwap('drop')
    const first = await waitForOrder(world, id, (order) => order.transactions[0]?.missing?.count === 1)
    expect(first).toMatchObject({ state: 'sent', problem: null, transactions: [{ isNonceSeen: true }] })
    const stopped = await waitForState(world, id, 'needs_user')
    expect(stopped.updatedMs - first.updatedMs).toBeGreaterThanOrEqual(120_000)
    expect(stopped).toMatchObject({
      problem: { code: 'transactionDropped', money: 'unmoved' },
      transactions: [{ state: 'dropped', missing: { count: 3 } }],
    })
    expect(world.wallet.prompts).toHaveLength(1)
    await world.run.dispatch(id, { kind: 'retry' })
    expect(await waitForOrder(world, id, isFullyEnded)).toMatchObject({
      state: 'verified_terminal',
      statusCode: 4,
    })
    expect(world.service.requests.size).toBe(1)
  })

  test('stays unknown when no node ever showed its nonce, and continues when it is mined with another nonce', async () => {
    const { world, id } = await startNativeSwap('hide')
    const unknown = await waitForState(world, id, 'unknown_outcome')
    expect(unknown.problem).toMatchObject({ code: 'transactionDropped', money: 'unknown' })
    expect(unknown.transactions).toMatchObject([{ state: 'dropped' }])
    await world.run.dispatch(id, { kind: 'retry' })
    await world.run.dispatch(id, { kind: 'stop' })
    expect((await readOrder(world, id)).state).toBe('unknown_outcome')
    const order = await waitForOrder(world, id, isFullyEnded)
    expect(order).toMatchObject({ state: 'verified_terminal', statusCode: 4, problem: null })
    expect(order.transactions).toMatchObject([{ state: 'mined', accountNonce: 1 }])
    expect(world.wallet.prompts).toHaveLength(1)
  })

  test('is also polled at the service', async () => {
    const { world, id } = await startNativeSwap('stick')
    await waitForOrder(world, id, ({ pollCount }) => pollCount > 2)
    expect(await readOrder(world, id)).toMatchObject({ state: 'sent', problem: null })
  })
})

test('finds a send without a hash by its nonce while the service does not list it', async () => {
  const { world, id } = await startNativeSwap('mine', 'unclear')
  world.service.isIndexing = false
  const order = await waitForState(world, id, 'pending')
  expect(order.transactions).toMatchObject([{ state: 'mined', isNonceSeen: true }])
  expect(order.problem).toBeNull()
  await advanceTime(world, 60_000)
  expect(world.wallet.prompts).toHaveLength(1)
})
