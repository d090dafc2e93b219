import { withServerRequestId } from '../../base/problem.ts'
import { buildTerms } from '../../review/build-terms.ts'
import { chainSecondsOf, failedCheck } from '../../review/preflight.ts'
import { measureReviewedLoss } from '../../review/review-risk.ts'
import { withCallLog } from '../../service/service-call.ts'
import { awaitUser, createProblemData, withServiceCalls } from '../change.ts'
import type { FlowEvent, Task } from '../event.ts'
import type { FlowPorts } from '../flow-ports.ts'
import type { Order } from '../order.ts'
import { canAcceptDirectly, isSameKind, listWorsenings } from '../order-terms.ts'
import { change, type Handler, move, stay, withTerms } from '../transition.ts'

export const requote: Task = { name: 'requote', run: readNewQuote }

async function readNewQuote(order: Order, ports: FlowPorts): Promise<FlowEvent> {
  const { request } = order.reviewed
  const { serviceCalls, service } = withCallLog(ports)
  try {
    const response = await service.quote(request, { priority: 'quote' })
    const nowMs = ports.clock.nowMs()
    const made = await buildTerms(
      {
        request,
        response,
        routeKey: order.reviewed.routeKey,
        deployment: ports.deployment,
        nowMs,
        receivedMs: nowMs,
        chainSeconds: await chainSecondsOf(request.originChainId, ports),
        others: (await ports.store.listOpen()).filter((other) => other.id !== order.id),
      },
      service,
      ports.chain,
    )
    // An order keeps its swap method: a signed one never becomes a transaction, nor the reverse.
    if (made.kind !== order.kind) throw failedCheck('T-1')
    const loss = await measureReviewedLoss(made.reviewed, ports)
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
  const next = withTerms(known, terms)
  if (!isSameKind(order, terms) || next === known) return awaitUser(known, failedCheck('T-1').data, context)
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
  if (offer?.id !== offerId || !canAcceptDirectly(order, offer)) return stay(order)
  const next = withTerms(order, offer.terms)
  if (next === order) return stay(order)
  return move(next, 'confirmed', context.nowMs, { reviewed: offer.reviewed, offer: null })
}
