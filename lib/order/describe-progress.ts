import { describeDuration } from '../base/duration-text.ts'
import { formatExactMoney } from '../base/money-text.ts'
import { createText, createVariableText, type Text } from '../base/text.ts'
import type { DescriptionContext, ProgressDescription } from './description.ts'
import { canStopOrder, isRefundChainUnknown, paidUnits, refundChainOf } from './order-facts.ts'
import { statusReportedBy } from './order-state.ts'
import {
  computePercent,
  type Leg,
  progressOf,
  type StepName,
  type SwapProgress,
  type TimelineStep,
  timeEstimateOf,
} from './order-timeline.ts'
import type { OrderView } from './order-view.ts'

/** Describes a running swap. Its title names the active leg. That of a late swap says for how long it runs. */
export function describeProgress(order: OrderView, context: DescriptionContext): ProgressDescription {
  const progress = progressOf(order)
  const time = describeTime(order, context)
  return {
    title: time?.kind === 'late' ? time.text : titleOf(order, progress, context),
    legs: progress.legs.map((leg) => ({ ...leg, text: legText(order, leg) })),
    percent: computePercent(order, context.nowMs, context.usualSeconds),
    time,
  }
}

function isSameNetwork({ reviewed: { request } }: OrderView): boolean {
  return request.originChainId === request.destinationChainId
}

/** A leg that is over is in the past tense. */
function legText(order: OrderView, { name, state }: Leg): Text {
  const leg = name === 'crossing' && isSameNetwork(order) ? 'swapping' : name
  return createText(state === 'done' || state === 'reported' ? `leg_${leg}_done` : `leg_${leg}`)
}

function titleOf(order: OrderView, { leg, now }: SwapProgress, context: DescriptionContext): Text {
  if (leg === 'crossing' || now === null)
    return describeStep(order, { name: 'fulfilled', state: 'now' }, context)
  if (order.state === 'signed' || order.state === 'submitting') return createText('submittingTitle')
  return describeStep(order, { name: now, state: 'now' }, context)
}

/** No time while a transaction is in no block, or a swap is not accepted: a note says what Ferry waits for. */
function describeTime(
  order: OrderView,
  { nowMs, usualSeconds }: DescriptionContext,
): ProgressDescription['time'] {
  const isHeld = canStopOrder(order, nowMs) || (order.state === 'submitting' && order.problem !== null)
  const estimate = isHeld ? null : timeEstimateOf(order, usualSeconds, nowMs)
  if (estimate === null) return null
  const { kind } = estimate
  const time = describeDuration(estimate.seconds)
  const expected = usualSeconds ?? order.reviewed.estimatedSeconds
  if (kind === 'late' && expected !== null) {
    const facts = { time, expected: describeDuration(expected) }
    // "Usual" is from this person's own swaps. The service's estimate is only "expected".
    return { kind, text: createText(usualSeconds === null ? 'timeLate_estimate' : 'timeLate', facts) }
  }
  const keys = {
    left: 'timeLeft',
    usually: 'timeUsually',
    estimate: 'timeEstimate',
    elapsed: 'timeElapsed',
    late: 'timeElapsed',
  } as const
  return { kind, text: createText(keys[kind], { time }) }
}

/** Where the money of a swap is that takes too long: in a few words, and what it has not reached. */
export function describeMovingMoney(
  order: OrderView,
  { chainName }: DescriptionContext,
): { readonly money: Text; readonly body: readonly Text[] } {
  const { kind, reviewed, depositObserved } = order
  const only = (money: Text) => ({ money, body: [] })
  if (depositObserved?.token !== undefined) return only(createText('money_unknown'))
  if (order.state === 'deposit_awaited' && depositObserved === undefined)
    return only(createText('money_depositNotObserved'))
  const { inputToken, outputToken } = reviewed
  const facts = {
    amount: formatExactMoney(paidUnits(order), inputToken),
    chain: chainName(inputToken.chainId),
    destination: chainName(outputToken.chainId),
  }
  const { leg, legs, now } = progressOf(order)
  if (leg === 'sent') {
    if (now === 'mined' || now === 'sent') return only(createText('late_unconfirmed', facts))
    return only(
      kind === 'signed' ? createText('late_notTaken', facts) : createVariableText('money_atOrigin', facts),
    )
  }
  if (isSameNetwork(order)) return only(createText('late_swapping', facts))
  const isReported = legs.some(({ name, state }) => name === 'sent' && state === 'reported')
  return {
    money: createText(isReported ? 'late_crossing_reported' : 'late_crossing', facts),
    body: [createText('lateWhy_crossing', facts)],
  }
}

/** Describes a step of the timeline. An end that only the service reports is worded as reported. */
export function describeStep(
  order: OrderView,
  { name, state }: Pick<TimelineStep, 'name' | 'state'>,
  { chainName }: Pick<DescriptionContext, 'chainName'>,
): Text {
  const { inputToken, outputToken, request } = order.reviewed
  const facts = {
    origin: chainName(inputToken.chainId),
    destination: chainName(outputToken.chainId),
    chain: chainName(refundChainOf(order)),
    amount: formatExactMoney(request.inputAmount, inputToken),
  }
  if (state === 'reported' && name === 'fulfilled' && statusReportedBy(order) === 'ferry') {
    return createText('step_fulfilled_unshown', facts)
  }
  if (state === 'reported' && name === 'refunded' && isRefundChainUnknown(order))
    return createText('step_refunded_unplaced')
  if (state === 'reported' && isReportable(name)) return createText(`step_${name}_reported`, facts)
  if (state === 'now' && name === 'fulfilled' && inputToken.chainId === outputToken.chainId)
    return createText('step_fulfilled_here_now', facts)
  if (state === 'next') return createText(`step_${name}_next`, facts)
  return state === 'now' ? createText(`step_${name}_now`, facts) : createText(`step_${name}`, facts)
}

const reportableSteps = ['deposited', 'extracted', 'fulfilled', 'settled', 'refunded'] as const

/** Returns whether a step can be completed on the service's report alone. */
function isReportable(name: StepName): name is (typeof reportableSteps)[number] {
  return reportableSteps.some((one) => one === name)
}
