import { expect, test } from 'vitest'
import { hourMs } from '../../lib/base/time.ts'
import { signedRequest } from '../harness/actions.ts'
import { createWorld } from '../harness/world.ts'

test('asleep 8 h · P: reads each of many swaps once, four in parallel, without a burst of missed polls', async () => {
  const world = await createWorld()
  world.solver.fate = []
  const count = 12
  for (let made = 0; made < count; made += 1) {
    world.fund(signedRequest)
    world.allowPermit2(signedRequest, BigInt(signedRequest.inputAmount) * BigInt(made + 1))
    await world.waitForState(await world.startOrder(signedRequest), 'pending')
  }
  world.clock.skip(8 * hourMs)
  let requested = 0
  let most = 0
  let underWay = 0
  const slow = <P extends unknown[], T>(read: (...parameters: P) => Promise<T>) => {
    return async (...parameters: P): Promise<T> => {
      requested += 1
      underWay += 1
      most = Math.max(most, underWay)
      await new Promise<void>((resolve) => world.clock.after(500, resolve))
      underWay -= 1
      return read(...parameters)
    }
  }
  const { service } = world.service
  service.status = slow(service.status)
  world.chain.reader.nonceEvidence = slow(world.chain.reader.nonceEvidence)
  await world.restart()
  await world.advanceTime(4_000)
  expect([requested, most]).toEqual([count, 4])
})

test('reads all orders a few times after a wake, not once for each', async () => {
  const world = await createWorld()
  const count = 10
  world.fund({ ...signedRequest, inputAmount: '100000000' })
  world.wallet.behaviours.push(...Array<'reject'>(count).fill('reject'))
  for (let made = 0; made < count; made += 1) {
    await world.waitForState(await world.startOrder(signedRequest), 'needs_user')
  }
  const { listOpen } = world.orders
  let reads = 0
  Object.assign(world.orders, {
    listOpen: () => {
      reads += 1
      return listOpen()
    },
  })
  await world.run.reconcile()
  await world.settle()
  expect(world.alarmMs).not.toBeNull()
  // The wake's own read, one after the first finished task, and one for all others.
  expect(reads).toBeLessThanOrEqual(3)
})
