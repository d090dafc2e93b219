import { formatExactMoney } from '../base/money-text.ts'
import { createText, createVariableText } from '../base/text.ts'
import { refundActions, sortedExits, supportActions } from './describe-actions.ts'
import { wrongDepositText } from './describe-deposit.ts'
import {
  arrivalText,
  canSwapAgain,
  describeProof,
  describeTrouble,
  isStopUnknown,
  type MoneyWords,
  nextStep,
  stoppedPlace,
} from './describe-money.ts'
import { isPaidOutInstead } from './describe-notes.ts'
import { describeState, outcomeTitle } from './describe-state.ts'
import type { DescriptionContext, OrderAction, OrderDescription } from './description.ts'
import { listNamedSends } from './order-facts.ts'
import { type OrderPhase, orderPhase } from './order-state.ts'
import type { OrderView } from './order-view.ts'

/** A swap that is over, or stopping: first the outcome, then the money, then what to do. */
export function describeEnd(
  order: OrderView,
  context: DescriptionContext,
): MoneyWords & Pick<OrderDescription, 'title' | 'proof' | 'actions'> {
  const { phase, label } = describeState(order)
  const exits = sortedExits(order, context)
  const another: OrderAction = order.restored === true ? 'newSwap' : 'repeat'
  const canSwap = canSwapAgain(order, context.nowMs)
  return {
    title: outcomeTitle(order) ?? label,
    ...(phase === 'done'
      ? { money: arrivalText(order, context), body: [], next: describeTrouble(order, context).next }
      : describeOutcome(order, context)),
    proof: ['done', 'failed', 'refunded', 'cancelled'].includes(phase) ? describeProof(order) : null,
    actions: [
      ...exits.first,
      ...(phase === 'done' ? (['done'] as const) : []),
      // Until then the text says to wait, because another swap could pay the same money a second time.
      ...(canSwap ? [another] : []),
      ...helpActions(order, canSwap, context),
      ...exits.rest,
    ],
  }
}

/** None where the money is proven to be safe: every menu leads to support. */
function helpActions(order: OrderView, isSafe: boolean, context: DescriptionContext): readonly OrderAction[] {
  const { phase, isProvenOnChain } = describeState(order)
  const isBack = phase === 'refunded' || isPaidOutInstead(order)
  const isHelped = isBack || ['failed', 'stopping'].includes(phase) || isStopUnknown(order)
  if (!isHelped || (isSafe && isProvenOnChain)) return []
  return isBack ? refundActions(order, context) : supportActions(context)
}

/** Where the money is, and why, for the ends that need no report of the service. */
const endWords: {
  readonly [phase in OrderPhase]?: (order: OrderView) => Pick<MoneyWords, 'money' | 'body'>
} = {
  stopped: (order) => ({
    money: createVariableText(stoppedPlace(order).key, sentFacts(order)),
    body: [createText('stoppedWhy')],
  }),
  unused: (order) => ({ money: createText('unusedMoney', sentFacts(order)), body: [] }),
  cancelled: (order) => ({
    money: createText('cancelledMoney', sentFacts(order)),
    body: [createText('cancelledWhy')],
  }),
  stopping: (order) => ({
    // Until the last signature expires, nothing was taken. A transaction may have been sent.
    money:
      order.liveUntilMs === null
        ? createText('money_unknown')
        : createVariableText('money_signatureLives', sentFacts(order)),
    // Its wallet request may still take effect.
    body: [createText(listNamedSends(order).length > 0 ? 'transactionUnmined' : 'stoppingWhy')],
  }),
}

function describeOutcome(order: OrderView, context: DescriptionContext): MoneyWords {
  const phase = orderPhase(order)
  const own = endWords[phase]?.(order)
  if (own !== undefined && phase === 'stopping') return { ...own, next: nextStep(order, context) ?? null }
  const trouble = describeTrouble(order, context)
  // The title says it already. Other codes say something in addition to the end.
  const what = order.problem?.code === 'swapNotDelivered' ? [] : trouble.body
  if (own !== undefined) return { ...trouble, money: own.money, body: [...what, ...own.body] }
  const wrong = wrongDepositText(order, context.nowMs)
  // The fault of a deposit says more than an amount that was not reported.
  if (wrong !== null && trouble.money?.key.startsWith('refundPlace'))
    return { ...trouble, money: wrong, body: what }
  const unused = order.problem?.money === 'signedUnused' ? [createText('cancelledWhy')] : []
  return { ...trouble, body: [...(wrong === null ? [] : [wrong]), ...what, ...unused] }
}

export function sentFacts({ reviewed }: OrderView): { readonly amount: string } {
  return { amount: formatExactMoney(reviewed.request.inputAmount, reviewed.inputToken) }
}
