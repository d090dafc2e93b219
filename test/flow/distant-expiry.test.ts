import { describe, expect, test } from 'vitest'
import { hourMs, minuteMs } from '../../lib/base/time.ts'
import { createFundedWorld, signedRequest, startSwap } from '../harness/actions.ts'

describe('a quote with a long life', () => {
  test('lets the wallet sign after minutes', async () => {
    const world = await createFundedWorld(signedRequest, { allowed: true, behaviours: ['silent'] })
    world.service.quoteLifeSeconds = 86_000
    const id = await world.startOrder(signedRequest)
    await world.advanceTime(5 * minuteMs)
    expect(await world.readOrder(id)).toMatchObject({ state: 'sign_requested', problem: null })
    await world.wallet.decide(world.wallet.prompts[0]?.requestId ?? '', 'yes')
    expect((await world.waitForState(id, 'verified_terminal')).fundsSettled).toBe(true)
    expect(world.wallet.prompts).toHaveLength(1)
  })

  test('ends the wait for the wallet when it expires, and not before', async () => {
    const world = await createFundedWorld(signedRequest, { allowed: true, behaviours: ['silent'] })
    world.service.quoteLifeSeconds = 5 * 3_600
    const id = await world.startOrder(signedRequest)
    await world.advanceTime(5 * hourMs - minuteMs)
    expect((await world.readOrder(id)).state).toBe('sign_requested')
    await world.advanceTime(2 * minuteMs)
    expect(await world.readOrder(id)).toMatchObject({
      state: 'needs_user',
      problem: { code: 'quoteExpired' },
    })
  })

  test('polls immediately when the stored time of the next poll is days ahead', async () => {
    const { world, id } = await startSwap(signedRequest, { allowed: true, fate: [] })
    const order = await world.waitForState(id, 'pending')
    await world.orders.write({ ...order, rev: order.rev + 1, dueMs: world.clock.nowMs() + 48 * hourMs })
    await world.restart()
    await world.advanceTime(minuteMs)
    expect((await world.readOrder(id)).readCount).toBeGreaterThan(order.readCount)
  })
})
