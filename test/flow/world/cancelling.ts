import { heldCancel, reviewCancel } from '../../../lib/flow/cancel.ts'
import { account, allow, begin, fund, orderAt, signedAsk, untilState } from './drive.ts'
import { createWorld, type World } from './world.ts'

/** A signed swap that the service has taken and no solver takes up. */
export async function untakenOrder(): Promise<{ readonly world: World; readonly id: string }> {
  const world = await createWorld()
  fund(world, signedAsk)
  allow(world, signedAsk)
  world.solver.fate = []
  const id = await begin(world, signedAsk)
  await untilState(world, id, 'pending')
  return { world, id }
}

/** Review and confirmation of a cancellation, as a view would have them. */
export async function cancelOrder(world: World, id: string): Promise<void> {
  const review = await reviewCancel(await orderAt(world, id), account, world.reviewPorts)
  const { accountNonce, sinceBlock } = await heldCancel(review.reviewKey, world.reviewPorts)
  await world.run.happen(id, { kind: 'cancel', accountNonce, sinceBlock })
  await world.settle()
}
