import { isHash, lowerHex } from '../../base/hex.ts'
import type { ProblemCode, ProblemData } from '../../base/problem.ts'
import type { ChainDoubt } from '../../chain/evidence.ts'
import { acceptAnyHost, requireTwoHosts } from '../../chain/quorum.ts'
import { hasPermitExpired } from '../../quote/held-quote.ts'
import { readExitCall } from '../chain-reads.ts'
import {
  change,
  createProblemData,
  type RequestFailure,
  stay,
  type Transition,
  type TransitionContext,
  withSent,
  withTransaction,
  withWalletRequest,
} from '../change.ts'
import { endCancelled } from '../ending.ts'
import type { EventOf, FlowEvent, Task } from '../event.ts'
import type { FlowPorts } from '../flow-ports.ts'
import type { Order, SignedOrder } from '../order.ts'
import { countMissingRead, hasCancelRequest } from '../order-facts.ts'
import type { OrderTransaction } from '../order-parts.ts'
import { cancelCallOf, originConfig } from '../wallet-request.ts'
import { canCancel, findCancellation } from './exit-rules.ts'
import { readNonceEnd } from './nonce-end.ts'
import { poll, pollWaitMs } from './polls.ts'
import { nonceEvidence } from './submission.ts'
import { chainDueMs } from './tracking.ts'

/** The state stays the same; the nonce decides whether the cancellation was in time. */
export function requestCancel(
  order: SignedOrder,
  event: EventOf<'cancel'>,
  context: TransitionContext,
): Transition {
  if (!canCancel(order)) return stay(order)
  const { accountNonce, sinceBlock, wallet } = event
  const request = {
    purpose: 'cancel',
    wallet,
    accountNonce,
    amountUnits: null,
    dueMs: context.nowMs,
  } as const
  const cancelling = order.cancelling ?? { sinceBlock, isTooLate: false }
  const requested = withWalletRequest({ ...order, cancelling, pollCount: 0 }, order.state, request, context)
  return { ...requested, order: { ...requested.order, problem: endProblemOf(order) } }
}

/** Records the wallet's answer to the cancellation. If it is not a hash, only the nonce decides. */
export function onCancelAnswer(
  order: Order,
  { result }: EventOf<'walletAnswered'>,
  context: TransitionContext,
): Transition {
  const open = { ...order, walletRequest: null }
  if (!isHash(result)) return change(open, {})
  const hash = lowerHex(result)
  if (order.transactions.some((one) => one.hash === hash)) return change(open, {})
  const transactions = withSent(order, 'cancel', hash, { amountUnits: null }, context)
  const sent = { ...open, transactions, pollCount: 0 }
  return change(sent, { dueMs: chainDueMs(sent, context.nowMs) })
}

/**
 * A page may have sent a transaction that it reports as rejected. So Ferry keeps reading the nonce, unless no
 * page was involved.
 */
export function onCancelRejected(
  order: Order,
  { problem, isTrusted }: EventOf<'walletRejected'>,
): Transition {
  const open = { ...order, walletRequest: null }
  const known = isTrusted === true && !wasSent(order) ? withoutCancelling(open) : open
  return change(known, { problem: notSentProblem(order, problem.code) })
}

export function onCancelLost(order: Order, { problem }: RequestFailure): Transition {
  const shown = endProblemOf(order) ?? { ...problem, money: 'neverExecuted' as const }
  return change(order, { walletRequest: null, problem: shown })
}

export const watchCancel: Task = { name: 'watchCancel', isRead: true, run: readCancel }

const nothingRead = { end: 'unclear', hash: null, confirmations: 0 } as const

/** Reads the transaction before the nonce, so that an unused nonce proves that the transaction did nothing. */
async function readCancel(order: Order, ports: FlowPorts, isWatched: boolean): Promise<FlowEvent> {
  if (order.kind !== 'signed' || order.cancelling === undefined) return poll.run(order, ports, isWatched)
  const ours = findCancellation(order)
  const config = originConfig(ports.deployment, order)
  const seen = ours === null ? null : await readExitCall(order, ours, cancelCallOf(order, config), ports)
  const read = await readNonceEnd(order, order.cancelling, ports)
  const { end, hash, confirmations } = acceptAnyHost(read) ?? nothingRead
  const isSingleHost = requireTwoHosts(read) === null
  const transaction = seen?.transaction ?? null
  if (end === 'cancelled') {
    const isDeep = !isSingleHost && confirmations >= config.confirmations
    const by = hash === null ? transaction : ({ hash, state: 'mined' } as const)
    const event = { kind: 'cancelObserved', end: isDeep ? 'cancelled' : 'open', transaction: by } as const
    return isSingleHost ? { ...event, doubt: 'oneSource' } : event
  }
  if (end === 'taken') {
    // One endpoint alone must not remove the option to cancel.
    if (!isSingleHost) return { kind: 'cancelObserved', end, transaction }
    return { kind: 'cancelObserved', end: 'open', transaction, doubt: 'oneSource' }
  }
  // Neither the signature nor the cancellation was used in time, so the deadline decides.
  if (end === 'unused' && hasPermitExpired(order, ports.clock.nowMs())) return nonceEvidence(order, ports)
  const open = { kind: 'cancelObserved', end: 'open', transaction } as const
  if (seen?.isMissing === true) return { ...open, isMissing: true }
  // A mined transaction that left the nonce unused did not cancel anything.
  const didNothing = transaction?.state === 'mined' && end === 'unused' && !isSingleHost
  return didNothing ? { ...open, transaction: { ...transaction, state: 'failed' } } : open
}

export function onCancelObserved(
  order: SignedOrder,
  event: EventOf<'cancelObserved'>,
  context: TransitionContext,
): Transition {
  const { cancelling } = order
  if (cancelling === undefined) return stay(order)
  const { nowMs } = context
  const known = withSeen(order, event, context)
  if (event.end === 'cancelled') return endCancelled(known, context)
  const next = withDoubt({ ...known, pollCount: order.pollCount + 1 }, event.doubt)
  if (event.end === 'taken') {
    return change(next, {
      cancelling: { ...cancelling, isTooLate: true },
      isPermitOver: true,
      problem:
        order.state === 'reported_terminal' ? order.problem : createProblemData('cancelTooLate', 'inTransit'),
      walletRequest: hasCancelRequest(order) ? null : order.walletRequest,
      dueMs: nowMs + pollWaitMs(next.pollCount, nowMs - order.createdMs),
    })
  }
  const state = known.transactions.find(({ hash }) => hash === event.transaction?.hash)?.state
  const reason = state === undefined ? undefined : reasonByState[state]
  if (reason !== undefined && order.walletRequest === null) {
    // One endpoint may be wrong, and the cancellation may still be mined. Ferry keeps reading the nonce.
    return change(next, { problem: notSentProblem(order, reason), dueMs: nowMs })
  }
  return change(next, { dueMs: chainDueMs(next, nowMs) })
}

const reasonByState: { readonly [state in OrderTransaction['state']]?: ProblemCode } = {
  failed: 'transactionFailed',
  replaced: 'transactionReplaced',
  dropped: 'transactionDropped',
}

function withDoubt(order: SignedOrder, doubt: ChainDoubt | undefined): SignedOrder {
  const { doubt: _before, ...plain } = order
  return doubt === undefined ? plain : { ...plain, doubt }
}

/** Records the observed transaction. A transaction that replaced ours under another hash is ours too. */
function withSeen(
  order: SignedOrder,
  { transaction: seen, isMissing }: EventOf<'cancelObserved'>,
  context: TransitionContext,
): SignedOrder {
  if (seen === null) return order
  if (isMissing === true) {
    const sent = order.transactions.find(({ hash }) => hash === seen.hash)
    const missed = sent === undefined ? null : countMissingRead(sent, context.nowMs)
    return missed === null ? order : { ...order, transactions: withTransaction(order, seen.hash, missed) }
  }
  const minedMs = seen.state === 'mined' ? context.nowMs : null
  const isKnown = order.transactions.some(({ hash }) => hash === seen.hash)
  if (isKnown) {
    return { ...order, transactions: withTransaction(order, seen.hash, { state: seen.state, minedMs }) }
  }
  const ours = findCancellation(order)
  const kept = ours === null ? order.transactions : withTransaction(order, ours.hash, { state: 'replaced' })
  const found = {
    purpose: 'cancel',
    hash: seen.hash,
    chainId: order.reviewed.request.originChainId,
    state: seen.state,
    accountNonce: null,
    sentMs: context.nowMs,
    minedMs,
    amountUnits: null,
  } as const
  return { ...order, transactions: [...kept, found] }
}

function endProblemOf(order: Order): ProblemData | null {
  return order.state === 'reported_terminal' ? order.problem : null
}

function notSentProblem(order: Order, reason: string): ProblemData {
  return endProblemOf(order) ?? createProblemData('cancelNotSent', 'neverExecuted', { reason })
}

/** Once a cancellation was sent, Ferry reads the nonce until the end, also if the transaction is reported as failed. */
function wasSent({ transactions }: Order): boolean {
  return transactions.some(({ purpose }) => purpose === 'cancel')
}

function withoutCancelling(order: Order): Order {
  const { cancelling: _cancelling, ...rest } = order
  return rest
}
