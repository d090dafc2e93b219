import { describe, expect, test } from 'vitest'
import { begin, fund, isAtRest, nativeAsk, orderAt, pass, until, untilState } from '../harness/actions.ts'
import type { Fate } from '../harness/fake-chain.ts'
import type { Mood } from '../harness/fake-wallet-behaviours.ts'
import { createWorld, type World } from '../harness/world.ts'

async function sent(fate: Fate, mood: Mood = 'yes'): Promise<{ world: World; id: string }> {
  const world = await createWorld()
  fund(world, nativeAsk)
  world.chain.fates.push(fate)
  world.wallet.moods.push(mood)
  return { world, id: await begin(world, nativeAsk) }
}

describe('a transaction that no node knows, while its nonce is used', () => {
  test('is dropped at the third read, each a minute apart, and a retry sends the only swap', async () => {
    const { world, id } = await sent('drop')
    const first = await until(world, id, (order) => order.transactions[0]?.missing?.count === 1)
    expect(first).toMatchObject({ state: 'sent', problem: null, transactions: [{ isNonceSeen: true }] })
    const stopped = await untilState(world, id, 'needs_user')
    expect(stopped.updatedMs - first.updatedMs).toBeGreaterThanOrEqual(120_000)
    expect(stopped).toMatchObject({
      problem: { code: 'transactionDropped', money: 'unmoved' },
      transactions: [{ state: 'dropped', missing: { count: 3 } }],
    })
    expect(world.wallet.prompts).toHaveLength(1)
    await world.run.dispatch(id, { kind: 'retry' })
    expect(await until(world, id, isAtRest)).toMatchObject({ state: 'verified_terminal', statusCode: 4 })
    expect(world.service.requests.size).toBe(1)
  })

  test('stays unknown when no node ever showed its nonce, and continues when it is mined with another nonce', async () => {
    const { world, id } = await sent('hide')
    const unknown = await untilState(world, id, 'unknown_outcome')
    expect(unknown.problem).toMatchObject({ code: 'transactionDropped', money: 'unknown' })
    expect(unknown.transactions).toMatchObject([{ state: 'dropped' }])
    await world.run.dispatch(id, { kind: 'retry' })
    await world.run.dispatch(id, { kind: 'abandon' })
    expect((await orderAt(world, id)).state).toBe('unknown_outcome')
    const order = await until(world, id, isAtRest)
    expect(order).toMatchObject({ state: 'verified_terminal', statusCode: 4, problem: null })
    expect(order.transactions).toMatchObject([{ state: 'mined', accountNonce: 1 }])
    expect(world.wallet.prompts).toHaveLength(1)
  })

  test('is also polled at the service', async () => {
    const { world, id } = await sent('stick')
    await until(world, id, ({ pollCount }) => pollCount > 2)
    expect(await orderAt(world, id)).toMatchObject({ state: 'sent', problem: null })
  })
})

test('finds a send without a hash by its nonce while the service does not list it', async () => {
  const { world, id } = await sent('mine', 'unclear')
  world.service.isIndexing = false
  const order = await untilState(world, id, 'pending')
  expect(order.transactions).toMatchObject([{ state: 'mined', isNonceSeen: true }])
  expect(order.problem).toBeNull()
  await pass(world, 60_000)
  expect(world.wallet.prompts).toHaveLength(1)
})
