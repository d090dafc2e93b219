import { withServerRequestId } from '../../base/problem.ts'
import { isQuoteFresh } from '../../quote/held-quote.ts'
import { isContractCall, spendsAllowance } from '../../quote/order-kind.ts'
import { buildTerms } from '../../review/build-terms.ts'
import { chainSecondsOf, failedCheck } from '../../review/preflight.ts'
import { measureReviewedLoss } from '../../review/review-risk.ts'
import { withCallLog } from '../../service/service-call.ts'
import { awaitUser, createProblemData } from '../change.ts'
import type { EventOf, FlowEvent, Task } from '../event.ts'
import type { FlowPorts } from '../flow-ports.ts'
import type { Order } from '../order.ts'
import { canAcceptDirectly, isSameKind, listWorsenings } from '../order-terms.ts'
import { withTerms } from '../replace-terms.ts'
import { supersedeOpenRequest, withoutLiveRequest } from '../stored-requests.ts'
import { change, type Handler, move, stay, type Transition, type TransitionContext } from '../transition.ts'
import { prepareApproval } from './approval.ts'
import { readLiveRequests } from './live-request-reads.ts'
import { mustReadLiveRequests } from './live-requests.ts'
import { termsAnswerId, withServiceCalls } from './polls.ts'
import { prepareSend } from './sending.ts'
import { prepareSign } from './signature.ts'

const requote: Task = { name: 'requote', run: readNewQuote }

/** A deposit address gets no second quote, and a signed order gets its new quote after the approval. */
export function taskBeforePrompt(order: Order, nowMs: number): Task {
  // First, because a new quote would replace the one that may have been used.
  if (mustReadLiveRequests(order, nowMs)) return readLiveRequests
  if (isContractCall(order) && !isQuoteFresh(order.terms, nowMs)) return requote
  return spendsAllowance(order) ? prepareApproval : prepareSend
}

export function taskWhenApproved(order: Order, nowMs: number): Task {
  if (mustReadLiveRequests(order, nowMs)) return readLiveRequests
  if (!isQuoteFresh(order.terms, nowMs)) return requote
  return order.kind === 'signed' ? prepareSign : prepareSend
}

async function readNewQuote(order: Order, ports: FlowPorts): Promise<FlowEvent> {
  const { request } = order.reviewed
  const { serviceCalls, service } = withCallLog(ports)
  try {
    const response = await service.quote(request, { priority: 'quote' })
    const made = await buildTerms(
      {
        request,
        response,
        routeKey: order.reviewed.routeKey,
        deployment: ports.deployment,
        nowMs: ports.clock.nowMs(),
        chainSeconds: await chainSecondsOf(request.originChainId, ports),
        others: (await ports.store.listOpen()).filter((other) => other.id !== order.id),
      },
      service,
      ports.chain,
    )
    // An order keeps its swap method: a signed one never becomes a transaction, nor the reverse.
    if (made.kind !== order.kind) throw failedCheck('T-1')
    const isWorse = listWorsenings(order, made).length > 0
    const loss = isWorse ? await measureReviewedLoss(made.reviewed, ports) : null
    return { kind: 'requoted', terms: made.terms, reviewed: made.reviewed, loss, attempt: serviceCalls }
  } catch (thrown) {
    const { data } = withServerRequestId(thrown, serviceCalls.at(-1)?.serverRequestId ?? null)
    return { kind: 'blocked', problem: data, attempt: serviceCalls }
  }
}

/**
 * Handles a new quote before the prompt. The order continues with it if it is worse in nothing than the
 * reviewed terms. Otherwise the person decides. An order keeps its swap method.
 */
export const onNewQuote: Handler<'requoted'> = (order, event, context) => {
  const known = { ...order, serviceCalls: withServiceCalls(order, event.attempt) }
  const { terms, loss } = event
  const next = isSameKind(order, terms) ? withTerms(known, terms) : null
  if (next === null) return awaitUser(known, failedCheck('T-1').data, context)
  if (listWorsenings(order, event).length === 0) return move(next, order.state, context.nowMs)
  const stopped = awaitUser(known, createProblemData('worseQuote'), context)
  // Keep the reviewed tokens. A newer quote's names for them are not verified.
  const { inputToken, outputToken } = order.reviewed
  const reviewed = { ...event.reviewed, inputToken, outputToken }
  return change(stopped.order, { offer: { id: context.freshId, terms, reviewed, loss } })
}

/** Accepts the offer that the person saw. Ignores another offer, or one that needs a review. */
export const acceptOffer: Handler<'acceptOffer'> = (order, { offerId }, context) => {
  const { offer } = order
  if (offer === null || offer.id !== offerId) return stay(order)
  if (!canAcceptDirectly(order, offer)) return stay(order)
  const { terms, reviewed } = offer
  const next = withTerms(order, terms)
  return next === null ? stay(order) : move(next, 'confirmed', context.nowMs, { reviewed, offer: null })
}

export const onBlocked: Handler<'blocked'> = (order, event, context) => {
  const serviceCalls = withServiceCalls(order, event.attempt)
  const { problem } = event
  // A failed check concerns the terms, and so the answer that contained them.
  const answered = problem.code === 'checkFailed' ? termsAnswerId(serviceCalls) : null
  const serverRequestId = problem.serverRequestId ?? answered
  return awaitUser({ ...order, serviceCalls }, { ...problem, serverRequestId }, context)
}

export function onRejected(
  order: Order,
  event: EventOf<'walletRejected' | 'walletLost'>,
  context: TransitionContext,
): Transition {
  const isClosed = event.kind === 'walletRejected' && event.isTrusted === true
  return awaitUser(isClosed ? withoutLiveRequest(order, event.requestId) : order, event.problem, context)
}

/**
 * Starts again on the person's request. Everything is read again. A request that may still take effect, or
 * that another window opened, is not sent twice.
 */
export const retry: Handler<'retry'> = (order, _event, context) => {
  // A retry after this warning is consent.
  const isAccepted = order.problem?.code === 'earlierSignature'
  const liveRequests = order.liveRequests?.map((one) => (isAccepted ? { ...one, isAccepted } : one))
  const known = liveRequests === undefined ? order : { ...order, liveRequests }
  return move(known, 'confirmed', context.nowMs, { ...supersedeOpenRequest(order), offer: null })
}
