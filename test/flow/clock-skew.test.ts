import { describe, expect, test } from 'vitest'
import { hourMs, minuteMs } from '../../lib/base/time.ts'
import { leftAllowance } from '../../lib/order/allowances.ts'
import { begin, fund, orderAt, pass, signedAsk, taken, untakenOrder, untilState } from '../harness/actions.ts'
import { createWorld } from '../harness/world.ts'

describe('clock skew (±24 h)', () => {
  test.each([-24, -1, 1, 24])('polls the end of a swap within 6 s with a skew of %i h', async (hours) => {
    const { world, id } = await untakenOrder()
    world.clock.skewMs = hours * hourMs
    await pass(world, minuteMs)
    const request = taken(world)
    world.solver.set(request, 2)
    world.solver.set(request, 3)
    await pass(world, 6_000)
    expect((await orderAt(world, id)).statusCode).toBe(3)
  })

  test('keeps a permit alive a day ahead until the chain shows its end', async () => {
    const { world, id } = await untakenOrder()
    world.clock.skewMs = 24 * hourMs
    await pass(world, 5 * minuteMs)
    expect((await orderAt(world, id)).state).toBe('pending')
    for (const code of [2, 3, 4]) world.solver.set(taken(world), code)
    await untilState(world, id, 'verified_terminal')
  })

  test.each([-24, 24])('notifies of a late swap by its real age with a skew of %i h', async (hours) => {
    const { world, id } = await untakenOrder()
    world.clock.skewMs = hours * hourMs
    await pass(world, minuteMs)
    expect(world.notices).toEqual([])
    world.clock.skewMs = 0
    await pass(world, 5 * minuteMs)
    expect((await orderAt(world, id)).state).toBe('pending')
    expect(world.notices.map(({ kind }) => kind)).toEqual(['late'])
  })

  test('reads a late approval after a stop by the chain’s time, a day ahead', async () => {
    const world = await createWorld()
    fund(world, signedAsk)
    world.wallet.moods.push('silent')
    const id = await begin(world, signedAsk)
    const { walletRequest } = await untilState(world, id, 'approve_requested')
    await world.run.dispatch(id, { kind: 'abandon' })
    await pass(world, minuteMs)
    world.clock.skewMs = 25 * hourMs
    await pass(world, 30 * minuteMs)
    await world.wallet.decide(walletRequest?.requestId ?? '', 'deaf')
    await pass(world, 30 * minuteMs)
    expect(leftAllowance(await orderAt(world, id))).toBe(signedAsk.inputAmount)
  })

  test('counts evidence that was dated ahead from the corrected clock', async () => {
    const { world, id } = await untakenOrder()
    world.service.isIndexing = false
    world.clock.skewMs = 24 * hourMs
    // Also past the permit's end on the chain, so that Ferry reads its nonce as unused one time.
    await pass(world, 11 * minuteMs)
    world.clock.skewMs = 0
    const order = await untilState(world, id, 'expired_unused')
    expect(order.fundsSettled).toBe(true)
  })

  test.each([-24, 24])(
    'refuses a swap with a skew of %i h at the confirmation, and names the person’s clock',
    async (hours) => {
      const world = await createWorld()
      fund(world, signedAsk)
      world.clock.skewMs = hours * hourMs
      await expect(begin(world, signedAsk)).rejects.toMatchObject({
        data: { code: 'ownClockOff', facts: { minutes: '1440' } },
      })
      expect(world.wallet.prompts).toEqual([])
    },
  )

  test.each([-8, 8])(
    'refuses or completes a swap with a skew of %i minutes at the confirmation',
    async (minutes) => {
      const world = await createWorld()
      fund(world, signedAsk)
      world.clock.skewMs = minutes * minuteMs
      const id = await begin(world, signedAsk).catch(() => null)
      if (id !== null) await untilState(world, id, 'verified_terminal')
      expect(world.service.requests.size).toBe(id === null ? 0 : 1)
    },
  )
})
