import { minuteMs } from '../../lib/base/time.ts'
import { reviewExit } from '../../lib/order/exits/review.ts'
import type { StatusCode } from '../../lib/service/status-codes.ts'
import { account, advanceTime, fund, inboxRequest, readOrder, startOrder, waitForOrder } from './actions.ts'
import { createWorld, type World } from './world.ts'

/** An inbox request past its deadline that was not executed, so its funds can be withdrawn. */
export async function createOverdueOrder(
  fate: readonly StatusCode[] = [5],
): Promise<{ readonly world: World; readonly id: string }> {
  const world = await createWorld()
  fund(world, inboxRequest)
  world.solver.fate = [...fate]
  const id = await startOrder(world, inboxRequest)
  await waitForOrder(world, id, (order) => order.statusCode === (fate.at(-1) ?? 0))
  await advanceTime(world, 11 * minuteMs)
  return { world, id }
}

export async function withdrawOrder(world: World, id: string): Promise<void> {
  const { accountNonce } = await reviewExit(
    'withdraw',
    await readOrder(world, id),
    account,
    world.reviewPorts,
  )
  await world.run.dispatch(id, { kind: 'withdraw', accountNonce, wallet: account.wallet })
  await world.settle()
}
