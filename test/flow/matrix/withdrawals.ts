import { expect } from 'vitest'
import { hourMs } from '../../../lib/base/time.ts'
import { createOverdueOrder, withdrawOrder } from '../../harness/exits.ts'
import { cell } from './fault-matrix.ts'

export const withdrawalCells = [
  cell(
    'withdrawal lost',
    'P',
    'reports a failed withdrawal while the service is silent, and a retry pays',
    async () => {
      const { world, id } = await createOverdueOrder([])
      world.chain.fates.push('fail')
      await withdrawOrder(world, id)
      const reported = await world.waitForOrder(id, ({ problem }) => problem?.code === 'withdrawNotSent')
      expect(reported).toMatchObject({ state: 'pending', problem: { money: 'atOrigin' } })
      await withdrawOrder(world, id)
      expect(await world.waitForEnd(id)).toMatchObject({
        state: 'verified_terminal',
        statusCode: 7,
        problem: { code: 'swapNotDelivered', money: 'refunded' },
      })
    },
  ),

  cell(
    'withdrawal lost',
    'N',
    'reports a withdrawal whose nonce another transaction used, retries only for the person, and then pays',
    async () => {
      const { world, id } = await createOverdueOrder()
      world.chain.fates.push('cancel')
      await withdrawOrder(world, id)
      await world.waitForOrder(id, ({ problem }) => problem?.code === 'withdrawNotSent')
      const requested = world.wallet.prompts.length
      await world.advanceTime(hourMs)
      expect(world.wallet.prompts).toHaveLength(requested)
      await withdrawOrder(world, id)
      expect(await world.waitForEnd(id)).toMatchObject({
        state: 'verified_terminal',
        statusCode: 7,
      })
    },
  ),
]
