import { problemData } from '../../base/problem.ts'
import { quoteIsFresh } from '../../quote/held-quote.ts'
import { buildTerms } from '../../review/build-terms.ts'
import { failedCheck } from '../../review/preflight.ts'
import { weighed } from '../../review/review-risk.ts'
import {
  awaitUser,
  change,
  move,
  plainProblem,
  stay,
  type Transition,
  type TransitionContext,
  tried,
} from '../change.ts'
import type { EventOf, FlowEvent, Task } from '../event.ts'
import type { FlowPorts } from '../flow-ports.ts'
import type { Order, OrderTerms } from '../order.ts'
import { needsApproval } from '../order-facts.ts'
import { goesOn, isOfferPlain, isSameKind, withTerms, worseningsOf } from '../order-terms.ts'
import { chainSecondsOf } from '../reads.ts'
import { prepareApproval } from './approval.ts'
import { logged } from './polls.ts'
import { prepareSend } from './sending.ts'
import { prepareSign } from './signature.ts'

/** Asks for a new quote where the one at hand has run out before the wallet was asked. */
export const requote: Task = { name: 'requote', run: quoteAgain }

/** What is due before anything was asked: a deposit address is good or is not, and what is signed is quoted after its approval. */
export function taskBeforeAll(order: Order, nowMs: number): Task {
  const isQuotedFirst = order.kind !== 'signed' && order.kind !== 'deposit'
  if (isQuotedFirst && !quoteIsFresh(order.terms, nowMs)) return requote
  return needsApproval(order) ? prepareApproval : prepareSend
}

/** Returns what is due once nothing is in the way of the swap itself. */
export function taskWhenApproved(order: Order, nowMs: number): Task {
  if (!quoteIsFresh(order.terms, nowMs)) return requote
  return order.kind === 'signed' ? prepareSign : prepareSend
}

async function quoteAgain(order: Order, ports: FlowPorts): Promise<FlowEvent> {
  const { ask } = order.reviewed
  const { serviceCalls, service } = logged(ports)
  try {
    const answered = await service.quote(ask, { priority: 'quote' })
    const made = await buildTerms(
      {
        ask,
        answered,
        routeKey: order.reviewed.routeKey ?? null,
        deployment: ports.deployment,
        nowMs: ports.clock.nowMs(),
        chainSeconds: await chainSecondsOf(ask.originChainId, ports),
        floorUnits: null,
        others: (await ports.store.open()).filter((other) => other.id !== order.id),
      },
      { chain: ports.chain, service },
    )
    // An order keeps its way: a signed one is never turned into a transaction, nor the other way round.
    if (made.kind !== order.kind) throw failedCheck('T-1')
    const isWorse = worseningsOf(order, made).length > 0
    const loss = isWorse ? await weighed(made.reviewed, ports) : null
    return { kind: 'requoted', terms: made.terms, reviewed: made.reviewed, loss, attempt: serviceCalls }
  } catch (thrown) {
    return { kind: 'blocked', problem: problemData(thrown), attempt: serviceCalls }
  }
}

/**
 * A new quote before the prompt: one that is worse in nothing than the reviewed one goes on by itself, and one that brings as
 * little less as the review has said, which is told afterwards; any other is the user's decision. Each is held against
 * what was reviewed, so that little steps never add up. An order keeps its way, whatever the quote brings.
 */
export function requoted(order: Order, event: EventOf<'requoted'>, context: TransitionContext): Transition {
  const known = { ...order, serviceCalls: tried(order, event.attempt) }
  const { terms, loss } = event
  const next = isSameKind(order, terms) ? withTerms(known, terms) : null
  if (next === null) return awaitUser(known, failedCheck('T-1').data, context)
  if (goesOn(order, event)) return move(toldOf(next, terms, context), order.state, context.nowMs)
  const stopped = awaitUser(known, plainProblem('worseQuote'), context)
  // The tokens stay as they were reviewed: what a later quote calls them was read nowhere.
  const { inputToken, outputToken } = order.reviewed
  const reviewed = { ...event.reviewed, inputToken, outputToken }
  return change(stopped.order, { offer: { id: context.freshId, terms, reviewed, loss } })
}

/** Returns the order with what it went on with by itself, where that is less than was reviewed. */
function toldOf(order: Order, terms: OrderTerms, { nowMs }: TransitionContext): Order {
  const { wentOn: _before, ...plain } = order
  const { minAmountOut, promisedAmount } = terms
  if (BigInt(minAmountOut) >= BigInt(order.reviewed.minAmountOut)) return plain
  return { ...plain, wentOn: { minAmountOut, promisedAmount, atMs: nowMs } }
}

/** The user takes the offer they saw; another one, or one that only a review may take, is not theirs yet. */
export function acceptOffer(
  order: Order,
  { offerId }: EventOf<'acceptOffer'>,
  context: TransitionContext,
): Transition {
  const { offer } = order
  if (offer === null || offer.id !== offerId) return stay(order)
  if (!isOfferPlain(order, offer)) return stay(order)
  const { terms, reviewed } = offer
  const { wentOn: _before, ...plain } = order
  const next = withTerms(plain, terms)
  return next === null ? stay(order) : move(next, 'confirmed', context.nowMs, { reviewed, offer: null })
}
