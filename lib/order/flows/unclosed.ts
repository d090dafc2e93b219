import { isHash, lowerHex } from '../../base/hex.ts'
import { dayMs, hourMs, minuteMs, secondMs } from '../../base/time.ts'
import { callsIdOf } from '../../wallet/wallet-questions.ts'
import {
  change,
  endStopped,
  move,
  plainProblem,
  stay,
  type Transition,
  type TransitionContext,
  unanswered,
  withClosed,
} from '../change.ts'
import { withDeal, withLiveDeal } from '../deals.ts'
import type { EventOf, Task } from '../event.ts'
import type { CallsOrder, Order, SignedOrder } from '../order.ts'
import { isOfCalls, mayBeUsed, mayPutAway, statusKeyOf } from '../order-facts.ts'
import type { UnclosedRequest } from '../order-parts.ts'
import { isIn } from '../order-state.ts'
import { awaitsCalls, callsSeen, sentAnswered, watchCalls } from './batch.ts'
import { cancel } from './cancel.ts'
import { mayCancel } from './exit-rules.ts'
import { isChainsTurn, poll } from './polls.ts'
import { signatureAnswered } from './signature.ts'
import { chainDueMs, pacedDueMs } from './tracking.ts'
import { readUnclosed } from './unclosed-reads.ts'

/** A read is good for the prompt that follows it, and no longer. */
const readForMs = 30 * secondMs

/** Returns whether the chain has to be read first: a signature or transaction that was put before a wallet may have been used. */
export function mustReadUnclosed({ unclosed = [], unclosedReadMs }: Order, nowMs: number): boolean {
  return unclosed.length > 0 && !(unclosedReadMs !== undefined && nowMs - unclosedReadMs < readForMs)
}

/**
 * Stops the order before anything was signed or sent, as far as is known. A page may have kept what it called rejected: then
 * the chain is read until nothing of it can be used any more.
 */
export function abandon(order: Order, context: TransitionContext): Transition {
  const unclosed = order.unclosed?.filter(({ record }) => mayBeUsed(order, record)) ?? []
  const known = order.unclosed === undefined ? order : { ...order, unclosed }
  if (unclosed.length === 0) return endStopped(known, context)
  return move(withLiveDeal(known, context.nowMs), 'stopping', context.nowMs, {
    problem: order.problem,
    ...unanswered(order),
    offer: null,
    signature: null,
    submitBody: null,
    pollCount: 0,
    unclosedReadMs: context.nowMs,
  })
}

/** Stops a swap that waits for the user, and has the signature cancelled that a page may have kept. */
export function stopAndCancel(
  order: SignedOrder,
  event: EventOf<'cancel'>,
  context: TransitionContext,
): Transition {
  if (!mayCancel(order)) return stay(order)
  const { order: stopped } = abandon(order, context)
  return stopped.kind === 'signed' ? cancel(stopped, event, context) : stay(order)
}

/** How often it is read whether what the wallet never answered can still be sent. */
const readEveryMs = 10 * minuteMs

/**
 * Returns whether an order may end by itself: its wallet answered with an error, and no transaction of it is seen. A wallet that
 * named another transaction has sent something, and one that never answered may still show the question.
 */
function mayEnd(order: Order, nowMs: number): boolean {
  const isNamed = order.transactions.some(({ purpose }) => purpose === 'send')
  return mayPutAway(order, nowMs) && order.walletRequest?.errorMs !== undefined && !isNamed
}

/** Returns whether it has to be read whether what the wallet was asked to send can still be sent. */
export function mustReadSend(order: Order, nowMs: number): boolean {
  const sinceMs = order.unclosedReadMs ?? order.walletRequest?.askedMs ?? nowMs
  // In turns: where too few endpoints answer, the transaction and the service are still looked at.
  const isTurn = order.pollCount % 4 === 3
  return isTurn && mayEnd(order, nowMs) && nowMs - sinceMs >= readEveryMs
}

/**
 * Returns what is due once a swap is stopped. The service may know what a contract account sent, which moves no nonce. A wallet
 * that was given calls may say what became of them.
 */
export function taskWhileStopping(order: Order): Task {
  if (awaitsCalls(order) && order.pollCount % 3 === 1) return watchCalls
  const isPolled = order.kind !== 'signed' && statusKeyOf(order) !== null
  return isPolled && !isChainsTurn(order) ? poll : readUnclosed
}

/**
 * Takes in what the chain shows of unclosed requests. One that was used is followed, and nothing else is put before the
 * wallet. A swap that was stopped ends once none of them can be used any more.
 */
export function unclosedRead(
  order: Order,
  { usedId, closedIds }: EventOf<'unclosedRead'>,
  context: TransitionContext,
): Transition {
  const used = order.unclosed?.find(({ record }) => record.requestId === usedId)
  const { nowMs } = context
  if (order.state === 'unknown_outcome') return sendRead(order, closedIds, context)
  if (used !== undefined) return followUsed(order, used, context)
  const known = closedIds.reduce(withClosed, order)
  if (order.state !== 'stopping') return change(known, { unclosedReadMs: nowMs, dueMs: nowMs })
  if (known.unclosed === undefined || known.unclosed.length === 0) return endStopped(known, context)
  const dueMs = stoppingDueMs(order, nowMs)
  return change(withLiveDeal(known, nowMs), { unclosedReadMs: nowMs, pollCount: order.pollCount + 1, dueMs })
}

/** What was used is found by its nonce or by the service; what can never be sent any more ends the order. */
function sendRead(order: Order, closedIds: readonly string[], context: TransitionContext): Transition {
  const { nowMs } = context
  const known = closedIds.reduce(withClosed, order)
  if (mayEnd(order, nowMs) && known.unclosed?.length === 0) {
    const problem = order.problem === null ? null : { ...order.problem, money: 'nothingSent' as const }
    return endStopped({ ...known, problem, walletRequest: null }, context)
  }
  const dueMs = chainDueMs(order, nowMs)
  return change(known, { unclosedReadMs: nowMs, pollCount: order.pollCount + 1, dueMs })
}

/** How long a stopped swap is read without an answer of its chain; `problem_stoppedUnread_next` says so. */
const unreadEndMs = 30 * dayMs

/** Reads further apart than this had a sleep between them: the first one after it does not decide. */
const awakeMs = 2 * hourMs

/** A read of a stopped swap failed. After 30 days of that it ends, and whether its request was used stays unknown. */
export function stoppingUnread(
  order: Order,
  _event: EventOf<'readFailed'>,
  context: TransitionContext,
): Transition {
  const { nowMs } = context
  const isAwake = nowMs - order.updatedMs < awakeMs
  const isOver = nowMs - (order.unclosedReadMs ?? nowMs) >= unreadEndMs
  if (isAwake && isOver)
    return endStopped({ ...order, problem: plainProblem('stoppedUnread', 'unknown') }, context)
  return change(order, { pollCount: order.pollCount + 1, dueMs: stoppingDueMs(order, nowMs) })
}

/** Takes in what the wallet says of the calls of a stopped swap. Failed ones are closed, and the swap ends with the last request. */
export function stoppingCallsSeen(
  order: CallsOrder,
  event: EventOf<'callsSeen'>,
  context: TransitionContext,
): Transition {
  const next = callsSeen(order, event, context)
  const dueMs = stoppingDueMs(order, context.nowMs)
  if (next.order.state === 'stopping') return change(next.order, { dueMs })
  if (next.order.state !== 'needs_user') return next
  const unclosed = order.unclosed?.filter(({ record }) => record.purpose !== 'sendCalls') ?? []
  const known = { ...order, unclosed, callsId: null }
  return unclosed.length === 0 ? endStopped(known, context) : change(known, { dueMs })
}

/** Most such requests were really rejected, so that they are read at an easy pace. */
function stoppingDueMs(order: Order, nowMs: number): number {
  return pacedDueMs(order, nowMs, Math.max(10 * minuteMs, nowMs - order.createdMs))
}

/** The order follows the deal that was used, which may be an earlier one than it holds now. */
function followUsed(
  order: Order,
  { record, terms }: UnclosedRequest,
  context: TransitionContext,
): Transition {
  const { nowMs } = context
  const isSigned = record.purpose === 'sign'
  const known = withDeal(order, terms, nowMs) ?? order
  return move(isSigned ? withClosed(known, record.requestId) : known, 'unknown_outcome', nowMs, {
    problem: plainProblem('walletSilent', 'unknown'),
    walletRequest: isSigned ? null : record,
    offer: null,
    pollCount: 0,
    seen: false,
  })
}

/** Takes in a late answer to an unclosed request. */
export function unclosedAnswered(
  order: Order,
  event: EventOf<'walletAnswered'>,
  context: TransitionContext,
): Transition {
  const request = order.unclosed?.find(({ record }) => record.requestId === event.requestId)
  if (request === undefined) return stay(order)
  const { purpose } = request.record
  if (purpose === 'sign') return signedLate(order, request, event, context)
  const isAnswer =
    purpose === 'send' ? isHash(event.result) : isOfCalls(order) && callsIdOf(event.result) !== null
  return isAnswer ? sentLate(order, request, event, context) : stay(order)
}

/** Problems that took a request back because the wallet has another account, or none, selected. */
const accountGone: ReadonlySet<string> = new Set(['walletWrongAccount', 'walletUnauthorized'])

/**
 * The order goes on from a late signature of its deal. One of a stopped swap, or of an account that the wallet no longer has
 * selected, is not posted: the page may do that, and the nonce is read.
 */
function signedLate(
  order: Order,
  { terms }: UnclosedRequest,
  event: EventOf<'walletAnswered'>,
  context: TransitionContext,
): Transition {
  if (order.state === 'stopping') return change(order, { dueMs: context.nowMs })
  const isOfDeal = order.kind === 'signed' && terms.permitNonce === order.terms.permitNonce
  const mayGoOn = isIn(order.state, 'takesLateSignature') && !accountGone.has(order.problem?.code ?? '')
  if (!isOfDeal || !mayGoOn) return stay(order)
  const next = signatureAnswered({ ...order, offer: null }, event, context)
  return next.order.state === 'signed' ? next : stay(order)
}

/** The order follows a late transaction by the deal that it is of, unless it follows one of another deal already. */
function sentLate(
  order: Order,
  { record, terms }: UnclosedRequest,
  event: EventOf<'walletAnswered'>,
  context: TransitionContext,
): Transition {
  const hash = isHash(event.result) ? lowerHex(event.result) : null
  if (order.transactions.some((one) => one.hash === hash)) return stay(withClosed(order, record.requestId))
  const isOfDeal = terms.quoteId === order.terms.quoteId
  const isFollowed = order.state === 'sent' && !isOfDeal
  if (isFollowed || !isIn(order.state, 'takesLateSend')) {
    const note = `an earlier wallet request was sent: ${hash ?? 'calls'}`
    return change(withClosed(order, record.requestId), { anomalies: [...order.anomalies, note] })
  }
  const known = withDeal(order, terms, context.nowMs) ?? order
  return sentAnswered({ ...known, ...unanswered(order), offer: null, walletRequest: record }, event, context)
}

/** A late rejection closes a request where it can be trusted. */
export function unclosedRefused(
  order: Order,
  { requestId, isTrusted }: EventOf<'walletRefused'>,
  context: TransitionContext,
): Transition {
  const known = isTrusted === true ? withClosed(order, requestId) : order
  return order.state === 'stopping' && known.unclosed?.length === 0 ? endStopped(known, context) : stay(known)
}
