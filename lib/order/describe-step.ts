import { formatExactMoney } from '../base/money-text.ts'
import { createText, type Text } from '../base/text.ts'
import type { DescriptionContext } from './description.ts'
import { refundChainOf } from './order-facts.ts'
import { statusReportedBy } from './order-state.ts'
import type { StepName, TimelineStep } from './order-timeline.ts'
import type { OrderView } from './order-view.ts'

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
  const isUnplaced = order.refundChainId === null && inputToken.chainId !== outputToken.chainId
  if (state === 'reported' && name === 'refunded' && isUnplaced) return createText('step_refunded_unplaced')
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
