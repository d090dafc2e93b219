import { isHash, lowerHex } from '../../base/hex.ts'
import type { ProblemData } from '../../base/problem.ts'
import { ask, change, stay, withSent } from '../change.ts'
import { placeFacts } from '../ending.ts'
import type { Step, StepContext } from '../event.ts'
import type { Order } from '../order.ts'
import { chainDueMs } from './tracking.ts'

/** Whether the wallet is being asked to take a failed request's funds out of the inbox. */
export function asksWithdraw(order: Order): boolean {
  return order.walletRequest?.purpose === 'withdraw'
}

/** The person takes the funds out: the state stays what it is, and the chain tells when they are back. */
export function withdraw(order: Order, accountNonce: number, context: StepContext): Step {
  const isInbox = order.kind === 'native' || order.kind === 'inbox'
  const waits = ['pending', 'unknown_outcome', 'reported_terminal'].includes(order.state)
  if (!isInbox || !waits || order.isInboxEmpty || order.walletRequest !== null) return stay(order)
  const request = { purpose: 'withdraw', accountNonce, amountUnits: null, dueMs: order.dueMs } as const
  const asked = ask(order, order.state, request, context)
  return { ...asked, order: { ...asked.order, problem: order.problem } }
}

/** The wallet answered the withdrawal; anything but a hash is left to the chain. */
export function withdrawAnswered(order: Order, result: unknown, context: StepContext): Step {
  if (!isHash(result)) return change(order, { walletRequest: null })
  const transactions = withSent(order, 'withdraw', lowerHex(result), { amountUnits: null }, context)
  const sent = { ...order, transactions, walletRequest: null, lookCount: 0 }
  return change(sent, { dueMs: chainDueMs(sent, context.nowMs) })
}

/** The wallet refused it or was lost: the funds are where they were. */
export function withdrawStopped(order: Order, problem: ProblemData): Step {
  return change(order, {
    walletRequest: null,
    problem: {
      ...problem,
      money: order.problem?.money ?? 'atOrigin',
      facts: { ...problem.facts, ...placeFacts(order) },
    },
  })
}
