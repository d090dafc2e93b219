import { isHash, lowerHex } from '../../base/hex.ts'
import { Problem, problemData } from '../../base/problem.ts'
import { callsIdOf } from '../../wallet/wallet-questions.ts'
import {
  awaitUser,
  change,
  closed,
  type Listeners,
  move,
  stay,
  type Transition,
  type TransitionContext,
  unanswered,
  withAsked,
  withClosed,
  withIdle,
  withWalletRequest,
} from '../change.ts'
import type { EventOf, FlowEvent, Task } from '../event.ts'
import type { FlowPorts } from '../flow-ports.ts'
import type { Order } from '../order.ts'
import { asksSend, isOneOfSeveral, isReceiptOnly, mayAskAgain, statusKeyOf } from '../order-facts.ts'
import { isExit } from '../order-parts.ts'
import { walletIsTaken } from '../reads.ts'
import { awaitsCalls, sentAnswered, watchCalls } from './batch.ts'
import { refused } from './deciding.ts'
import { watchTransaction } from './mining.ts'
import { isChainsTurn, poll } from './polls.ts'
import { findTransaction, mayBeFound, sendLost } from './sending.ts'
import { answeredStopped } from './stopped.ts'
import { taskWhilePending } from './submission.ts'
import { chainDueMs } from './tracking.ts'
import { mustReadSend, unclosedAnswered, unclosedRefused } from './unclosed.ts'
import { readUnclosed } from './unclosed-reads.ts'

/** Nothing is seen of the approval: asked anew it sets the same amount. */
function approveAgain(order: Order, _event: EventOf<'retry'>, context: TransitionContext): Transition {
  if (!mayAskAgain(order)) return stay(order)
  // A yes to the first may come all the same; one that was answered is no question any more.
  const open = order.state === 'approve_sent' ? { walletRequest: null } : unanswered(order)
  return move(order, 'confirmed', context.nowMs, open)
}

/** The user wants what nothing was seen of: looked at once more, where no other prompt can come between, before it is asked. */
function wantAgain(order: Order, _event: EventOf<'retry'>, context: TransitionContext): Transition {
  const request = order.walletRequest
  if (request === null || !mayAskAgain(order)) return stay(order)
  return change(order, { walletRequest: { ...request, isWanted: true }, dueMs: context.nowMs })
}

/** Looks at wallet and account right before the same is asked for again; what is in the way is told, and asks for nothing later. */
const lookAgain: Task = { name: 'lookAgain', leadsToPrompt: true, run: readForSendAgain }

async function readForSendAgain(order: Order, ports: FlowPorts): Promise<FlowEvent> {
  const { requestId = '', purpose } = order.walletRequest ?? {}
  try {
    if (await walletIsTaken(order, ports)) throw new Problem('walletBusy')
    const look = purpose === 'sendCalls' ? watchCalls : findTransaction
    const seen = await look.run(order, ports, false)
    const idle = 'idle' in seen ? seen.idle : undefined
    const isFound = 'hash' in seen && seen.hash !== null
    return isFound || idle === undefined ? seen : { kind: 'readyToSend', requestId, idle }
  } catch (thrown) {
    return { kind: 'blocked', problem: problemData(thrown), attempt: null }
  }
}

/**
 * Nothing of it was seen for long enough, nor now: the very same call under the same account nonce. Should the wallet still
 * send the first, the inbox refuses the second, because it has that request; another quote would be another request, and
 * paid too. Both questions are heard from now on.
 */
function sendAgain(order: Order, { idle }: EventOf<'readyToSend'>, context: TransitionContext): Transition {
  const request = order.walletRequest
  if (request?.isWanted !== true) return stay(order)
  if (!idle.isIdle || idle.isTooLate) {
    const known = withIdle(unwanted(order), idle, context.nowMs)
    return change(known, { dueMs: chainDueMs(known, context.nowMs) })
  }
  const { purpose, accountNonce, amountUnits, nativeUnits } = request
  const again = {
    ...{ purpose, accountNonce, amountUnits, ...(nativeUnits === undefined ? {} : { nativeUnits }) },
    ...({ isBound: true, dueMs: context.nowMs + 30_000 } as const),
  }
  return withWalletRequest({ ...order, askedBefore: withAsked(order) }, 'send_requested', again, context)
}

/** Something is in the way of asking again: it is told, and the user may say so once more. */
function notAgain(order: Order, { problem }: EventOf<'blocked'>, context: TransitionContext): Transition {
  if (order.walletRequest?.isWanted !== true) return stay(order)
  const dueMs = chainDueMs(order, context.nowMs)
  return change(unwanted(order), { problem: { ...problem, money: 'unknown' }, dueMs })
}

function unwanted(order: Order): Order {
  if (order.walletRequest === null) return order
  const { isWanted: _wanted, ...walletRequest } = order.walletRequest
  return { ...order, walletRequest }
}

/** Takes in that the wallet said no: nothing was sent, unless the same was asked before and never answered. */
function refusedToSend(
  order: Order,
  { problem, requestId, isTrusted }: EventOf<'walletRefused'>,
  context: TransitionContext,
): Transition {
  const known = isTrusted === true ? withClosed(order, requestId) : order
  // A wallet that named another transaction before is not believed when it says that it sent none.
  const isNamed = order.transactions.some(({ differs }) => differs === true)
  const isOnly = !isNamed && !isOneOfSeveral({ ...order, walletRequest: null }, null)
  // One that came to nothing was sent all the same.
  const isSent = order.transactions.some(({ purpose }) => purpose === 'send')
  if (isOnly) return awaitUser(untaken(known), isSent ? { ...problem, money: 'unmoved' } : problem, context)
  const told = { problem: { ...problem, money: 'unknown' } } as const
  return move(known, 'unknown_outcome', context.nowMs, { ...told, ...closed(known) })
}

/** The wallet has none of the calls it was asked for: nobody waits for what carries them. */
function untaken(order: Order): Order {
  return order.callsId ? { ...order, callsId: null } : order
}

/** A late yes to what was asked before, and gave way to another question: its transaction is this order's as well. */
function earlierAnswered(
  order: Order,
  event: EventOf<'walletAnswered'>,
  context: TransitionContext,
): Transition {
  const { askedBefore = [], walletRequest } = order
  const request = askedBefore.find(({ requestId }) => requestId === event.requestId)
  if (request === undefined) return unclosedAnswered(order, event, context)
  const others = askedBefore.filter((one) => one !== request)
  const hash = isHash(event.result) ? lowerHex(event.result) : null
  // What becomes of a way out is for the chain to say.
  if (isExit(request)) return change(order, { askedBefore: others })
  if (!asksSend(request)) {
    const { transactions } = answeredStopped({ ...order, walletRequest: request }, event, context).order
    return change(order, { askedBefore: others, transactions, seen: false })
  }
  // Anything else says nothing of what was sent.
  if (request.purpose === 'send' ? hash === null : callsIdOf(event.result) === null) return stay(order)
  const isOpen =
    order.state === 'send_requested' || order.state === 'unknown_outcome' || order.state === 'sent'
  const isKnown = order.transactions.some((one) => one.hash === hash)
  // Further on the swap is taken, and the contract refuses it a second time.
  if (!isOpen || isKnown) return change(order, { askedBefore: others })
  const asked = asksSend(walletRequest) ? withAsked({ ...order, askedBefore: others }) : others
  return sentAnswered({ ...order, walletRequest: request, askedBefore: asked }, event, context)
}

/** A late rejection of an earlier request. */
function earlierRefused(
  order: Order,
  event: EventOf<'walletRefused'>,
  context: TransitionContext,
): Transition {
  const others = order.askedBefore?.filter((one) => one.requestId !== event.requestId)
  const isAsked = others !== undefined && others.length !== order.askedBefore?.length
  return unclosedRefused(isAsked ? { ...order, askedBefore: others } : order, event, context)
}

/** The way to the wallet was cut while it asked to approve: it may land all the same, and the allowance tells. */
function approvalLost(
  order: Order,
  { problem }: EventOf<'walletLost'>,
  context: TransitionContext,
): Transition {
  return change(asLost(order, context), { problem, dueMs: context.nowMs })
}

/**
 * The way to the wallet was cut while it asked to send, or it answered with an error: it may have been sent, and the chain
 * tells. What the wallet said is shown; that the way to it is gone says nothing of the transaction.
 */
function sendingLost(
  order: Order,
  { problem }: EventOf<'walletLost'>,
  context: TransitionContext,
): Transition {
  const lost = asLost(order, context)
  const { walletRequest } = lost
  if (problem.code === 'walletGone' || walletRequest === null) return sendLost(lost, context)
  const errorMs = context.nowMs
  return sendLost({ ...lost, walletRequest: { ...walletRequest, errorMs } }, context, problem)
}

/** A transaction is about to be put before the wallet: written down first, since a way to it may forget that it asked. */
function put(order: Order, _event: EventOf<'put'>, context: TransitionContext): Transition {
  const { walletRequest } = order
  if (walletRequest === null || walletRequest.putMs !== undefined) return stay(order)
  return change(order, { walletRequest: { ...walletRequest, putMs: context.nowMs } })
}

function asLost(order: Order, { nowMs }: TransitionContext): Order {
  const { walletRequest } = order
  return walletRequest === null ? order : { ...order, walletRequest: { ...walletRequest, lostMs: nowMs } }
}

/** Returns what is due while the wallet is asked to send: it may have sent, and never say so. */
export function taskWhileAsked(order: Order): Task {
  if (statusKeyOf(order) === null) return findTransaction
  const isLookedFor = asksSend(order.walletRequest) || order.sourceTransactionHash !== null
  return isLookedFor && isChainsTurn(order) ? findTransaction : poll
}

/** Returns what is due while nobody knows whether anything was sent, or used: whoever may tell is asked by turns. */
export function taskWhileUnknown(order: Order, nowMs: number): Task {
  if (order.walletRequest?.isWanted === true && order.restored !== true) return lookAgain
  if (awaitsCalls(order) && isChainsTurn(order)) return watchCalls
  if (mustReadSend(order, nowMs)) return readUnclosed
  const isSent = order.transactions.some(({ purpose, differs }) => purpose === 'send' && differs !== true)
  // What the service does not track is read off the chain: the transaction, or first its hash.
  if (isReceiptOnly(order) || statusKeyOf(order) === null) return isSent ? watchTransaction : findTransaction
  const last = order.transactions.at(-1)
  // What came to nothing is not watched while another question may still send it.
  const isWatched = last?.purpose === 'send' && (last.state === 'sent' || !mayBeFound(order))
  if (isWatched && isChainsTurn(order)) return watchTransaction
  if (mayBeFound(order) && isChainsTurn(order)) return findTransaction
  return taskWhilePending(order, nowMs)
}

/** While the wallet is asked to approve: it says no, or nothing, and may be asked again. */
export const approvalSilence = {
  walletRefused: [refused, 'needs_user'],
  walletLost: [approvalLost, 'stays'],
  retry: [approveAgain, 'confirmed'],
} as const satisfies Listeners

/** While the wallet is asked to send: a no of the second question says nothing of the first. */
export const sendSilence = {
  put: [put, 'stays'],
  walletRefused: [refusedToSend, 'needs_user', 'unknown_outcome'],
  walletLost: [sendingLost, 'unknown_outcome'],
} as const satisfies Listeners

/** While nobody knows whether it was sent. */
export const unheardSend = {
  walletRefused: [refusedToSend, 'stays', 'needs_user'],
  walletLost: [sendingLost, 'stays'],
  retry: [wantAgain, 'stays'],
  readyToSend: [sendAgain, 'stays', 'send_requested!'],
  blocked: [notAgain, 'stays'],
} as const satisfies Listeners

/** Of a question that gave way to another one. */
export const earlierAsked = {
  walletAnswered: [earlierAnswered, 'stays', 'signed', 'sent'],
  walletRefused: [earlierRefused, 'stays', 'abandoned_unsigned'],
} as const satisfies Listeners
