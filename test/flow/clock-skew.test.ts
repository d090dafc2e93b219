import { describe, expect, test } from 'vitest'
import { hourMs, minuteMs } from '../../lib/base/time.ts'
import { createFundedWorld, createUnexecutedOrder, signedRequest, startSwap } from '../harness/actions.ts'

describe('clock skew (±24 h)', () => {
  test.each([-24, -1, 1, 24])('polls the end of a swap within 6 s with a skew of %i h', async (hours) => {
    const { world, id } = await createUnexecutedOrder()
    world.clock.skewMs = hours * hourMs
    await world.advanceTime(minuteMs)
    const request = world.acceptedRequest()
    world.solver.setStatus(request, 2)
    world.solver.setStatus(request, 3)
    await world.advanceTime(6_000)
    expect((await world.readOrder(id)).statusCode).toBe(3)
  })

  test('keeps a permit alive a day ahead until the chain shows its end', async () => {
    const { world, id } = await createUnexecutedOrder()
    world.clock.skewMs = 24 * hourMs
    await world.advanceTime(5 * minuteMs)
    expect((await world.readOrder(id)).state).toBe('pending')
    for (const code of [2, 3, 4]) world.solver.setStatus(world.acceptedRequest(), code)
    await world.waitForState(id, 'verified_terminal')
  })

  test.each([-24, 24])('notifies of a late swap by its real age with a skew of %i h', async (hours) => {
    const { world, id } = await createUnexecutedOrder()
    world.clock.skewMs = hours * hourMs
    await world.advanceTime(minuteMs)
    expect(world.notices).toEqual([])
    world.clock.skewMs = 0
    await world.advanceTime(5 * minuteMs)
    expect((await world.readOrder(id)).state).toBe('pending')
    expect(world.notices.map(({ kind }) => kind)).toEqual(['late'])
  })

  test('reads a late approval after a stop by the chain’s time, a day ahead', async () => {
    const { world, id } = await startSwap(signedRequest, { behaviours: ['silent'] })
    const { walletRequest } = await world.waitForState(id, 'approve_requested')
    await world.run.dispatch(id, { kind: 'stop' })
    await world.advanceTime(minuteMs)
    world.clock.skewMs = 25 * hourMs
    await world.advanceTime(30 * minuteMs)
    await world.wallet.decide(walletRequest?.requestId ?? '', 'deaf')
    await world.advanceTime(30 * minuteMs)
    expect(await world.readLeftAllowance(id)).toBe(signedRequest.inputAmount)
  })

  test('counts evidence that was dated ahead from the corrected clock', async () => {
    const { world, id } = await createUnexecutedOrder()
    world.service.isIndexing = false
    world.clock.skewMs = 24 * hourMs
    // Also past the permit's end on the chain, so that Ferry reads its nonce as unused one time.
    await world.advanceTime(11 * minuteMs)
    world.clock.skewMs = 0
    const order = await world.waitForState(id, 'expired_unused')
    expect(order.fundsSettled).toBe(true)
  })

  test.each([-24, 24])(
    'refuses a swap with a skew of %i h at the confirmation, and names the person’s clock',
    async (hours) => {
      const world = await createFundedWorld(signedRequest)
      world.clock.skewMs = hours * hourMs
      await expect(world.startOrder(signedRequest)).rejects.toMatchObject({
        data: { code: 'ownClockOff', facts: { minutes: '1440' } },
      })
      expect(world.wallet.prompts).toEqual([])
    },
  )

  test.each([-8, 8])(
    'refuses or completes a swap with a skew of %i minutes at the confirmation',
    async (minutes) => {
      const world = await createFundedWorld(signedRequest)
      world.clock.skewMs = minutes * minuteMs
      const id = await world.startOrder(signedRequest).catch(() => null)
      if (id !== null) await world.waitForState(id, 'verified_terminal')
      expect(world.service.requests.size).toBe(id === null ? 0 : 1)
    },
  )
})
