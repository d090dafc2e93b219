import { minuteMs } from '../../lib/base/time.ts'
import { reviewWithdraw } from '../../lib/order/flows/exit-reviews.ts'
import type { StatusCode } from '../../lib/service/status-codes.ts'
import { account, begin, fund, inboxAsk, orderAt, pass, until } from './actions.ts'
import { createWorld, type World } from './world.ts'

/** An inbox request past its deadline that was not executed, so its funds can be withdrawn. */
export async function overdueOrder(
  fate: readonly StatusCode[] = [5],
): Promise<{ readonly world: World; readonly id: string }> {
  const world = await createWorld()
  fund(world, inboxAsk)
  world.solver.fate = [...fate]
  const id = await begin(world, inboxAsk)
  await until(world, id, (order) => order.statusCode === (fate.at(-1) ?? 0))
  await pass(world, 11 * minuteMs)
  return { world, id }
}

/** Reviews and confirms a withdrawal, as a view does. */
export async function withdrawOrder(world: World, id: string): Promise<void> {
  const { accountNonce } = await reviewWithdraw(await orderAt(world, id), account, world.reviewPorts)
  await world.run.dispatch(id, { kind: 'withdraw', accountNonce, wallet: account.wallet })
  await world.settle()
}
