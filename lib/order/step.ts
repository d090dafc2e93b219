import { isTerminal, type StatusResponse } from '../service/status-codes.ts'
import { watchesRevoke } from './allowances.ts'
import { asksBeside, besideAnswered, besideLost, besideRefused } from './beside-step.ts'
import { change, move, stay, tried } from './change.ts'
import { clockSetBack } from './clock-set-back.ts'
import type { FlowEvent, Step, StepContext } from './event.ts'
import { callsAnswered, callsRefused, callsSeen } from './flows/calls.ts'
import { asksCancel } from './flows/cancel.ts'
import { cancel, cancelSeen } from './flows/cancel-step.ts'
import { depositSeen } from './flows/deposit.ts'
import { nonceRead } from './flows/nonce-read.ts'
import {
  sendAnswered,
  sendLost,
  transactionFound,
  transactionMissing,
  transactionRepriced,
  transactionSeen,
} from './flows/onchain.ts'
import { prepared } from './flows/prepared.ts'
import { proved } from './flows/proof.ts'
import { revoke, revokeSeen, revokeUnread } from './flows/revoke-step.ts'
import {
  allowanceSeen,
  approvalAnswered,
  posting,
  readyToSign,
  signatureAnswered,
  signatureChecked,
  submitAccepted,
  submitFailed,
} from './flows/signed.ts'
import { chainDueMs, looked, settling } from './flows/tracking.ts'
import { withdraw } from './flows/withdraw-step.ts'
import { needsUser, plainProblem, putAway } from './needs-user.ts'
import type { Order } from './order.ts'
import { isLate } from './order-phase.ts'
import { unsignedStates } from './order-state.ts'
import { acceptOffer, requoted } from './requoted.ts'

/**
 * The next order for an event: pure, total, and safe against events that come late or twice. What has to be written
 * before a side effect is in the order it returns (R1); `ask` is true exactly when a new wallet request was written.
 */
export function step(order: Order, event: FlowEvent, context: StepContext): Step {
  const next = dispatch(order, event, context)
  if (next.order === order) return next
  const { order: changed } = next
  const notice = event.kind === 'looked' ? noticeOf(changed, event.look, context.nowMs) : changed.notice
  // Over, and every coin known: nothing is due any more.
  const isDone = changed.moneyAccounted && isTerminal(changed.statusCode) && !settling(changed)
  const resting = isDone && !watchesRevoke(changed)
  const dueMs = resting ? null : changed.dueMs
  // What is proven leaves nothing to cancel: whatever the wallet still says to that is heard no more.
  const isProven = changed.moneyAccounted && asksCancel(changed)
  const walletRequest = isProven ? null : changed.walletRequest
  return { ask: next.ask, order: { ...changed, notice, dueMs, walletRequest, updatedMs: context.nowMs } }
}

/**
 * Lateness is told once and only of an order nothing else was told of. How long it takes is counted on the service's
 * clock: this machine's may have jumped meanwhile (PR13).
 */
function noticeOf(order: Order, look: StatusResponse, nowMs: number): Order['notice'] {
  if (order.notice !== null) return order.notice
  const setMs = order.deal.clockOffsetMs - look.clockOffsetMs
  return isLate(order, nowMs - setMs) ? { kind: 'late', state: 'pending' } : null
}

/** What would put an order before a wallet, now or next, but for money in the inbox, which the chain shows to be one's own. */
const leadsToPrompt: ReadonlySet<FlowEvent['kind']> = new Set([
  'prepared',
  'readyToSign',
  'requoted',
  'retry',
  'acceptOffer',
  'cancel',
  'revoke',
])

function dispatch(order: Order, event: FlowEvent, context: StepContext): Step {
  // Nobody knows who wrote the copy it came from.
  if (order.restored === true && leadsToPrompt.has(event.kind)) return stay(order)
  switch (event.kind) {
    case 'prepared':
      return prepared(order, event, context)
    case 'blocked':
      if (order.state !== 'confirmed' && order.state !== 'approved') return stay(order)
      return needsUser({ ...order, attempts: tried(order, event.attempt) }, event.problem, context)
    case 'readyToSign':
      return readyToSign(order, context)
    case 'requoted':
      return requoted(order, event, context)
    case 'walletAnswered':
      return walletAnswered(order, event, context)
    case 'walletRefused':
      if (!isOpenRequest(order, event.requestId)) return stay(order)
      return besideRefused(order, event.problem) ?? needsUser(order, event.problem, context)
    case 'callsRefused':
      return callsRefused(order, event.requestId, context)
    case 'callsSeen':
      return callsSeen(order, event, context)
    case 'walletLost':
      return walletLost(order, event, context)
    case 'allowanceSeen':
      return allowanceSeen(order, event, context)
    case 'signatureChecked':
      return signatureChecked(order, event, context)
    case 'posting':
      return posting(order, context)
    case 'submitAccepted':
      return submitAccepted(order, event, context)
    case 'submitFailed':
      return submitFailed(order, event, context)
    case 'looked':
    case 'lookFailed':
      return isFollowed(order) ? looked(order, event, context) : stay(order)
    case 'transactionSeen':
      return transactionSeen(order, event, context)
    case 'transactionMissing':
      return transactionMissing(order, event, context)
    case 'transactionRepriced':
      return transactionRepriced(order, event, context)
    case 'transactionFound':
      return transactionFound(order, event, context)
    case 'depositSeen':
      return depositSeen(order, event.units, context)
    case 'withdraw':
      return withdraw(order, event.accountNonce, context)
    case 'cancel':
      return cancel(order, event, context)
    case 'cancelSeen':
      return cancelSeen(order, event, context)
    case 'revoke':
      return revoke(order, event, context)
    case 'revokeSeen':
      return revokeSeen(order, event, context)
    case 'nonceRead':
      return awaitsNonce(order) ? nonceRead(order, event, context) : stay(order)
    case 'proof':
      return proved(order, event, context)
    case 'readFailed': {
      if (watchesRevoke(order)) return revokeUnread(order, context)
      // Whoever stopped the order meanwhile has the last word.
      if (!isRead(order)) return stay(order)
      const followed = isFollowed(order)
      return change(order, {
        // One more look counted, so that a dead node does not starve the looks at the service.
        lookCount: followed ? order.lookCount + 1 : order.lookCount,
        // On its way, or over: a node that does not answer is no problem of the swap's, and says nothing of its money.
        problem: followed ? order.problem : (order.problem ?? event.problem),
        dueMs: chainDueMs(order, context.nowMs),
      })
    }
    case 'lapsed':
      if (order.state === 'sign_requested') return needsUser(order, plainProblem('quoteExpired'), context)
      return order.state === 'needs_user' ? putAway(order, context) : stay(order)
    case 'clockSetBack':
      return clockSetBack(order, context)
    case 'notified':
      return order.notice?.kind !== event.of
        ? stay(order)
        : change(order, { notice: { ...order.notice, state: 'notified' } })
    case 'retry':
      return retry(order, event.requestId, context)
    case 'abandon':
      return abandon(order, context)
    case 'acceptOffer':
      return acceptOffer(order, event.offerId, context)
    case 'seen':
      return order.seen ? stay(order) : change(order, { seen: true })
  }
}

/** Answers count only for the request that is open (R8); after an unknown outcome a late one is still welcome. */
function isOpenRequest(order: Order, requestId: string): boolean {
  const waiting = ['approve_requested', 'sign_requested', 'send_requested', 'unknown_outcome']
  if (order.walletRequest?.requestId !== requestId) return false
  return asksBeside(order) || waiting.includes(order.state)
}

function isFollowed(order: Order): boolean {
  const followed = ['submitting', 'submitted', 'send_requested', 'sent', 'deposit_awaited', 'pending']
  return [...followed, 'unknown_outcome', 'reported_terminal', 'verified_terminal'].includes(order.state)
}

/** Its signature may be alive, so the nonce is evidence. */
function awaitsNonce(order: Order): boolean {
  const waiting = ['submitting', 'submitted', 'pending', 'unknown_outcome', 'reported_terminal']
  return order.kind === 'signed' && waiting.includes(order.state)
}

/** Its duty may read a chain. */
function isRead(order: Order): boolean {
  const before = ['confirmed', 'approve_requested', 'approve_sent', 'approved', 'signed']
  return before.includes(order.state) || (isFollowed(order) && order.state !== 'verified_terminal')
}

function walletAnswered(
  order: Order,
  event: Extract<FlowEvent, { kind: 'walletAnswered' }>,
  context: StepContext,
): Step {
  if (!isOpenRequest(order, event.requestId)) return stay(order)
  const beside = besideAnswered(order, event.result, context)
  if (beside !== null) return beside
  if (order.state === 'approve_requested') return approvalAnswered(order, event.result, context)
  if (order.state === 'sign_requested') return signatureAnswered(order, event.result, context)
  return order.walletRequest?.purpose === 'sendCalls'
    ? callsAnswered(order, event.result, context)
    : sendAnswered(order, event.result, context)
}

function walletLost(
  order: Order,
  event: Extract<FlowEvent, { kind: 'walletLost' }>,
  context: StepContext,
): Step {
  if (!isOpenRequest(order, event.requestId)) return stay(order)
  const beside = besideLost(order, event.problem)
  if (beside !== null) return beside
  if (order.state === 'send_requested') return sendLost(order, context)
  // An approval may still land: the allowance tells. A signature nobody received is dead with its request id.
  if (order.state === 'approve_requested')
    return change(order, { problem: event.problem, dueMs: context.nowMs })
  if (order.state === 'sign_requested') return needsUser(order, event.problem, context)
  return stay(order)
}

/** The person wants it after all. Everything is read again; what may still act, or another window asked, is not asked twice. */
function retry(order: Order, requestId: string | undefined, context: StepContext): Step {
  const again = ['needs_user', 'approve_requested', 'sign_requested']
  if (!again.includes(order.state) || order.walletRequest?.requestId !== requestId) return stay(order)
  return move(order, 'confirmed', context.nowMs, { walletRequest: null, offer: null })
}

/** What is not out of the person's hands ends; of what may be, only the waiting for the wallet does, and the chain tells. */
function abandon(order: Order, context: StepContext): Step {
  const beside = besideLost(order, plainProblem('walletSilent'))
  if (beside !== null) return beside
  const isUnpaid = order.state === 'deposit_awaited' && order.depositSeen === undefined
  if (unsignedStates.has(order.state) || isUnpaid) return putAway(order, context)
  return order.state === 'send_requested' ? sendLost(order, context) : stay(order)
}
