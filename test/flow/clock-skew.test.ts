import { describe, expect, test } from 'vitest'
import { hourMs, minuteMs } from '../../lib/base/time.ts'
import {
  acceptedRequest,
  advanceTime,
  createUnexecutedOrder,
  fund,
  readLeftAllowance,
  readOrder,
  signedRequest,
  startOrder,
  waitForState,
} from '../harness/actions.ts'
import { createWorld } from '../harness/world.ts'

describe('clock skew (±24 h)', () => {
  test.each([-24, -1, 1, 24])('polls the end of a swap within 6 s with a skew of %i h', async (hours) => {
    const { world, id } = await createUnexecutedOrder()
    world.clock.skewMs = hours * hourMs
    await advanceTime(world, minuteMs)
    const request = acceptedRequest(world)
    world.solver.setStatus(request, 2)
    world.solver.setStatus(request, 3)
    await advanceTime(world, 6_000)
    expect((await readOrder(world, id)).statusCode).toBe(3)
  })

  test('keeps a permit alive a day ahead until the chain shows its end', async () => {
    const { world, id } = await createUnexecutedOrder()
    world.clock.skewMs = 24 * hourMs
    await advanceTime(world, 5 * minuteMs)
    expect((await readOrder(world, id)).state).toBe('pending')
    for (const code of [2, 3, 4]) world.solver.setStatus(acceptedRequest(world), code)
    await waitForState(world, id, 'verified_terminal')
  })

  test.each([-24, 24])('notifies of a late swap by its real age with a skew of %i h', async (hours) => {
    const { world, id } = await createUnexecutedOrder()
    world.clock.skewMs = hours * hourMs
    await advanceTime(world, minuteMs)
    expect(world.notices).toEqual([])
    world.clock.skewMs = 0
    await advanceTime(world, 5 * minuteMs)
    expect((await readOrder(world, id)).state).toBe('pending')
    expect(world.notices.map(({ kind }) => kind)).toEqual(['late'])
  })

  test('reads a late approval after a stop by the chain’s time, a day ahead', async () => {
    const world = await createWorld()
    fund(world, signedRequest)
    world.wallet.behaviours.push('silent')
    const id = await startOrder(world, signedRequest)
    const { walletRequest } = await waitForState(world, id, 'approve_requested')
    await world.run.dispatch(id, { kind: 'stop' })
    await advanceTime(world, minuteMs)
    world.clock.skewMs = 25 * hourMs
    await advanceTime(world, 30 * minuteMs)
    await world.wallet.decide(walletRequest?.requestId ?? '', 'deaf')
    await advanceTime(world, 30 * minuteMs)
    expect(await readLeftAllowance(world, id)).toBe(signedRequest.inputAmount)
  })

  test('counts evidence that was dated ahead from the corrected clock', async () => {
    const { world, id } = await createUnexecutedOrder()
    world.service.isIndexing = false
    world.clock.skewMs = 24 * hourMs
    // Also past the permit's end on the chain, so that Ferry reads its nonce as unused one time.
    await advanceTime(world, 11 * minuteMs)
    world.clock.skewMs = 0
    const order = await waitForState(world, id, 'expired_unused')
    expect(order.fundsSettled).toBe(true)
  })

  test.each([-24, 24])(
    'refuses a swap with a skew of %i h at the confirmation, and names the person’s clock',
    async (hours) => {
      const world = await createWorld()
      fund(world, signedRequest)
      world.clock.skewMs = hours * hourMs
      await expect(startOrder(world, signedRequest)).rejects.toMatchObject({
        data: { code: 'ownClockOff', facts: { minutes: '1440' } },
      })
      expect(world.wallet.prompts).toEqual([])
    },
  )

  test.each([-8, 8])(
    'refuses or completes a swap with a skew of %i minutes at the confirmation',
    async (minutes) => {
      const world = await createWorld()
      fund(world, signedRequest)
      world.clock.skewMs = minutes * minuteMs
      const id = await startOrder(world, signedRequest).catch(() => null)
      if (id !== null) await waitForState(world, id, 'verified_terminal')
      expect(world.service.requests.size).toBe(id === null ? 0 : 1)
    },
  )
})
