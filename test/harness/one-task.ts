import { watchCancel } from '../../lib/order/exits/cancel.ts'
import { watchRevoke } from '../../lib/order/exits/revoke.ts'
import { watchWithdraw } from '../../lib/order/exits/withdraw.ts'
import { prepareApproval, watchApproval } from '../../lib/order/flows/approval.ts'
import { watchDeposit } from '../../lib/order/flows/deposit.ts'
import { watchTransaction } from '../../lib/order/flows/mining.ts'
import { verify } from '../../lib/order/flows/proof.ts'
import { poll } from '../../lib/order/flows/schedule.ts'
import { findTransaction, prepareSend } from '../../lib/order/flows/sending.ts'
import { prepareSign } from '../../lib/order/flows/signature.ts'
import type { Order } from '../../lib/order/order.ts'
import type { ReviewChoice } from '../../lib/review/review.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { createFundedWorld } from './actions.ts'
import { account } from './chains.ts'
import type { World } from './world.ts'

/** An order whose wallet is silent, with its world. */
export async function createWaitingOrder(
  request: QuoteRequest,
  choice?: ReviewChoice,
): Promise<{ world: World; order: Order }> {
  const world = await createFundedWorld(request, {
    allowed: true,
    behaviours: ['silent', 'silent', 'silent'],
  })
  const by = choice?.pay === 'elsewhere' ? null : account
  const id = await world.startOrder(request, by, choice)
  return { world, order: await world.readOrder(id) }
}

const tasks = {
  findTransaction,
  poll,
  prepareApproval,
  prepareSend,
  prepareSign,
  verify,
  watchApproval,
  watchCancel,
  watchDeposit,
  watchRevoke,
  watchTransaction,
  watchWithdraw,
} as const

export type TaskName = keyof typeof tasks

export const runTask = (world: World, task: TaskName, order: Order, hasView = false) =>
  tasks[task].run(order, { ...world.reviewPorts, hasView: () => hasView })
