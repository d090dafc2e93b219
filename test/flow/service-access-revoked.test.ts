import { describe, expect, test } from 'vitest'
import {
  advanceTime,
  fund,
  isFullyEnded,
  readOrder,
  signedRequest,
  startOrder,
  waitForOrder,
  waitForState,
} from '../harness/actions.ts'
import { createWorld, type World } from '../harness/world.ts'

/**
 * Starts a swap whose approval is sent, in a new background that does not know the access check of the
 * review.
 */
async function startApproval(): Promise<{ world: World; id: string }> {
  const world = await createWorld()
  fund(world, signedRequest)
  const id = await startOrder(world, signedRequest)
  await waitForState(world, id, 'approve_sent')
  await world.restart()
  return { world, id }
}

const promptMethods = (world: World) => world.wallet.prompts.map(({ method }) => method)

describe('a service that denies access after the review', () => {
  test('stops the swap before the signature request, and a retry continues once access is granted', async () => {
    const { world, id } = await startApproval()
    world.service.faults.submit.push({ code: 'serviceOriginNotAllowed' })
    const held = await waitForOrder(world, id, (order) => order.problem !== null)
    expect(held).toMatchObject({ state: 'needs_user', problem: { code: 'serviceOriginNotAllowed' } })
    await advanceTime(world, 60_000)
    expect(promptMethods(world)).toEqual(['eth_sendTransaction'])
    await world.run.dispatch(id, { kind: 'retry' })
    expect(await waitForOrder(world, id, isFullyEnded)).toMatchObject({
      state: 'verified_terminal',
      statusCode: 4,
    })
    expect(promptMethods(world)).toEqual(['eth_sendTransaction', 'eth_signTypedData_v4'])
  })

  test('delays the signature request while it cannot be reached', async () => {
    const { world, id } = await startApproval()
    world.service.faults.submit.push(...Array(3).fill({ code: 'serviceUnreachable' }))
    await waitForState(world, id, 'approved')
    await advanceTime(world, 1_000)
    expect((await readOrder(world, id)).state).toBe('approved')
    expect(promptMethods(world)).toEqual(['eth_sendTransaction'])
    expect(await waitForOrder(world, id, isFullyEnded)).toMatchObject({
      state: 'verified_terminal',
      statusCode: 4,
    })
    expect(promptMethods(world)).toEqual(['eth_sendTransaction', 'eth_signTypedData_v4'])
  })
})
