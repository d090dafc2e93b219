import { expect, test } from 'vitest'
import { hourMs, secondMs } from '../../lib/base/time.ts'
import { reviewExit } from '../../lib/order/exits/exit-review.ts'
import { canCancel, canWithdraw } from '../../lib/order/exits/exit-rules.ts'
import { withdrawFromMs } from '../../lib/order/exits/withdraw.ts'
import { createUnexecutedOrder } from '../harness/actions.ts'
import { account, deployment } from '../harness/chains.ts'
import { createOverdueOrder } from '../harness/exits.ts'

test('is polled as often, without a cancellation, when EXTRACTED is reported for a used signature', async () => {
  const { world, id } = await createUnexecutedOrder()
  world.solver.setStatus(world.acceptedRequest(), 2)
  const order = await world.waitForOrder(id, ({ isPermitOver }) => isPermitOver === true)
  expect([order.state, order.statusCode, canCancel(order)]).toEqual(['pending', 2, false])
  const requested = order.serviceCalls.length
  await world.advanceTime(30 * secondMs)
  expect((await world.readOrder(id)).serviceCalls.length - requested).toBeGreaterThanOrEqual(6)
})

test('ends as unused when EXTRACTED is reported for a signature that was never used', async () => {
  const { world, id } = await createUnexecutedOrder()
  world.acceptedRequest().code = 2
  const order = await world.waitForOrder(id, ({ state }) => state !== 'pending')
  expect(order).toMatchObject({ state: 'expired_unused', problem: { money: 'signedUnused' } })
})

test('can still be withdrawn when EXTRACTED is reported for money in the inbox', async () => {
  // No solver took it. After the deadline the inbox lets any account return the money to the person.
  const { world, id } = await createOverdueOrder([1])
  world.acceptedRequest().code = 2
  await world.advanceTime(hourMs)
  const order = await world.readOrder(id)
  expect([order.state, order.statusCode]).toEqual(['pending', 2])
  expect(canWithdraw(order, world.clock.nowMs(), withdrawFromMs(order, deployment))).toBe(true)
  const { simulation } = await reviewExit('withdraw', order, account, world.reviewPorts)
  expect(simulation.kind).toBe('measured')
})
