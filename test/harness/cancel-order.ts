import { exitReviews, reviewExit } from '../../lib/order/exits/review.ts'
import { account } from './chains.ts'
import type { World } from './world.ts'

export async function cancelOrder(world: World, id: string): Promise<void> {
  const review = await reviewExit('cancel', await world.readOrder(id), account, world.reviewPorts)
  const { accountNonce, sinceBlock } = await exitReviews.cancel.read(review.reviewKey, world.reviewPorts.kept)
  await world.run.dispatch(id, { kind: 'cancel', accountNonce, sinceBlock, wallet: account.wallet })
  await world.settle()
}
