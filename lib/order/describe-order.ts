import { describeDuration } from '../base/duration-text.ts'
import { createText, createVariableText, type Text } from '../base/text.ts'
import { secondMs } from '../base/time.ts'
import { lateActions, mainActionOf, sortedExits, stepActions, supportActions } from './describe-actions.ts'
import { describeDeposit } from './describe-deposit.ts'
import { describeEnd, sentFacts } from './describe-end.ts'
import { describeTrouble, isReportedPaid, type MoneyWords, placeOf, toneOf } from './describe-money.ts'
import {
  isApprovalLost,
  isApprovalSlow,
  leaveNotes,
  sharedNotes,
  silenceNotes,
  stalledNotes,
} from './describe-notes.ts'
import { describeMovingMoney, describeProgress, describeStep } from './describe-progress.ts'
import { describeState } from './describe-state.ts'
import { describeWalletRequest } from './describe-wallet-request.ts'
import type { DescriptionContext, OrderAction, OrderDescription } from './description.ts'
import { canStopOrder, silentForMs, walletOf } from './order-facts.ts'
import { isInSet, isOverOrStopping, legOf, orderPhase } from './order-state.ts'
import { timelineOf } from './order-timeline.ts'
import type { OrderView } from './order-view.ts'

type Described = MoneyWords &
  Pick<OrderDescription, 'title' | 'actions'> &
  Partial<Pick<OrderDescription, 'tone' | 'notes' | 'proof' | 'progress'>>

/** Decides everything that the screen of an order says: title, place of the money, next step and actions. */
export function describeOrder(order: OrderView, context: DescriptionContext): OrderDescription {
  const described = describePhase(order, context)
  const { money, notes = [], proof = null, progress = null } = described
  const isHidden = order.putAwayMs !== undefined && !isOverOrStopping(order)
  const actions: readonly OrderAction[] = isHidden ? [...described.actions, 'showAgain'] : described.actions
  return {
    ...describeState(order),
    tone: toneOf(order),
    ...described,
    actions,
    money: { place: placeOf(order), text: money },
    notes: [...notes, ...sharedNotes(order, context)],
    proof,
    progress,
    isCancelInDetails: actions.includes('cancel') && isReportedPaid(order),
    mainAction: mainActionOf(order, { actions, progress }),
  }
}

function describePhase(order: OrderView, context: DescriptionContext): Described {
  switch (orderPhase(order)) {
    case 'wallet':
      if (isApprovalLost(order)) return describeNeed(order, context)
      return { ...describeWalletRequest(order, context), next: null, money: null }
    case 'offer':
      return describeOffer(order)
    case 'needsUser':
    case 'unknown':
      return describeNeed(order, context)
    case 'running':
      return describeRunning(order, context)
    default:
      return describeEnd(order, context)
  }
}

function describeOffer({ offer }: OrderView): Described {
  const needsReview = offer?.needsReview ?? null
  return {
    title: createText('offerTitle'),
    money: null,
    body: [
      createText('offerWhy'),
      ...(needsReview === null
        ? []
        : [createText(needsReview === 'loss' ? 'offerTooLossy' : 'offerOtherTerms')]),
    ],
    next: null,
    // If this offer needs a review, a retry may bring a better one.
    actions: [needsReview === null ? 'accept' : 'retry', 'stop'],
  }
}

/** The person has to decide, or to look into the wallet. */
function describeNeed(order: OrderView, context: DescriptionContext): Described {
  const isUnknown = order.state === 'unknown_outcome'
  const exits = sortedExits(order, context)
  const trouble = describeTrouble(order, context)
  const notes = silenceNotes(order, context.nowMs)
  // What happened is the title when the person has to decide.
  const [what] = orderPhase(order) === 'needsUser' ? trouble.body : []
  const isUnanswered = isUnknown && notes.length > 0 && placeOf(order) === 'unknown'
  const unexplained = notes.length > 0 ? [] : [createText(isUnknown ? 'unknownOutcome' : 'needsUser')]
  return {
    ...trouble,
    title: what ?? describeState(order).label,
    ...(isUnanswered ? { money: createText('money_maybeSent', sentFacts(order)) } : {}),
    body: order.problem === null ? unexplained : what === undefined ? trouble.body : [],
    notes,
    actions:
      order.restored === true && !isUnknown
        ? ['newSwap', 'stop']
        : [
            ...exits.first,
            ...stepActions(order, context.nowMs),
            ...exits.rest,
            ...(isUnknown ? supportActions(context) : []),
          ],
  }
}

/** A phase that needs no answer from the person: between two wallet requests, or after sending. */
function describeRunning(order: OrderView, context: DescriptionContext): Described {
  const { nowMs } = context
  const silentMs = silentForMs(order, nowMs)
  if (silentMs !== null) return describeSilence(order, silentMs, context)
  const trouble = describeTrouble(order, context)
  const exits = sortedExits(order, context)
  const others = [...exits.first, ...exits.rest]
  const steps = canStopOrder(order, nowMs) ? stepActions(order, nowMs) : []
  const support = order.restored === true ? supportActions(context) : []
  if (isInSet(order.state, 'unsigned'))
    return {
      ...trouble,
      ...describeBetween(order, trouble, context),
      actions: [...steps, ...others],
    }
  const leave = leaveNotes(order, context)
  const notices = leave.some(({ texts }) => texts.some(({ key }) => key === 'canClose_off'))
  const actions: readonly OrderAction[] = [
    ...(notices ? (['turnOnNotices'] as const) : []),
    ...steps,
    ...others,
  ]
  if (order.state === 'deposit_awaited') {
    const deposit = order.restored === true ? null : describeDeposit(order, context)
    const isWrong = deposit?.tone === 'warning'
    return {
      ...trouble,
      title: beforeTitle(order, context),
      ...deposit,
      notes: [...(deposit?.notes ?? []), ...(isWrong ? [] : leave)],
      actions: [...(deposit?.actions ?? []), ...actions, ...support],
    }
  }
  const progress = describeProgress(order, context)
  const isLate = progress.time?.kind === 'late'
  const kept = context.willNotify('notifyDone') ? 'late' : 'late_off'
  // What went wrong is the title. The note about the submission says when Ferry tries again.
  const isSubmitting = order.state === 'submitting'
  const [refusal] = isSubmitting ? trouble.body : []
  const moving = isLate && trouble.money === null ? describeMovingMoney(order, context) : trouble
  return {
    ...trouble,
    ...(isLate ? { tone: 'warning' } : {}),
    money: moving.money,
    title: refusal ?? progress.title,
    body: isSubmitting ? [] : moving.body,
    progress,
    next: isSubmitting ? null : (trouble.next ?? (isLate ? createText(kept) : null)),
    notes: [...stalledNotes(order, nowMs), ...leave],
    actions: [
      ...new Set([...(isLate ? lateActions(order, context) : []), ...actions, ...support]),
      // Only the menu leads from money that did not move as expected to another swap.
      ...(isLate || isInSet(order.state, 'blocksRestart') ? [] : (['newSwap'] as const)),
    ],
  }
}

/** Between two wallet requests: another one follows, so the person should not leave. */
function describeBetween(
  order: OrderView,
  { money, body }: Pick<Described, 'money' | 'body'>,
  context: DescriptionContext,
): Pick<Described, 'title' | 'money' | 'body'> {
  if (order.problem === null && isApprovalSlow(order, context.nowMs))
    return {
      title: createText('approvalSlow'),
      money: createText('money_unmoved'),
      body: [createText('approvalSlowNext')],
    }
  const [what] = body
  if (what !== undefined) return { title: what, money, body: [createText('promptTries')] }
  if (order.state === 'approve_sent')
    return { title: beforeTitle(order, context), money, body: [createText('promptAfterBlock')] }
  const named = { wallet: walletOf(order)?.name || undefined }
  return { title: createVariableText('openingTitle', named), money, body: [createText('promptComes')] }
}

function beforeTitle(order: OrderView, context: DescriptionContext): Text {
  const now = timelineOf(order).find((step) => step.state === 'now')
  return now === undefined ? describeState(order).label : describeStep(order, now, context)
}

/** A swap of which nothing was reported for a week: for how long, and where the money is. No estimate is true. */
function describeSilence(order: OrderView, silentMs: number, context: DescriptionContext): Described {
  const exits = sortedExits(order, context)
  return {
    tone: 'warning',
    title: createText('noNewsTitle', { time: describeDuration(silentMs / secondMs) }),
    // Ferry cannot tell whether a signature was used that the service never reported.
    ...(order.kind === 'signed' && legOf(order) === 'sent'
      ? { money: createText('money_unknown'), body: [] }
      : describeMovingMoney(order, context)),
    next: createText(order.putAwayMs === undefined ? 'noNewsNext' : 'wasPutAway'),
    actions: [
      ...exits.first,
      ...supportActions(context),
      ...(canStopOrder(order, context.nowMs) ? (['putAway'] as const) : []),
      ...exits.rest,
    ],
  }
}
