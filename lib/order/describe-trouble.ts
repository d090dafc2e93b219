import { describeProblem } from '../base/problem-text.ts'
import type { Text } from '../base/text.ts'
import { nextStep, placeText } from './describe-money.ts'
import { checkActivityFirst, isActivityNoted } from './describe-notes.ts'
import type { DescriptionContext, OrderDescription } from './description.ts'
import type { OrderView } from './order-view.ts'

/** Where the money is, what happened and what to do. */
export type MoneyWords = Pick<OrderDescription, 'body' | 'next'> & { readonly money: Text | null }

/** Says it for an order with a problem. */
export function describeTrouble(order: OrderView, context: DescriptionContext): MoneyWords {
  const { problem } = order
  const { nowMs } = context
  if (problem === null) return { money: null, body: [], next: null }
  const { what, next } = describeProblem(problem, nowMs)
  const isNoted = isActivityNoted(order, nowMs)
  const ownNext = nextStep(order, context)
  return {
    money: placeText(order, problem, context),
    body: isNoted && problem.code === 'walletSilent' ? [] : [what],
    next: isNoted ? null : (checkActivityFirst(order) ?? (ownNext === undefined ? next : ownNext)),
  }
}
