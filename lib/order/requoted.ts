import { failedCheck } from '../review/terms-input.ts'
import { change, move, stay, tried } from './change.ts'
import type { FlowEvent, Step, StepContext } from './event.ts'
import { needsUser, plainProblem } from './needs-user.ts'
import { goesOn, isOfferPlain, isSameKind } from './newer-deal.ts'
import type { Order, OrderTerms } from './order.ts'

/**
 * A new quote before the prompt: one that is worse in nothing than the reviewed one goes on by itself, and one that brings as
 * little less as the review has said, which is told afterwards; any other is the person's decision. Each is held against
 * what was reviewed, so that little steps never add up. An order keeps its way, whatever the quote brings.
 */
export function requoted(
  order: Order,
  event: Extract<FlowEvent, { kind: 'requoted' }>,
  context: StepContext,
): Step {
  if (order.state !== 'confirmed' && order.state !== 'approved') return stay(order)
  const known = { ...order, attempts: tried(order, event.attempt) }
  const { deal, loss } = event
  if (!isSameKind(order, deal)) return needsUser(known, failedCheck('T-1').data, context)
  if (goesOn(order, event)) return move(toldOf(known, deal, context), order.state, context.nowMs, { deal })
  const stopped = needsUser(known, plainProblem('worseQuote'), context)
  // The tokens stay as they were reviewed: what a later quote calls them was read nowhere.
  const { inputToken, outputToken } = order.reviewed
  const reviewed = { ...event.reviewed, inputToken, outputToken }
  return change(stopped.order, { offer: { id: context.freshId, deal, reviewed, loss } })
}

/** The order with what it went on with by itself, where that is less than was reviewed. */
function toldOf(order: Order, deal: OrderTerms, { nowMs }: StepContext): Order {
  const { wentOn: _before, ...plain } = order
  const { minAmountOut, promisedAmount } = deal
  if (BigInt(minAmountOut) >= BigInt(order.reviewed.minAmountOut)) return plain
  return { ...plain, wentOn: { minAmountOut, promisedAmount, atMs: nowMs } }
}

/** The person takes the offer they saw; another one, or one that only a review may take, is not theirs yet. */
export function acceptOffer(order: Order, offerId: string, context: StepContext): Step {
  const { offer } = order
  if (order.state !== 'needs_user' || offer === null || offer.id !== offerId) return stay(order)
  if (!isOfferPlain(order, offer)) return stay(order)
  const { deal, reviewed } = offer
  const { wentOn: _before, ...plain } = order
  return move(plain, 'confirmed', context.nowMs, { deal, reviewed, offer: null })
}
