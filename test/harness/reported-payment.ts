import type { Order } from '../../lib/order/order.ts'
import { allow, begin, fund, orderAt, pass, signedAsk, taken, until, untilState } from './actions.ts'
import { createWorld, type World } from './world.ts'

/** A world in which the person can pay for a request. */
export async function started(ask = signedAsk): Promise<World> {
  const world = await createWorld()
  fund(world, ask)
  allow(world, ask)
  return world
}

/** The service reports a payment of its own choice as the end of the one swap. */
export async function claims(world: World, id: string, fields: object): Promise<Order> {
  Object.assign(taken(world), fields)
  await untilState(world, id, 'reported_terminal', 'verified_terminal')
  await pass(world, 180_000)
  return orderAt(world, id)
}

/** The service has taken the input and does not continue. */
export async function extracted(ask = signedAsk): Promise<{ readonly world: World; readonly id: string }> {
  const world = await started(ask)
  world.solver.fate = [1, 2]
  const id = await begin(world, ask)
  await until(world, id, (order) => order.statusCode === 2)
  return { world, id }
}
