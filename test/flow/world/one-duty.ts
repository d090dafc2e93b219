import type { Duty } from '../../../lib/order/duty.ts'
import type { Order } from '../../../lib/order/order.ts'
import { perform } from '../../../lib/order/perform.ts'
import type { ReviewChoice } from '../../../lib/review/review.ts'
import type { QuoteRequest } from '../../../lib/service/quote-request.ts'
import { account, allow, begin, fund, orderAt } from './drive.ts'
import { createWorld, type World } from './world.ts'

/** An order whose wallet is silent, and the world it is in. */
export async function waiting(
  ask: QuoteRequest,
  choice?: ReviewChoice,
): Promise<{ world: World; order: Order }> {
  const world = await createWorld('memory')
  fund(world, ask)
  allow(world, ask)
  world.wallet.moods.push('silent', 'silent', 'silent')
  const by = choice?.pay === 'elsewhere' ? null : account
  const id = await begin(world, ask, by, choice)
  return { world, order: await orderAt(world, id) }
}

/** What a duty of an order gives in its world. */
export const does = (world: World, duty: Duty, order: Order, watched = false) =>
  perform(duty, order, world.reviewPorts, watched)
