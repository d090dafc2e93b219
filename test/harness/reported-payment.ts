import type { Order } from '../../lib/order/order.ts'
import { signedRequest, startSwap } from './actions.ts'
import type { World } from './world.ts'

/** The service reports a payment of its own choice as the end of the one swap. */
export async function reportPayment(world: World, id: string, fields: object): Promise<Order> {
  Object.assign(world.acceptedRequest(), fields)
  await world.waitForState(id, 'reported_terminal', 'verified_terminal')
  await world.advanceTime(180_000)
  return world.readOrder(id)
}

/** The service has taken the input and does not continue. */
export async function createExtractedOrder(
  quoteRequest = signedRequest,
): Promise<{ readonly world: World; readonly id: string }> {
  const { world, id } = await startSwap(quoteRequest, { allowed: true, fate: [1, 2] })
  await world.waitForOrder(id, (order) => order.statusCode === 2)
  return { world, id }
}
