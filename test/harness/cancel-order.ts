import { cancelReviews, reviewCancel } from '../../lib/order/flows/exit-reviews.ts'
import { account, readOrder } from './actions.ts'
import type { World } from './world.ts'

export async function cancelOrder(world: World, id: string): Promise<void> {
  const review = await reviewCancel(await readOrder(world, id), account, world.reviewPorts)
  const { accountNonce, sinceBlock } = await cancelReviews.read(review.reviewKey, world.reviewPorts.kept)
  await world.run.dispatch(id, { kind: 'cancel', accountNonce, sinceBlock, wallet: account.wallet })
  await world.settle()
}
