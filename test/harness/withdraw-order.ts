import { minuteMs } from '../../lib/base/time.ts'
import { reviewExit } from '../../lib/order/exits/review.ts'
import type { StatusCode } from '../../lib/service/status-codes.ts'
import { inboxRequest, startSwap } from './actions.ts'
import { account } from './chains.ts'
import type { World } from './world.ts'

/** An inbox request past its deadline that was not executed, so its funds can be withdrawn. */
export async function createOverdueOrder(
  fate: readonly StatusCode[] = [5],
): Promise<{ readonly world: World; readonly id: string }> {
  const { world, id } = await startSwap(inboxRequest, { fate: [...fate] })
  await world.waitForOrder(id, (order) => order.statusCode === (fate.at(-1) ?? 0))
  await world.advanceTime(11 * minuteMs)
  return { world, id }
}

export async function withdrawOrder(world: World, id: string): Promise<void> {
  const { accountNonce } = await reviewExit('withdraw', await world.readOrder(id), account, world.reviewPorts)
  await world.run.dispatch(id, { kind: 'withdraw', accountNonce, wallet: account.wallet })
  await world.settle()
}
