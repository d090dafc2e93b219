import { describe, expect, test } from 'vitest'
import { begin, fund, isAtRest, orderAt, pass, signedAsk, until, untilState } from '../harness/actions.ts'
import { createWorld, type World } from '../harness/world.ts'

/**
 * Starts a swap whose approval is sent, in a new background that does not know the access check of the
 * review.
 */
async function approving(): Promise<{ world: World; id: string }> {
  const world = await createWorld()
  fund(world, signedAsk)
  const id = await begin(world, signedAsk)
  await untilState(world, id, 'approve_sent')
  await world.restart()
  return { world, id }
}

const asked = (world: World) => world.wallet.prompts.map(({ method }) => method)

describe('a service that denies access after the review', () => {
  test('stops the swap before the signature request, and a retry continues once access is granted', async () => {
    const { world, id } = await approving()
    world.service.faults.submit.push({ code: 'serviceOriginNotAllowed' })
    const held = await until(world, id, (order) => order.problem !== null)
    expect(held).toMatchObject({ state: 'needs_user', problem: { code: 'serviceOriginNotAllowed' } })
    await pass(world, 60_000)
    expect(asked(world)).toEqual(['eth_sendTransaction'])
    await world.run.dispatch(id, { kind: 'retry' })
    expect(await until(world, id, isAtRest)).toMatchObject({ state: 'verified_terminal', statusCode: 4 })
    expect(asked(world)).toEqual(['eth_sendTransaction', 'eth_signTypedData_v4'])
  })

  test('delays the signature request while it cannot be reached', async () => {
    const { world, id } = await approving()
    world.service.faults.submit.push(...Array(3).fill({ code: 'serviceUnreachable' }))
    await untilState(world, id, 'approved')
    await pass(world, 1_000)
    expect((await orderAt(world, id)).state).toBe('approved')
    expect(asked(world)).toEqual(['eth_sendTransaction'])
    expect(await until(world, id, isAtRest)).toMatchObject({ state: 'verified_terminal', statusCode: 4 })
    expect(asked(world)).toEqual(['eth_sendTransaction', 'eth_signTypedData_v4'])
  })
})
