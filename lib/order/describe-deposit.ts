import { formatExactMoney } from '../base/money-text.ts'
import { createText, type Text } from '../base/text.ts'
import { momentText } from '../base/time-text.ts'
import { refundActions } from './describe-actions.ts'
import { note } from './describe-notes.ts'
import type { DescriptionContext, OrderDescription } from './description.ts'
import { type DepositPhase, depositPhase, lateDepositWatchMs } from './order-facts.ts'
import type { OrderView } from './order-view.ts'

/** Null for an order without a deposit address. */
export function depositPhaseOf({ deposit, depositObserved }: OrderView, nowMs: number): DepositPhase | null {
  if (deposit === null) return null
  return depositPhase(deposit.amount, deposit.expiresMs, depositObserved ?? null, nowMs)
}

const wrongPhases = ['wrongToken', 'wrongAmount', 'late'] as const

/** Says how a deposit differs from the one that was awaited. Null if it does not. */
export function wrongDepositText(order: OrderView, nowMs: number): Text | null {
  const { deposit, depositObserved } = order
  const seenPhase = depositPhaseOf(order, nowMs)
  const phase = wrongPhases.find((one) => one === seenPhase)
  if (deposit === null || depositObserved === undefined || phase === undefined) return null
  const { token, amount } = deposit
  return createText(`depositReason_${phase}`, {
    seen: formatExactMoney(depositObserved.units, token),
    amount: formatExactMoney(amount, token),
    symbol: token.symbol,
  })
}

type DepositDescription = Pick<OrderDescription, 'title' | 'body' | 'notes' | 'actions'> &
  Partial<Pick<OrderDescription, 'tone'>> & { readonly money: Text | null }

/** The address to pay to, or a text for a wrong, late or unseen deposit. */
export function describeDeposit(order: OrderView, context: DescriptionContext): DepositDescription | null {
  const { deposit, depositObserved } = order
  const { nowMs } = context
  const phase = depositPhaseOf(order, nowMs)
  if (deposit === null || phase === null) return null
  const { token, amount, chainId, expiresMs } = deposit
  const facts = { amount: formatExactMoney(amount, token), chain: context.chainName(chainId) }
  const isUnread = !context.isChainRead(chainId)
  const isSent = phase === 'awaited' && context.isDepositSent
  const closing = { time: momentText(expiresMs + lateDepositWatchMs, nowMs) }
  const wrong = wrongDepositText(order, nowMs)
  return {
    ...(wrong === null ? {} : { tone: 'warning' }),
    title: depositTitle(phase, isSent, facts),
    money: wrong,
    body: [
      isSent ? createText(isUnread ? 'deposit_sentUnread' : 'deposit_sent', facts) : nextOf(phase, facts),
    ],
    notes: [
      ...(depositObserved?.isReported === true ? [note('deposit-reported', createText('reported'))] : []),
      ...(!isUnread && (phase === 'awaited' || phase === 'notSeen')
        ? [note('deposit-closes', createText('depositCloses', closing))]
        : []),
    ],
    actions: actionsOf(order, phase, isSent, context),
  }
}

function actionsOf(
  order: OrderView,
  phase: DepositPhase,
  isSent: boolean,
  context: DescriptionContext,
): DepositDescription['actions'] {
  if (phase === 'awaited') return [isSent ? 'depositShow' : 'depositSent']
  if (phase === 'seen') return ['newSwap']
  return phase === 'notSeen' ? [] : refundActions(order, context)
}

interface Facts {
  readonly amount: string
  readonly chain: string
}

function depositTitle(phase: DepositPhase, isSent: boolean, facts: Facts): Text {
  if (phase !== 'awaited') return createText(`depositTitle_${phase}`)
  return isSent ? createText('depositTitle_sent', facts) : createText('depositStepTitle', facts)
}

function nextOf(phase: DepositPhase, facts: Facts): Text {
  if (phase === 'late' || phase === 'wrongAmount') return createText(`depositBack_${phase}`)
  return phase === 'wrongToken' ? createText('depositBack') : createText(`deposit_${phase}`, facts)
}
