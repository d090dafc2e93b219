import { isHash, lowerHex } from '../../base/hex.ts'
import { ask, change, type Lost, stay, type Transition, type TransitionContext, withSent } from '../change.ts'
import type { EventOf } from '../event.ts'
import type { Order } from '../order.ts'
import { placeOfWithdrawal, withdrawalUnderWay } from './exit-rules.ts'
import { chainDueMs } from './tracking.ts'

/** The user takes the funds out: the state stays what it is, and the chain tells when they are back. */
export function withdraw(
  order: Order,
  { accountNonce }: EventOf<'withdraw'>,
  context: TransitionContext,
): Transition {
  const isInbox = order.kind === 'native' || order.kind === 'inbox'
  if (!isInbox || order.isInboxEmpty || order.walletRequest !== null) return stay(order)
  // A second one would find the inbox empty and cost its gas for nothing.
  if (withdrawalUnderWay(order) !== null) return stay(order)
  const request = { purpose: 'withdraw', accountNonce, amountUnits: null, dueMs: order.dueMs } as const
  const asked = ask(order, order.state, request, context)
  return { ...asked, order: { ...asked.order, problem: order.problem } }
}

/** The wallet answered the withdrawal; anything but a hash is left to the chain. */
export function withdrawAnswered(
  order: Order,
  { result }: EventOf<'walletAnswered'>,
  context: TransitionContext,
): Transition {
  if (!isHash(result)) return change(order, { walletRequest: null })
  const transactions = withSent(order, 'withdraw', lowerHex(result), { amountUnits: null }, context)
  const sent = { ...order, transactions, walletRequest: null, lookCount: 0 }
  return change(sent, { dueMs: chainDueMs(sent, context.nowMs) })
}

/** The wallet refused it or was lost: the funds are where they were. */
export function withdrawStopped(order: Order, { problem }: Lost): Transition {
  const { money, facts } = placeOfWithdrawal(order)
  return change(order, {
    walletRequest: null,
    problem: { ...problem, money, facts: { ...problem.facts, ...facts } },
  })
}
