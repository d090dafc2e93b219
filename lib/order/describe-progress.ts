import { createText, type Text } from '../base/text.ts'
import { describeDuration } from '../base/time-text.ts'
import { describeStep } from './describe-step.ts'
import type { DescriptionContext, ProgressDescription } from './description.ts'
import { canStopOrder } from './order-facts.ts'
import { type Leg, progressOf, type SwapProgress, timeEstimateOf, timelineOf } from './order-timeline.ts'
import type { OrderView } from './order-view.ts'

/** Describes a running swap. The title, the active leg and the sentence of a late swap come from one leg. */
export function describeProgress(
  order: OrderView,
  nowMs: number,
  context: DescriptionContext,
): ProgressDescription {
  const progress = progressOf(order, timelineOf(order))
  const { legs, percent } = progress
  return {
    title: titleOf(order, progress, context),
    legs: legs.map((leg) => ({ ...leg, text: legText(order, leg) })),
    percent,
    time: describeTime(order, progress, nowMs, context),
  }
}

function isSameNetwork({ reviewed: { request } }: OrderView): boolean {
  return request.originChainId === request.destinationChainId
}

function legText(order: OrderView, { name }: Leg): Text {
  return createText(name === 'crossing' && isSameNetwork(order) ? 'leg_swapping' : `leg_${name}`)
}

function titleOf(order: OrderView, { leg, now }: SwapProgress, context: DescriptionContext): Text {
  if (leg === 'crossing' || now === null)
    return describeStep(order, { name: 'fulfilled', state: 'now' }, context)
  return describeStep(order, { name: now, state: 'now' }, context)
}

/** No time while a transaction is in no block: its own note says for how long. */
function describeTime(
  order: OrderView,
  progress: SwapProgress,
  nowMs: number,
  context: DescriptionContext,
): ProgressDescription['time'] {
  const estimate = canStopOrder(order, nowMs) ? null : timeEstimateOf(order, context.usualSeconds, nowMs)
  if (estimate === null) return null
  const { kind } = estimate
  const time = describeDuration(estimate.seconds)
  if (kind !== 'late') {
    const keys = {
      left: 'timeLeft',
      usually: 'timeUsually',
      estimate: 'timeEstimate',
      elapsed: 'timeElapsed',
    } as const
    return { kind, text: createText(keys[kind], { time }), more: [] }
  }
  return {
    kind,
    // "Usual" is from this person's own swaps. The service's estimate is only "expected".
    text: createText(context.usualSeconds === null ? 'timeLate_estimate' : 'timeLate', { time }),
    more: [
      ...lateReasons(order, progress, context),
      createText(context.willNotify('notifyDone') ? 'late' : 'late_off'),
    ],
  }
}

const waitingSteps = ['mined', 'accepted', 'assigned', 'extracted'] as const

/** What a late swap waits for: the network, the service or a solver. */
function lateReasons(
  { reviewed: { inputToken, outputToken } }: OrderView,
  { leg, now }: SwapProgress,
  { chainName }: DescriptionContext,
): readonly Text[] {
  const facts = { origin: chainName(inputToken.chainId), destination: chainName(outputToken.chainId) }
  if (leg === 'crossing') return [createText('lateWhy_fulfilled', facts)]
  const step = waitingSteps.find((name) => name === now)
  return step === undefined ? [] : [createText(`lateWhy_${step}`, facts)]
}
