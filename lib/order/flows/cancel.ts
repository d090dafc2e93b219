import { isHash, lowerHex } from '../../base/hex.ts'
import type { ProblemCode, ProblemData } from '../../base/problem.ts'
import type { ChainDoubt } from '../../chain/evidence.ts'
import { shownByAny, shownByTwo } from '../../chain/quorum.ts'
import { permitIsDead } from '../../quote/held-quote.ts'
import {
  change,
  type Lost,
  plainProblem,
  stay,
  type Transition,
  type TransitionContext,
  withSent,
  withTransaction,
  withWalletRequest,
} from '../change.ts'
import { moveCancelled } from '../ending.ts'
import type { EventOf, FlowEvent, Task } from '../event.ts'
import type { FlowPorts } from '../flow-ports.ts'
import type { Order, SignedOrder } from '../order.ts'
import { asksCancel } from '../order-facts.ts'
import { missedAgain, type OrderTransaction } from '../order-parts.ts'
import { readExitCall } from '../chain-reads.ts'
import { cancelCallOf, originConfig } from '../wallet-request.ts'
import { cancellationOf, mayCancel } from './exit-rules.ts'
import { nonceEndOf } from './nonce-end.ts'
import { poll, pollWaitMs } from './polls.ts'
import { nonceEvidence } from './submission.ts'
import { chainDueMs } from './tracking.ts'

/**
 * Requests the cancellation. The state stays the same; the nonce decides whether the cancellation was in
 * time.
 */
export function cancel(order: SignedOrder, event: EventOf<'cancel'>, context: TransitionContext): Transition {
  if (!mayCancel(order)) return stay(order)
  const { accountNonce, sinceBlock, wallet } = event
  const request = {
    purpose: 'cancel',
    wallet,
    accountNonce,
    amountUnits: null,
    dueMs: context.nowMs,
  } as const
  const cancelling = order.cancelling ?? { sinceBlock, isTooLate: false }
  const asked = withWalletRequest({ ...order, cancelling, pollCount: 0 }, order.state, request, context)
  return { ...asked, order: { ...asked.order, problem: endOf(order) } }
}

/** Records the wallet's answer to the cancellation. If it is not a hash, only the nonce decides. */
export function cancelAnswered(
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
 * Records that the wallet rejected the cancellation, or never got it: the swap continues as before. A page
 * may have sent a transaction that it reports as rejected. So Ferry keeps reading the nonce, unless no page
 * was involved.
 */
export function cancelStopped(order: Order, { problem, isTrusted }: EventOf<'walletRefused'>): Transition {
  const open = { ...order, walletRequest: null }
  const known = isTrusted === true && !wasSent(order) ? withoutCancelling(open) : open
  return change(known, { problem: notSent(order, problem.code) })
}

/**
 * Records that it is unknown whether the cancellation was sent. Ferry watches the nonce, and the person may
 * retry.
 */
export function cancelLost(order: Order, { problem }: Lost): Transition {
  const shown = endOf(order) ?? { ...problem, money: 'untaken' as const }
  return change(order, { walletRequest: null, problem: shown })
}

/** Reads whether a cancellation was in time. */
export const watchCancel: Task = { name: 'watchCancel', isRead: true, run: readCancel }

const nothingRead = { end: 'unclear', hash: null, confirmations: 0 } as const

/**
 * Polls the service if no cancellation is under way. Reads the transaction before the nonce, so that an
 * unused nonce proves that the transaction did nothing.
 */
async function readCancel(order: Order, ports: FlowPorts, isWatched: boolean): Promise<FlowEvent> {
  if (order.kind !== 'signed' || order.cancelling === undefined) return poll.run(order, ports, isWatched)
  const ours = cancellationOf(order)
  const config = originConfig(ports.deployment, order)
  const seen = ours === null ? null : await readExitCall(order, ours, cancelCallOf(order, config), ports)
  const read = await nonceEndOf(order, order.cancelling, ports)
  const { end, hash, confirmations } = shownByAny(read) ?? nothingRead
  const isOne = shownByTwo(read) === null
  const transaction = seen?.transaction ?? null
  if (end === 'cancelled') {
    const isDeep = !isOne && confirmations >= config.confirmations
    const by = hash === null ? transaction : ({ hash, state: 'mined' } as const)
    const event = { kind: 'cancelSeen', end: isDeep ? 'cancelled' : 'open', transaction: by } as const
    return isOne ? { ...event, doubt: 'oneSource' } : event
  }
  if (end === 'taken') {
    // One endpoint alone must not remove the option to cancel.
    if (!isOne) return { kind: 'cancelSeen', end, transaction }
    return { kind: 'cancelSeen', end: 'open', transaction, doubt: 'oneSource' }
  }
  // Neither the signature nor the cancellation was used in time, so the deadline decides.
  if (end === 'unused' && permitIsDead(order, ports.clock.nowMs())) return nonceEvidence(order, ports)
  const open = { kind: 'cancelSeen', end: 'open', transaction } as const
  if (seen?.isMissing === true) return { ...open, isMissing: true }
  // A mined transaction that left the nonce unused did not cancel anything.
  const didNothing = transaction?.state === 'mined' && end === 'unused' && !isOne
  return didNothing ? { ...open, transaction: { ...transaction, state: 'failed' } } : open
}

/** Records what the chain shows of nonce and transaction: cancelled for good, too late, or still open. */
export function cancelSeen(
  order: SignedOrder,
  event: EventOf<'cancelSeen'>,
  context: TransitionContext,
): Transition {
  const { cancelling } = order
  if (cancelling === undefined) return stay(order)
  const { nowMs } = context
  const known = withSeen(order, event, context)
  if (event.end === 'cancelled') return moveCancelled(known, context)
  const next = doubted({ ...known, pollCount: order.pollCount + 1 }, event.doubt)
  if (event.end === 'taken') {
    return change(next, {
      cancelling: { ...cancelling, isTooLate: true },
      isPermitOver: true,
      problem:
        order.state === 'reported_terminal' ? order.problem : plainProblem('cancelTooLate', 'onItsWay'),
      walletRequest: asksCancel(order) ? null : order.walletRequest,
      dueMs: nowMs + pollWaitMs(next.pollCount, nowMs - order.createdMs),
    })
  }
  const state = known.transactions.find(({ hash }) => hash === event.transaction?.hash)?.state
  const reason = state === undefined ? undefined : reasons[state]
  if (reason !== undefined && order.walletRequest === null) {
    // One endpoint may be wrong, and the cancellation may still be mined. Ferry keeps reading the nonce.
    return change(next, { problem: notSent(order, reason), dueMs: nowMs })
  }
  return change(next, { dueMs: chainDueMs(next, nowMs) })
}

/** Why a cancellation did nothing, by the state of its transaction. */
const reasons: { readonly [state in OrderTransaction['state']]?: ProblemCode } = {
  failed: 'transactionFailed',
  replaced: 'transactionReplaced',
  dropped: 'transactionDropped',
}

/** Replaces the doubt of the order; removes it without a new one. */
function doubted(order: SignedOrder, doubt: ChainDoubt | undefined): SignedOrder {
  const { doubt: _before, ...plain } = order
  return doubt === undefined ? plain : { ...plain, doubt }
}

/** Records the observed transaction. A transaction that replaced ours under another hash is ours too. */
function withSeen(
  order: SignedOrder,
  { transaction: seen, isMissing }: EventOf<'cancelSeen'>,
  context: TransitionContext,
): SignedOrder {
  if (seen === null) return order
  if (isMissing === true) {
    const sent = order.transactions.find(({ hash }) => hash === seen.hash)
    const missed = sent === undefined ? null : missedAgain(sent, context.nowMs)
    return missed === null ? order : { ...order, transactions: withTransaction(order, seen.hash, missed) }
  }
  const minedMs = seen.state === 'mined' ? context.nowMs : null
  const isKnown = order.transactions.some(({ hash }) => hash === seen.hash)
  if (isKnown) {
    return { ...order, transactions: withTransaction(order, seen.hash, { state: seen.state, minedMs }) }
  }
  const ours = cancellationOf(order)
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

/** Keeps the problem of an end, and drops earlier problems. */
function endOf(order: Order): ProblemData | null {
  return order.state === 'reported_terminal' ? order.problem : null
}

function notSent(order: Order, reason: string): ProblemData {
  return endOf(order) ?? plainProblem('cancelNotSent', 'untaken', { reason })
}

/**
 * Returns whether a cancellation was ever sent. Then Ferry reads its nonce until the end, whatever was
 * observed of it.
 */
function wasSent({ transactions }: Order): boolean {
  return transactions.some(({ purpose }) => purpose === 'cancel')
}

function withoutCancelling(order: Order): Order {
  const { cancelling: _cancelling, ...rest } = order
  return rest
}
