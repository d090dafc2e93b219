import { expect } from 'vitest'
import { hourMs } from '../../../lib/base/time.ts'
import { isAtRest, pass, until } from '../../harness/actions.ts'
import { overdueOrder, withdrawOrder } from '../../harness/withdraw-order.ts'
import { cell } from './fault-matrix.ts'

export const withdrawalCells = [
  cell(
    'withdrawal lost',
    'P',
    'reports a failed withdrawal while the service is silent, and a retry pays',
    async () => {
      const { world, id } = await overdueOrder([])
      world.chain.fates.push('fail')
      await withdrawOrder(world, id)
      const told = await until(world, id, ({ problem }) => problem?.code === 'withdrawNotSent')
      expect(told).toMatchObject({ state: 'pending', problem: { money: 'atOrigin' } })
      await withdrawOrder(world, id)
      expect(await until(world, id, isAtRest)).toMatchObject({
        state: 'verified_terminal',
        statusCode: 7,
        problem: { code: 'swapRefunded', money: 'refunded' },
      })
    },
  ),

  cell(
    'withdrawal lost',
    'N',
    'reports a withdrawal whose nonce another transaction used, retries only for the person, and then pays',
    async () => {
      const { world, id } = await overdueOrder()
      world.chain.fates.push('cancel')
      await withdrawOrder(world, id)
      await until(world, id, ({ problem }) => problem?.code === 'withdrawNotSent')
      const asked = world.wallet.prompts.length
      await pass(world, hourMs)
      expect(world.wallet.prompts).toHaveLength(asked)
      await withdrawOrder(world, id)
      expect(await until(world, id, isAtRest)).toMatchObject({ state: 'verified_terminal', statusCode: 7 })
    },
  ),
]
