import { describe, expect, test } from 'vitest'
import { delivered, signedRequest, startSwap } from '../harness/actions.ts'
import type { World } from '../harness/world.ts'

/**
 * Starts a swap whose approval is sent, in a new background that does not know the access check of the
 * review.
 */
async function startApproval(): Promise<{ world: World; id: string }> {
  const { world, id } = await startSwap(signedRequest)
  await world.waitForState(id, 'approve_sent')
  await world.restart()
  return { world, id }
}

const promptMethods = (world: World) => world.wallet.prompts.map(({ method }) => method)

describe('a service that denies access after the review', () => {
  test('stops the swap before the signature request, and a retry continues once access is granted', async () => {
    const { world, id } = await startApproval()
    world.service.faults.submit.push({ code: 'serviceOriginNotAllowed' })
    const held = await world.waitForOrder(id, (order) => order.problem !== null)
    expect(held).toMatchObject({ state: 'needs_user', problem: { code: 'serviceOriginNotAllowed' } })
    await world.advanceTime(60_000)
    expect(promptMethods(world)).toEqual(['eth_sendTransaction'])
    await world.run.dispatch(id, { kind: 'retry' })
    expect(await world.waitForEnd(id)).toMatchObject(delivered)
    expect(promptMethods(world)).toEqual(['eth_sendTransaction', 'eth_signTypedData_v4'])
  })

  test('delays the signature request while it cannot be reached', async () => {
    const { world, id } = await startApproval()
    world.service.faults.submit.push(...Array(3).fill({ code: 'serviceUnreachable' }))
    await world.waitForState(id, 'approved')
    await world.advanceTime(1_000)
    expect((await world.readOrder(id)).state).toBe('approved')
    expect(promptMethods(world)).toEqual(['eth_sendTransaction'])
    expect(await world.waitForEnd(id)).toMatchObject(delivered)
    expect(promptMethods(world)).toEqual(['eth_sendTransaction', 'eth_signTypedData_v4'])
  })
})
