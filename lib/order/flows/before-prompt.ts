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
import { withDeal, withTerms } from '../replace-terms.ts'
import { settledByTime } from '../ending.ts'
import type { EventOf, FlowEvent, Task } from '../event.ts'
import type { FlowPorts } from '../flow-ports.ts'
import type { Order } from '../order.ts'
import { asksSend, isOfCalls, mayPutAway, needsApproval, openSends } from '../order-facts.ts'
import { goesOn, isOfferPlain, isSameKind, worseningsOf } from '../order-terms.ts'
import { chainSecondsOf } from '../chain-reads.ts'
import { prepareApproval } from './approval.ts'
import { dealAnswerId, logged, tried } from './polls.ts'
import { prepareSend, sendLost } from './sending.ts'
import { prepareSign } from './signature.ts'
import { failedReadDueMs } from './tracking.ts'
import { abandon, mustReadUnclosed } from './unclosed-requests.ts'
import { readUnclosed } from './unclosed-reads.ts'

/** Requests a new quote if the current one expired before the wallet request. */
const requote: Task = { name: 'requote', run: quoteAgain }

/**
 * Returns the task before any wallet request. A deposit address gets no second quote, and a signed order gets
 * its new quote after the approval.
 */
export function taskBeforeAll(order: Order, nowMs: number): Task {
  // First, because a new quote would replace the one that may have been used.
  if (mustReadUnclosed(order, nowMs)) return readUnclosed
  if (isOfCalls(order) && !quoteIsFresh(order.terms, nowMs)) return requote
  return needsApproval(order) ? prepareApproval : prepareSend
}

/** Returns the task once only the swap itself is left. */
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
    // An order keeps its swap method: a signed one never becomes a transaction, nor the reverse.
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
 * Handles a new quote before the prompt. The order continues with it if it is worse in nothing, or reduces
 * the minimum within the announced leeway, which the screen then reports. Otherwise the person decides. Each
 * quote is compared with the reviewed terms, so small steps never add up. An order keeps its swap method.
 */
export function requoted(order: Order, event: EventOf<'requoted'>, context: TransitionContext): Transition {
  const known = { ...order, serviceCalls: tried(order, event.attempt) }
  const { terms, loss } = event
  const next = isSameKind(order, terms) ? withDeal(known, terms, context.nowMs) : null
  if (next === null) return awaitUser(known, failedCheck('T-1').data, context)
  if (goesOn(order, event)) return move(next, order.state, context.nowMs)
  const stopped = awaitUser(known, plainProblem('worseQuote'), context)
  // Keep the reviewed tokens. A newer quote's names for them are not verified.
  const { inputToken, outputToken } = order.reviewed
  const reviewed = { ...event.reviewed, inputToken, outputToken }
  return change(stopped.order, { offer: { id: context.freshId, terms, reviewed, loss } })
}

/** Accepts the offer that the person saw. Ignores another offer, or one that needs a review. */
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

/** Records a problem before the wallet request. The person decides. */
export function blockedBefore(
  order: Order,
  event: EventOf<'blocked'>,
  context: TransitionContext,
): Transition {
  const serviceCalls = tried(order, event.attempt)
  const { problem } = event
  // A failed check concerns the terms, and so the answer that contained them.
  const answered = problem.code === 'checkFailed' ? dealAnswerId(serviceCalls) : null
  const serverRequestId = problem.serverRequestId ?? answered
  return awaitUser({ ...order, serviceCalls }, { ...problem, serverRequestId }, context)
}

/** Records that the wallet rejected the request, never got it, or can no longer give a useful answer. */
export function refused(
  order: Order,
  event: EventOf<'walletRefused' | 'walletLost'>,
  context: TransitionContext,
): Transition {
  const isClosed = event.kind === 'walletRefused' && event.isTrusted === true
  return awaitUser(isClosed ? withClosed(order, event.requestId) : order, event.problem, context)
}

/** Ends the wait for the wallet or the person. */
export const lapse: Task = { name: 'lapse', run: async () => ({ kind: 'lapsed' }) }

/** Gives up a signature that did not come in time: its quote has expired, so it would be useless. */
export function unsignedInTime(
  order: Order,
  _event: EventOf<'lapsed'>,
  context: TransitionContext,
): Transition {
  return awaitUser({ ...order, ...unanswered(order) }, plainProblem('quoteExpired'), context)
}

/**
 * Starts again on the person's request. Everything is read again. A request that may still take effect, or
 * that another window opened, is not sent twice.
 */
export function retry(order: Order, _event: EventOf<'retry'>, context: TransitionContext): Transition {
  // A retry after this warning is consent.
  const isAccepted = order.problem?.code === 'earlierSignature'
  const unclosed = order.unclosed?.map((one) => (isAccepted ? { ...one, isAccepted } : one))
  const known = unclosed === undefined ? order : { ...order, unclosed }
  return move(known, 'confirmed', context.nowMs, { ...unanswered(order), offer: null })
}

export function abandonUnsigned(
  order: Order,
  _event: EventOf<'abandon' | 'lapsed'>,
  context: TransitionContext,
): Transition {
  return abandon(order, context)
}

/** Stops a deposit without a payment. One with an observed payment continues. */
export function abandonUnpaid(
  order: Order,
  _event: EventOf<'abandon'>,
  context: TransitionContext,
): Transition {
  return order.depositSeen === undefined ? abandon(order, context) : setAside(order, context)
}

/** Puts away a swap without any report for a week. Ferry still follows it, and it blocks nothing. */
export function setAside(order: Order, { nowMs }: TransitionContext): Transition {
  return mayPutAway(order, nowMs) ? change(order, { putAwayMs: nowMs }) : stay(order)
}

/**
 * Puts away a swap whose wallet never answered, or whose transaction is in no block. The chain shows whether
 * it is still sent.
 */
export function putAway(order: Order, _event: EventOf<'abandon'>, context: TransitionContext): Transition {
  if (!mayPutAway(order, context.nowMs)) return stay(order)
  const asked = asksSend(order.walletRequest) ? [order.walletRequest] : []
  const requests = [...asked, ...openSends(order).map(({ request }) => request)]
  const known = requests.reduce<Order>((one, request) => {
    return request ? withUnclosed(withClosed(one, request.requestId), request) : one
  }, order)
  return known.unclosed === undefined || known.unclosed.length === 0 ? stay(order) : abandon(known, context)
}

/** Stops only the wait for the wallet. The transaction may still be sent, and the chain shows it. */
export function stopSending(
  order: Order,
  _event: EventOf<'abandon'>,
  context: TransitionContext,
): Transition {
  return sendLost(order, context)
}

/** Displays the pending notification. */
export const notify: Task = {
  name: 'notify',
  async run(order, { notifier }) {
    await notifier.show(order)
    return { kind: 'notified', of: order.notice?.kind ?? 'done' }
  },
}

/** Marks the notification as displayed, unless another one has replaced it meanwhile. */
function notified(order: Order, event: EventOf<'notified'>): Transition {
  if (order.notice?.kind !== event.of) return stay(order)
  return change(order, { notice: { ...order.notice, state: 'notified' } })
}

/** The person has seen the current status. */
function seen(order: Order): Transition {
  return order.seen ? stay(order) : change(order, { seen: true })
}

/** Records a failed read before anything was signed or sent. It is shown and retried. */
export function readFailed(
  order: Order,
  { problem }: EventOf<'readFailed'>,
  context: TransitionContext,
): Transition {
  return change(order, { problem: order.problem ?? problem, dueMs: failedReadDueMs(order, context.nowMs) })
}

/**
 * Records a failed read of an order that is running or over. An unreachable node is no problem of the swap.
 * Counts one more poll, so that a dead node does not block the polls of the service.
 */
export function readFailedOnTheWay(
  order: Order,
  _event: EventOf<'readFailed'>,
  context: TransitionContext,
): Transition {
  const dueMs = failedReadDueMs(order, context.nowMs)
  return change(order, { pollCount: order.pollCount + 1, dueMs, ...settledByTime(order, context.nowMs) })
}

/** Reschedules the order by the current clock. Evidence with a later time counts from now too. */
function clockSetBack(order: Order, _event: EventOf<'clockSetBack'>, context: TransitionContext): Transition {
  if (order.dueMs === null) return stay(order)
  const waitMs = Math.max(0, order.dueMs - order.updatedMs)
  const unusedSeenMs = order.unusedSeenMs === null ? null : Math.min(order.unusedSeenMs, context.nowMs)
  return change(order, { dueMs: context.nowMs + waitMs, unusedSeenMs })
}

/** Transitions of every state. */
export const everyState: Listeners = {
  seen: [seen, 'stays'],
  notified: [notified, 'stays'],
  clockSetBack: [clockSetBack, 'stays'],
}
