import { describeProblem } from '../base/problem-text.ts'
import type { Text } from '../base/text.ts'
import { nextStep, placeText } from './describe-money.ts'
import { checkActivityFirst, isActivityNoted } from './describe-notes.ts'
import type { DescriptionContext, OrderDescription, StateDescription } from './description.ts'
import type { OrderView } from './order-view.ts'

/** Where the money is, what happened and what to do. */
export type MoneyWords = Pick<OrderDescription, 'body' | 'next'> & { readonly money: Text | null }

/** Says it for an order with a problem. */
export function describeTrouble(
  order: OrderView,
  state: StateDescription,
  nowMs: number,
  context: DescriptionContext,
): MoneyWords {
  const { problem } = order
  if (problem === null) return { money: null, body: [], next: null }
  const { what, next } = describeProblem(problem, nowMs)
  const isNoted = isActivityNoted(order, nowMs)
  const ownNext = nextStep(order, state, nowMs, context)
  return {
    money: placeText(order, problem, nowMs, context),
    body: isNoted && problem.code === 'walletSilent' ? [] : [what],
    next: isNoted ? null : (checkActivityFirst(order) ?? (ownNext === undefined ? next : ownNext)),
  }
}
