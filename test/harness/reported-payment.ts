import type { Order } from '../../lib/order/order.ts'
import {
  acceptedRequest,
  advanceTime,
  allowPermit2,
  fund,
  readOrder,
  signedRequest,
  startOrder,
  waitForOrder,
  waitForState,
} from './actions.ts'
import { createWorld, type World } from './world.ts'

export async function createFundedWorld(request = signedRequest): Promise<World> {
  const world = await createWorld()
  fund(world, request)
  allowPermit2(world, request)
  return world
}

/** The service reports a payment of its own choice as the end of the one swap. */
export async function reportPayment(world: World, id: string, fields: object): Promise<Order> {
  Object.assign(acceptedRequest(world), fields)
  await waitForState(world, id, 'reported_terminal', 'verified_terminal')
  await advanceTime(world, 180_000)
  return readOrder(world, id)
}

/** The service has taken the input and does not continue. */
export async function createExtractedOrder(
  quoteRequest = signedRequest,
): Promise<{ readonly world: World; readonly id: string }> {
  const world = await createFundedWorld(quoteRequest)
  world.solver.fate = [1, 2]
  const id = await startOrder(world, quoteRequest)
  await waitForOrder(world, id, (order) => order.statusCode === 2)
  return { world, id }
}
