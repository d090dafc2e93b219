import { withServerRequestId } from '../../base/problem.ts'
import { quoteIsFresh } from '../../quote/held-quote.ts'
import { buildTerms } from '../../review/build-terms.ts'
import { failedCheck } from '../../review/preflight.ts'
import { weighed } from '../../review/review-risk.ts'
import {
  awaitUser,
  change,
  type Listeners,
  move,
  plainProblem,
  stay,
  type Transition,
  type TransitionContext,
  unanswered,
  withClosed,
  withUnclosed,
} from '../change.ts'
import { withDeal, withTerms } from '../deals.ts'
import { settledByTime } from '../ending.ts'
import type { EventOf, FlowEvent, Task } from '../event.ts'
import type { FlowPorts } from '../flow-ports.ts'
import type { Order } from '../order.ts'
import { asksSend, isOfCalls, mayPutAway, needsApproval, openSends } from '../order-facts.ts'
import { goesOn, isOfferPlain, isSameKind, worseningsOf } from '../order-terms.ts'
import { chainSecondsOf } from '../reads.ts'
import { prepareApproval } from './approval.ts'
import { dealAnswerId, logged, tried } from './polls.ts'
import { prepareSend, sendLost } from './sending.ts'
import { prepareSign } from './signature.ts'
import { failedReadDueMs } from './tracking.ts'
import { abandon, mustReadUnclosed } from './unclosed.ts'
import { readUnclosed } from './unclosed-reads.ts'

/** Asks for a new quote where the one at hand has run out before the wallet was asked. */
const requote: Task = { name: 'requote', run: quoteAgain }

/**
 * Returns what is due before anything was asked: a deposit address is good or is not, and what is signed is quoted after
 * its approval.
 */
export function taskBeforeAll(order: Order, nowMs: number): Task {
  // Before anything else: a new quote would take the place of the one that may have been used.
  if (mustReadUnclosed(order, nowMs)) return readUnclosed
  if (isOfCalls(order) && !quoteIsFresh(order.terms, nowMs)) return requote
  return needsApproval(order) ? prepareApproval : prepareSend
}

/** Returns what is due once nothing is in the way of the swap itself. */
export function taskWhenApproved(order: Order, nowMs: number): Task {
  if (mustReadUnclosed(order, nowMs)) return readUnclosed
  if (!quoteIsFresh(order.terms, nowMs)) return requote
  return order.kind === 'signed' ? prepareSign : prepareSend
}

async function quoteAgain(order: Order, ports: FlowPorts): Promise<FlowEvent> {
  const { request: ask } = order.reviewed
  const { serviceCalls, service } = logged(ports)
  try {
    const response = await service.quote(ask, { priority: 'quote' })
    const made = await buildTerms(
      {
        ask,
        response,
        routeKey: order.reviewed.routeKey,
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
    const { data } = withServerRequestId(thrown, serviceCalls.at(-1)?.serverRequestId ?? null)
    return { kind: 'blocked', problem: data, attempt: serviceCalls }
  }
}

/**
 * Takes in a new quote before the prompt: one that is worse in nothing than the reviewed one goes on by itself, and one
 * that brings as little less as the review has said, which is told afterwards; any other is the user's decision. Each is
 * held against what was reviewed, so that little steps never add up. An order keeps its way, whatever the quote brings.
 */
export function requoted(order: Order, event: EventOf<'requoted'>, context: TransitionContext): Transition {
  const known = { ...order, serviceCalls: tried(order, event.attempt) }
  const { terms, loss } = event
  const next = isSameKind(order, terms) ? withDeal(known, terms, context.nowMs) : null
  if (next === null) return awaitUser(known, failedCheck('T-1').data, context)
  if (goesOn(order, event)) return move(next, order.state, context.nowMs)
  const stopped = awaitUser(known, plainProblem('worseQuote'), context)
  // The tokens stay as they were reviewed: what a later quote calls them was read nowhere.
  const { inputToken, outputToken } = order.reviewed
  const reviewed = { ...event.reviewed, inputToken, outputToken }
  return change(stopped.order, { offer: { id: context.freshId, terms, reviewed, loss } })
}

/** Takes the offer for the user: the one they saw; another one, or one that only a review may take, is not theirs yet. */
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

/** Takes in what was in the way before the wallet was asked: the user decides. */
export function blockedBefore(
  order: Order,
  event: EventOf<'blocked'>,
  context: TransitionContext,
): Transition {
  const serviceCalls = tried(order, event.attempt)
  const { problem } = event
  // A check that failed is about the deal, and so about the answer that brought it.
  const answered = problem.code === 'checkFailed' ? dealAnswerId(serviceCalls) : null
  const serverRequestId = problem.serverRequestId ?? answered
  return awaitUser({ ...order, serviceCalls }, { ...problem, serverRequestId }, context)
}

/** Takes in that the wallet said no, was never reached, or can give nothing any more that would be of use. */
export function refused(
  order: Order,
  event: EventOf<'walletRefused' | 'walletLost'>,
  context: TransitionContext,
): Transition {
  const isClosed = event.kind === 'walletRefused' && event.isTrusted === true
  return awaitUser(isClosed ? withClosed(order, event.requestId) : order, event.problem, context)
}

/** Lets an order that waits for wallet or user run out. */
export const lapse: Task = { name: 'lapse', run: async () => ({ kind: 'lapsed' }) }

/** Gives a signature up that nobody gave in time: its quote is over, and it would be worth nothing. */
export function unsignedInTime(
  order: Order,
  _event: EventOf<'lapsed'>,
  context: TransitionContext,
): Transition {
  return awaitUser({ ...order, ...unanswered(order) }, plainProblem('quoteExpired'), context)
}

/**
 * Begins again, since the user wants it after all. Everything is read again; what may still act, or another window
 * asked, is not asked twice.
 */
export function retry(order: Order, _event: EventOf<'retry'>, context: TransitionContext): Transition {
  // Who tries again after this was said takes it.
  const isAccepted = order.problem?.code === 'earlierSignature'
  const unclosed = order.unclosed?.map((one) => (isAccepted ? { ...one, isAccepted } : one))
  const known = unclosed === undefined ? order : { ...order, unclosed }
  return move(known, 'confirmed', context.nowMs, { ...unanswered(order), offer: null })
}

/** Ends what is not out of the user's hands. */
export function abandonUnsigned(
  order: Order,
  _event: EventOf<'abandon' | 'lapsed'>,
  context: TransitionContext,
): Transition {
  return abandon(order, context)
}

/** Ends a deposit that nobody has paid; one that was seen goes on. */
export function abandonUnpaid(
  order: Order,
  _event: EventOf<'abandon'>,
  context: TransitionContext,
): Transition {
  return order.depositSeen === undefined ? abandon(order, context) : setAside(order, context)
}

/** Puts away a swap of which nothing was reported for a week: it is followed all the same, and holds nothing up. */
export function setAside(order: Order, { nowMs }: TransitionContext): Transition {
  return mayPutAway(order, nowMs) ? change(order, { putAwayMs: nowMs }) : stay(order)
}

/** Puts away what a wallet never answered, or named and no block has; the chain tells whether it is sent all the same. */
export function putAway(order: Order, _event: EventOf<'abandon'>, context: TransitionContext): Transition {
  if (!mayPutAway(order, context.nowMs)) return stay(order)
  const asked = asksSend(order.walletRequest) ? [order.walletRequest] : []
  const requests = [...asked, ...openSends(order).map(({ request }) => request)]
  const known = requests.reduce<Order>((one, request) => {
    return request ? withUnclosed(withClosed(one, request.requestId), request) : one
  }, order)
  return known.unclosed === undefined || known.unclosed.length === 0 ? stay(order) : abandon(known, context)
}

/** Ends of what may be sent the waiting for the wallet alone: it may still be sent, and the chain tells. */
export function stopSending(
  order: Order,
  _event: EventOf<'abandon'>,
  context: TransitionContext,
): Transition {
  return sendLost(order, context)
}

/** Shows the notice that is due. */
export const notify: Task = {
  name: 'notify',
  async run(order, { notifier }) {
    await notifier.show(order)
    return { kind: 'notified', of: order.notice?.kind ?? 'done' }
  },
}

/** The notice was shown, unless another one has taken its place meanwhile. */
function notified(order: Order, event: EventOf<'notified'>): Transition {
  if (order.notice?.kind !== event.of) return stay(order)
  return change(order, { notice: { ...order.notice, state: 'notified' } })
}

/** The user has seen how it stands. */
function seen(order: Order): Transition {
  return order.seen ? stay(order) : change(order, { seen: true })
}

/** Takes in that a read failed before anything was given away: it is said, and tried again. */
export function readFailed(
  order: Order,
  { problem }: EventOf<'readFailed'>,
  context: TransitionContext,
): Transition {
  return change(order, { problem: order.problem ?? problem, dueMs: failedReadDueMs(order, context.nowMs) })
}

/**
 * Takes in that a read failed of what is on its way, or over: a node that does not answer is no problem of the swap's,
 * and says nothing of its money. One more poll counted, so that a dead node does not starve the polls of the service.
 */
export function readFailedOnTheWay(
  order: Order,
  _event: EventOf<'readFailed'>,
  context: TransitionContext,
): Transition {
  const dueMs = failedReadDueMs(order, context.nowMs)
  return change(order, { pollCount: order.pollCount + 1, dueMs, ...settledByTime(order, context.nowMs) })
}

/** The plan of the order from the clock as it stands now; evidence that was dated ahead of it counts from now too. */
function clockSetBack(order: Order, _event: EventOf<'clockSetBack'>, context: TransitionContext): Transition {
  if (order.dueMs === null) return stay(order)
  const waitMs = Math.max(0, order.dueMs - order.updatedMs)
  const unusedSeenMs = order.unusedSeenMs === null ? null : Math.min(order.unusedSeenMs, context.nowMs)
  return change(order, { dueMs: context.nowMs + waitMs, unusedSeenMs })
}

/** What any state does with these. */
export const everyState: Listeners = {
  seen: [seen, 'stays'],
  notified: [notified, 'stays'],
  clockSetBack: [clockSetBack, 'stays'],
}
