import type { ProblemData } from '../base/problem.ts'
import { asksRevoke } from './allowances.ts'
import type { Step, StepContext } from './event.ts'
import { asksCancel } from './flows/cancel.ts'
import { cancelAnswered, cancelLost, cancelStopped } from './flows/cancel-step.ts'
import { revokeAnswered, revokeLost, revokeStopped } from './flows/revoke-step.ts'
import { asksWithdraw, withdrawAnswered, withdrawStopped } from './flows/withdraw-step.ts'
import type { Order } from './order.ts'

/** Whether the wallet is asked for something beside the swap's own course: it stays in its state meanwhile. */
export function asksBeside(order: Order): boolean {
  return asksWithdraw(order) || asksCancel(order) || asksRevoke(order)
}

/** The wallet answered such a request; null where it was asked for the swap itself. */
export function besideAnswered(order: Order, result: unknown, context: StepContext): Step | null {
  if (asksWithdraw(order)) return withdrawAnswered(order, result, context)
  if (asksCancel(order)) return cancelAnswered(order, result, context)
  return asksRevoke(order) ? revokeAnswered(order, result, context) : null
}

/** The wallet said no to it, or was never reached. */
export function besideRefused(order: Order, problem: ProblemData): Step | null {
  if (asksWithdraw(order)) return withdrawStopped(order, problem)
  if (asksCancel(order)) return cancelStopped(order, problem)
  return asksRevoke(order) ? revokeStopped(order, problem) : null
}

/** Nobody knows whether the wallet sent it, or it is waited for no more. */
export function besideLost(order: Order, problem: ProblemData): Step | null {
  if (asksWithdraw(order)) return withdrawStopped(order, problem)
  if (asksCancel(order)) return cancelLost(order, problem)
  return asksRevoke(order) ? revokeLost(order) : null
}
