import { expect, test } from 'vitest'
import { hourMs, secondMs } from '../../lib/base/time.ts'
import { reviewWithdraw, withdrawFromMs } from '../../lib/order/flows/exit-reviews.ts'
import { mayCancel, mayWithdraw } from '../../lib/order/flows/exit-rules.ts'
import { account, orderAt, pass, taken, untakenOrder, until } from '../harness/actions.ts'
import { deployment } from '../harness/chains.ts'
import { overdueOrder } from '../harness/withdrawing.ts'

test('a service that says EXTRACTED of an unused signature does not take the cancellation away', async () => {
  const { world, id } = await untakenOrder()
  taken(world).code = 2
  await pass(world, 30 * secondMs)
  expect(mayCancel(await orderAt(world, id))).toBe(true)
})

test('one that says so of a signature that was used is asked on as often, with nothing left to cancel', async () => {
  const { world, id } = await untakenOrder()
  world.solver.set(taken(world), 2)
  const order = await until(world, id, ({ isPermitOver }) => isPermitOver === true)
  expect([order.state, order.statusCode, mayCancel(order)]).toEqual(['pending', 2, false])
  const asked = order.serviceCalls.length
  await pass(world, 30 * secondMs)
  expect((await orderAt(world, id)).serviceCalls.length - asked).toBeGreaterThanOrEqual(6)
})

test('one that says so of a signature that was never used, and then nothing, is found out', async () => {
  const { world, id } = await untakenOrder()
  taken(world).code = 2
  const order = await until(world, id, ({ state }) => state !== 'pending')
  expect(order).toMatchObject({ state: 'expired_unused', problem: { money: 'signedUnused' } })
})

test('one that says so of money that lies in the inbox does not take the way out away', async () => {
  // No solver ever came; its deadline is past, and by the inbox's own rule anybody may take the money out for the person.
  const { world, id } = await overdueOrder([1])
  taken(world).code = 2
  await pass(world, hourMs)
  const order = await orderAt(world, id)
  expect([order.state, order.statusCode]).toEqual(['pending', 2])
  expect(mayWithdraw(order, world.clock.nowMs(), withdrawFromMs(order, deployment))).toBe(true)
  const { simulation } = await reviewWithdraw(order, account, world.reviewPorts)
  expect(simulation.kind).toBe('measured')
})
