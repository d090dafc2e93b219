import { describe, expect, test } from 'vitest'
import { secondMs } from '../../lib/base/time.ts'
import { createFundedWorld, delivered, nativeRequest, signedRequest } from '../harness/actions.ts'
import type { World } from '../harness/world.ts'

describe('a quote that ends while the wallet starts', () => {
  test.each([
    ['a signature', signedRequest, 'sign_requested'],
    ['a transaction', nativeRequest, 'send_requested'],
  ] as const)('does not prompt for %s', async (_what, request, state) => {
    const world = await createFundedWorld(request, { allowed: true, behaviours: ['before'] })
    // The wallet needs 20 s to show a request. Then less than 15 s are left.
    world.service.quoteLifeSeconds = 32
    const id = await world.startOrder(request)
    await world.waitForState(id, state)
    const { problem } = await world.waitForState(id, 'needs_user')
    expect(problem).toMatchObject({ code: 'quoteExpired', money: 'nothingSent' })
    expect(world.wallet.prompts).toEqual([])
  })

  test('prompts while 15 s are left', async () => {
    const world = await createFundedWorld(signedRequest, { allowed: true, behaviours: ['before'] })
    world.service.quoteLifeSeconds = 40
    const id = await world.startOrder(signedRequest)
    expect(await world.waitForEnd(id)).toMatchObject(delivered)
  })
})

describe('a background that died between the stored request and the prompt', () => {
  async function dieBeforePrompt(): Promise<{ readonly world: World; readonly id: string }> {
    const world = await createFundedWorld(signedRequest, { allowed: true })
    const { handleRequest } = world.wallet
    world.wallet.handleRequest = async () => undefined
    const id = await world.startOrder(signedRequest)
    await world.waitForState(id, 'sign_requested')
    world.wallet.handleRequest = handleRequest
    world.chain.isDown = true
    await world.restart()
    return { world, id }
  }

  test('prompts soon after the chain answers again, and does not wait for an alarm', async () => {
    const { world, id } = await dieBeforePrompt()
    await world.advanceTime(6 * secondMs)
    expect(world.wallet.prompts).toEqual([])
    world.chain.isDown = false
    await world.advanceTime(6 * secondMs)
    expect(world.wallet.prompts).toHaveLength(1)
    expect(await world.waitForEnd(id)).toMatchObject(delivered)
    expect(world.wallet.prompts).toHaveLength(1)
  })

  test('prompts for nothing after the swap was stopped meanwhile', async () => {
    const { world, id } = await dieBeforePrompt()
    await world.run.dispatch(id, { kind: 'stop' })
    world.chain.isDown = false
    await world.advanceTime(60 * secondMs)
    expect(world.wallet.prompts).toEqual([])
  })
})
