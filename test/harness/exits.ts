import { minuteMs } from '../../lib/base/time.ts'
import { exitReviews, reviewExit } from '../../lib/order/exits/exit-review.ts'
import type { ExitKind } from '../../lib/order/exits/exit-rules.ts'
import type { Order } from '../../lib/order/order.ts'
import type { StatusCode } from '../../lib/service/status-codes.ts'
import type { Account } from '../../lib/wallet/port.ts'
import { inboxRequest, signedRequest, startSwap } from './actions.ts'
import { account } from './chains.ts'
import type { World } from './world.ts'

/* The person reviews and confirms an exit of an order. */

/** Reviews an exit of an order as it is stored. */
export async function reviewOrderExit(
  world: World,
  kind: ExitKind,
  id: string,
  by: Account | null = account,
) {
  return reviewExit(kind, await world.readOrder(id), by, world.reviewPorts)
}

export async function cancelOrder(world: World, id: string): Promise<void> {
  const review = await reviewOrderExit(world, 'cancel', id)
  const { accountNonce, sinceBlock } = await exitReviews.cancel.read(
    review.reviewKey,
    world.reviewPorts.expiringStore,
  )
  await world.run.dispatch(id, { kind: 'cancel', accountNonce, sinceBlock, wallet: account.wallet })
  await world.settle()
}

/** A request past its deadline that was not executed, so the inbox has funds that can be withdrawn. */
export async function createOverdueOrder(
  fate: readonly StatusCode[] = [5],
  request = inboxRequest,
): Promise<{ readonly world: World; readonly id: string }> {
  const { world, id } = await startSwap(request, { fate: [...fate] })
  await world.waitForOrder(id, (order) => order.statusCode === (fate.at(-1) ?? 0))
  await world.advanceTime(11 * minuteMs)
  return { world, id }
}

export async function withdrawOrder(world: World, id: string): Promise<void> {
  const { accountNonce } = await reviewOrderExit(world, 'withdraw', id)
  await world.run.dispatch(id, { kind: 'withdraw', accountNonce, wallet: account.wallet })
  await world.settle()
}

/** Reviews the revocation of an order's allowance. Returns the event that confirms it. */
export async function reviewRevocation(world: World, id: string) {
  const { reviewKey } = await reviewOrderExit(world, 'revoke', id)
  const { accountNonce } = await exitReviews.revoke.read(reviewKey, world.reviewPorts.expiringStore)
  return { kind: 'revoke', reviewKey, accountNonce, wallet: account.wallet } as const
}

/** A swap that the person stopped after its approval was mined, so that its allowance is left. */
export async function createLeftAllowance(): Promise<{ readonly world: World; readonly id: string }> {
  const { world, id } = await startSwap(signedRequest, { behaviours: ['yes', 'reject'] })
  await world.waitForState(id, 'needs_user')
  await world.run.dispatch(id, { kind: 'stop' })
  return { world, id }
}

export async function revokeAllowance(world: World, id: string): Promise<void> {
  await world.run.dispatch(id, await reviewRevocation(world, id))
  await world.settle()
}

/** Waits until the revocation of an order's allowance is over. */
export const waitForRevocation = (world: World, id: string): Promise<Order> =>
  world.waitForOrder(id, ({ revoking }) => revoking?.state === 'over')
