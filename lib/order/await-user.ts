import type { ProblemData } from '../base/problem.ts'
import type { FundsLocation, ProblemCode } from '../base/problem-code.ts'
import { minuteMs } from '../base/time.ts'
import { mark, move } from './change.ts'
import type { Order } from './order.ts'
import type { Transition, TransitionContext } from './transition.ts'

/** How long an order that waits for the user is kept open before it is put away as never begun. */
export const lapseMs = 10 * minuteMs

/** Returns a problem that only a code is needed for. */
export function plainProblem(code: ProblemCode, money: FundsLocation = 'nothingSent'): ProblemData {
  return { code, money, facts: {}, serverRequestId: null, retryAfterMs: null }
}

/**
 * The order stops until the user decides; nothing that could move money is open. Left alone it is put away after
 * ten minutes, as the quote has long died.
 */
export function awaitUser(order: Order, problem: ProblemData, context: TransitionContext): Transition {
  return move(order, 'needs_user', context.nowMs + lapseMs, { problem, walletRequest: null })
}

/** The order is over before anything was signed or sent. */
export function abandon(order: Order, context: TransitionContext): Transition {
  return move(order, 'abandoned_unsigned', null, {
    problem: order.problem,
    walletRequest: null,
    offer: null,
    signature: null,
    submitBody: null,
    moneyAccounted: true,
    timeline: mark(order, 'stopped', context.nowMs),
  })
}
