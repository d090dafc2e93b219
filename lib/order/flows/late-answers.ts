import { isHash, lowerHex } from '../../base/hex.ts'
import { isContractCall } from '../../quote/order-kind.ts'
import { isTerminal } from '../../service/status-codes.ts'
import { callsIdOf } from '../../wallet/wallet-capabilities.ts'
import { createSent, endStopped, withAnomaly } from '../change.ts'
import { endProblem } from '../end-problems.ts'
import type { EventOf } from '../event.ts'
import type { LiveRequest, Order, WalletRequestRecord } from '../order.ts'
import { isApproval } from '../order-facts.ts'
import { isInSet } from '../order-state.ts'
import {
  closeOpenRequest,
  rejectByPage,
  withoutLiveRequest,
  withoutRefusedRequest,
} from '../stored-requests.ts'
import {
  change,
  type Handler,
  stay,
  type Transition,
  type TransitionContext,
  withTerms,
} from '../transition.ts'
import { onSendAnswer } from './batch.ts'
import { onSignatureAnswer } from './signature.ts'

const onLiveAnswer: Handler<'walletAnswered'> = (order, event, context) => {
  const request = order.liveRequests?.find(({ record }) => record.requestId === event.requestId)
  if (request === undefined) return stay(order)
  const { purpose } = request.record
  if (purpose === 'sign') return onLateSignature(order, request, event, context)
  const isAnswer =
    purpose === 'send' ? isHash(event.result) : isContractCall(order) && callsIdOf(event.result) !== null
  return isAnswer ? onLateSend(order, request, event, context) : stay(order)
}

/**
 * A signature is not posted if the swap is stopped, has a newer quote, or waits because of another account in the wallet. The
 * page may still post it, so the nonce is read. It leaves no anomaly: its request is only marked as answered (`withAnswered`).
 */
function onLateSignature(
  order: Order,
  { terms }: LiveRequest,
  event: EventOf<'walletAnswered'>,
  context: TransitionContext,
): Transition {
  if (order.state === 'stopping') return change(order, { dueMs: context.nowMs })
  const isForCurrentPermit = order.kind === 'signed' && terms.permitNonce === order.terms.permitNonce
  const canContinue =
    isInSet(order.state, 'acceptsLateSignature') && order.problem?.code !== 'walletWrongAccount'
  if (!isForCurrentPermit || !canContinue) return stay(order)
  const next = onSignatureAnswer({ ...order, offer: null }, event, context)
  return next.order.state === 'signed' ? next : stay(order)
}

/**
 * Follows a late transaction with the terms of its request, also after the stop ended. A swap that is in progress or took
 * something stays so, and records it. For another quote than the followed one, it is listed as a transaction that differs.
 */
function onLateSend(
  order: Order,
  { record, terms }: LiveRequest,
  event: EventOf<'walletAnswered'>,
  context: TransitionContext,
): Transition {
  const hash = record.purpose === 'send' && isHash(event.result) ? lowerHex(event.result) : null
  if (order.transactions.some((one) => one.hash === hash))
    return stay(withoutLiveRequest(order, record.requestId))
  const isForCurrentQuote = terms.quoteId === order.terms.quoteId
  const isFollowing = order.state === 'sent' && !isForCurrentQuote
  if (isFollowing || !isInSet(order.state, 'acceptsLateSend')) {
    const anomalies = withAnomaly(order, `an earlier wallet request was sent: ${hash ?? 'calls'}`)
    // The chain shows the calls, and closes their request.
    if (hash === null) return change(order, { anomalies })
    const requested = { ...order, walletRequest: record }
    const { inputAmount: amountUnits } = order.reviewed.request
    const sent = createSent(requested, 'send', hash, { amountUnits, request: record }, context)
    const transactions = isForCurrentQuote
      ? [...order.transactions, sent]
      : [{ ...sent, differs: true as const }, ...order.transactions]
    const followed = followUnread(withoutLiveRequest(order, record.requestId))
    return change(followed, {
      transactions,
      viewed: false,
      dueMs: order.dueMs === null && followed.fundsSettled ? null : context.nowMs,
      ...(isForCurrentQuote ? {} : { anomalies }),
    })
  }
  const known = withTerms(order, terms)
  const timeline = order.timeline.filter(({ step }) => step !== 'stopped')
  return onSendAnswer(
    {
      ...known,
      ...closeOpenRequest(order),
      offer: null,
      timeline,
      fundsSettled: false,
      walletRequest: record,
    },
    event,
    context,
  )
}

/** Continues with an end whose open send Ferry had stopped looking for. */
function followUnread(order: Order): Order {
  if (order.problem?.code !== 'stoppedUnread' || !isTerminal(order.statusCode)) return order
  const { endReads: _before, ...end } = order
  return { ...end, fundsSettled: false, problem: endProblem(order, order.statusCode) }
}

/** Records the late answer to a superseded or live request. The transaction of an approval belongs to this order too. */
export const onLateAnswer: Handler<'walletAnswered'> = (order, event, context) => {
  const { supersededRequests = [] } = order
  const request = supersededRequests.find(({ requestId }) => requestId === event.requestId)
  if (request === undefined) return onLiveAnswer(order, event, context)
  const others = supersededRequests.filter((one) => one !== request)
  const { purpose, amountUnits } = request
  // The chain shows the result of an exit.
  if (purpose !== 'approve' && purpose !== 'resetApproval')
    return change(order, { supersededRequests: others })
  // Other answers do not show that nothing was sent.
  if (!isHash(event.result)) return stay(order)
  const requested = { ...order, walletRequest: request }
  const sent = createSent(requested, purpose, lowerHex(event.result), { amountUnits }, context)
  const transactions = [...order.transactions, sent]
  return change(order, { supersededRequests: others, transactions, viewed: false })
}

export const onLateRejected: Handler<'walletRejected'> = (order, { requestId, isTrusted }, context) => {
  const { supersededRequests: superseded = [] } = order
  const isRejected = (one: WalletRequestRecord) =>
    one.requestId === requestId && one.isRejectedByPage !== true
  const stillPossible = superseded.flatMap((one) => {
    if (!isRejected(one)) return [one]
    return isTrusted !== true && isApproval(one) ? [rejectByPage(one)] : []
  })
  const open = superseded.some(isRejected) ? { ...order, supersededRequests: stillPossible } : order
  const known = isTrusted === true ? withoutRefusedRequest(open, requestId) : open
  return order.state === 'stopping' && known.liveRequests?.length === 0
    ? endStopped(known, context)
    : stay(known)
}
