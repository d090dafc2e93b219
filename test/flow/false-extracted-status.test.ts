import { expect, test } from 'vitest'
import { hourMs, secondMs } from '../../lib/base/time.ts'
import { reviewWithdraw, withdrawFromMs } from '../../lib/order/flows/exit-reviews.ts'
import { mayCancel, mayWithdraw } from '../../lib/order/flows/exit-rules.ts'
import { account, orderAt, pass, taken, untakenOrder, until } from '../harness/actions.ts'
import { deployment } from '../harness/chains.ts'
import { overdueOrder } from '../harness/withdraw-order.ts'

test('can still be cancelled when the service reports EXTRACTED for an unused signature', async () => {
  const { world, id } = await untakenOrder()
  taken(world).code = 2
  await pass(world, 30 * secondMs)
  expect(mayCancel(await orderAt(world, id))).toBe(true)
})

test('is polled as often, without a cancellation, when EXTRACTED is reported for a used signature', async () => {
  const { world, id } = await untakenOrder()
  world.solver.set(taken(world), 2)
  const order = await until(world, id, ({ isPermitOver }) => isPermitOver === true)
  expect([order.state, order.statusCode, mayCancel(order)]).toEqual(['pending', 2, false])
  const asked = order.serviceCalls.length
  await pass(world, 30 * secondMs)
  expect((await orderAt(world, id)).serviceCalls.length - asked).toBeGreaterThanOrEqual(6)
})

test('ends as unused when EXTRACTED is reported for a signature that was never used', async () => {
  const { world, id } = await untakenOrder()
  taken(world).code = 2
  const order = await until(world, id, ({ state }) => state !== 'pending')
  expect(order).toMatchObject({ state: 'expired_unused', problem: { money: 'signedUnused' } })
})

test('can still be withdrawn when EXTRACTED is reported for money in the inbox', async () => {
  // No solver took it. After the deadline the inbox lets any account return the money to the person.
  const { world, id } = await overdueOrder([1])
  taken(world).code = 2
  await pass(world, hourMs)
  const order = await orderAt(world, id)
  expect([order.state, order.statusCode]).toEqual(['pending', 2])
  expect(mayWithdraw(order, world.clock.nowMs(), withdrawFromMs(order, deployment))).toBe(true)
  const { simulation } = await reviewWithdraw(order, account, world.reviewPorts)
  expect(simulation.kind).toBe('measured')
})
