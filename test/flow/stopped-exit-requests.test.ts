import { describe, expect, test } from 'vitest'
import { dayMs, minuteMs, secondMs } from '../../lib/base/time.ts'
import { canRevoke } from '../../lib/order/allowances.ts'
import { canCancel } from '../../lib/order/exits/exit-rules.ts'
import { isUnansweredRecent, lastUnansweredMs } from '../../lib/order/order-facts.ts'
import { createUnexecutedOrder } from '../harness/actions.ts'
import {
  cancelOrder,
  createLeftAllowance,
  createOverdueOrder,
  revokeAllowance,
  withdrawOrder,
} from '../harness/exits.ts'
import type { World } from '../harness/world.ts'

interface OpenExit {
  readonly world: World
  readonly id: string
}

async function startCancel(): Promise<OpenExit> {
  const { world, id } = await createUnexecutedOrder()
  world.wallet.behaviours.push('silent')
  await cancelOrder(world, id)
  return { world, id }
}

async function startWithdrawal(): Promise<OpenExit> {
  const { world, id } = await createOverdueOrder()
  world.wallet.behaviours.push('silent')
  await withdrawOrder(world, id)
  return { world, id }
}

async function startRevocation(): Promise<OpenExit> {
  const { world, id } = await createLeftAllowance()
  world.wallet.behaviours.push('silent')
  await revokeAllowance(world, id)
  return { world, id }
}

const exits = [
  ['cancellation', startCancel],
  ['withdrawal', startWithdrawal],
  ['revocation', startRevocation],
] as const

const lastRequestId = ({ world }: OpenExit) => world.wallet.prompts.at(-1)?.requestId ?? ''

describe.each(exits)('a %s that is stopped while its request is open', (_what, begun) => {
  test.each(['stopped', 'lost sight of'] as const)(
    'reports for a day that the wallet may still display the request: %s',
    async (how) => {
      const requested = await begun()
      const { world, id } = requested
      const isOpen = async () =>
        isUnansweredRecent(lastUnansweredMs(await world.readOrder(id)), world.clock.nowMs())
      expect(await isOpen()).toBe(false)
      if (how === 'stopped') await world.run.dispatch(id, { kind: 'stop' })
      else await world.wallet.decide(lastRequestId(requested), 'gone')
      await world.advanceTime(2 * secondMs)
      expect(await world.readOrder(id)).toMatchObject({ walletRequest: null })
      expect(await isOpen()).toBe(true)
      await world.restart()
      expect(world.wallet.prompts.at(-1)?.requestId).toBe(lastRequestId(requested))
      await world.advanceTime(dayMs)
      expect(await isOpen()).toBe(false)
    },
  )
})

describe('a stopped exit', () => {
  test('still counts when its wallet answers late, and can be retried', async () => {
    for (const behaviour of ['yes', 'reject'] as const) {
      const requested = await startCancel()
      const { world, id } = requested
      await world.run.dispatch(id, { kind: 'stop' })
      expect(canCancel(await world.readOrder(id))).toBe(true)
      await world.wallet.decide(lastRequestId(requested), behaviour)
      await world.advanceTime(2 * secondMs)
      expect(isUnansweredRecent(lastUnansweredMs(await world.readOrder(id)), world.clock.nowMs())).toBe(false)
      if (behaviour === 'reject') await cancelOrder(world, id)
      expect(await world.waitForEnd(id)).toMatchObject({ state: 'cancelled_unused' })
    }
  })

  test('is not open again once the later request is answered', async () => {
    const { world, id } = await startRevocation()
    await world.run.dispatch(id, { kind: 'stop' })
    expect(canRevoke(await world.readOrder(id))).toBe(true)
    await world.advanceTime(minuteMs)
    await revokeAllowance(world, id)
    const over = await world.waitForOrder(id, ({ revoking }) => revoking?.leftUnits === '0')
    expect(over.walletRequest).toBeNull()
    expect(await world.readLeftAllowance(id)).toBeNull()
    expect(await world.readLeftAllowance(id)).toBeNull()
  })
})
