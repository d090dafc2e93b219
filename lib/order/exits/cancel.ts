import { Problem } from '../../base/problem.ts'
import type { ProblemData } from '../../base/problem-shape.ts'
import { hasEnoughSources } from '../../chain/evidence.ts'
import { acceptAnyHost, requireTwoHosts } from '../../chain/quorum.ts'
import { hasPermitExpiredWithMargin } from '../../quote/held-quote.ts'
import type { Account } from '../../wallet/port.ts'
import { createProblemData, createSent, withDoubt } from '../change.ts'
import type { EventOf, FlowEvent, Task } from '../event.ts'
import type { FlowPorts } from '../flow-ports.ts'
import { endUnused } from '../flows/ends.ts'
import { chainDueMs, poll, pollWaitMs } from '../flows/schedule.ts'
import { isPermitDeadlinePassed, nonceEvidence, readNonceEnd } from '../nonce-reads.ts'
import type { Order, SignedOrder } from '../order.ts'
import { hasRequestFor } from '../order-facts.ts'
import { isWalletBusy } from '../order-store.ts'
import { withCancellableTerms } from '../stored-requests.ts'
import { readExitCall } from '../transaction-reads.ts'
import { change, type Handler, stay, type TransitionContext } from '../transition.ts'
import { cancelCall, originConfig, requireListed } from '../wallet-request.ts'
import {
  type Exit,
  type ExitTerms,
  exitPlaceOf,
  exitWallet,
  requestExit,
  withCallSeen,
  withMissedExit,
} from './exit-engine.ts'
import { canCancel, findCancellation } from './exit-rules.ts'

/** The nonce decides whether the cancellation was in time. */
export const cancellation: Exit = {
  purpose: 'cancel',
  amountUnits: null,
  afterSent: (order) => ({ ...order, readCount: 0 }),
  afterUnclear: (order) => order,
  // A page may have sent a transaction that it reports as rejected. So Ferry keeps reading the nonce, unless no page
  // was involved.
  afterRejected(order, { problem, isTrusted }) {
    const { cancelling: _cancelling, ...plain } = order
    // Once a cancellation was sent, Ferry reads the nonce until the end, also if the transaction is reported as failed.
    const isSent = order.transactions.some(({ purpose }) => purpose === 'cancel')
    const known = isTrusted === true && !isSent ? plain : order
    return { ...known, problem: notSentProblem(order, problem.code) }
  },
  afterLost(order, problem) {
    const shown = endProblemOf(order) ?? { ...problem, money: 'neverExecuted' as const }
    return { ...order, problem: shown }
  },
}

export const requestCancel: Handler<'cancel', SignedOrder> = (order, event, context) => {
  if (!canCancel(order)) return stay(order)
  const cancelling = order.cancelling ?? { sinceBlock: event.sinceBlock, isTooLate: false }
  const own = { cancelling, readCount: 0, problem: endProblemOf(order), dueMs: context.nowMs }
  return requestExit({ ...order, ...own }, cancellation, event, context)
}

export const watchCancel: Task = { name: 'watchCancel', isRead: true, run: readCancel }

const nothingRead = { end: 'unclear', hash: null, confirmations: 0 } as const

/** Reads the transaction before the nonce, so that an unused nonce proves that the transaction did nothing. */
async function readCancel(order: Order, ports: FlowPorts): Promise<FlowEvent> {
  if (order.kind !== 'signed' || order.cancelling === undefined) return poll.run(order, ports)
  const ours = findCancellation(order)
  const config = originConfig(ports.deployment, order)
  const seen =
    ours === null
      ? null
      : await readExitCall(order, ours, cancelCall(config.permit2, BigInt(order.terms.permitNonce)), ports)
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
  if (end === 'unused' && hasPermitExpiredWithMargin(order.terms, ports.clock.nowMs()))
    return nonceEvidence(order, ports)
  const open = { kind: 'cancelObserved', end: 'open', transaction } as const
  if (seen?.isMissing === true) return { ...open, isMissing: true }
  // A mined transaction that left the nonce unused did not cancel anything.
  const didNothing = transaction?.state === 'mined' && end === 'unused' && !isSingleHost
  return didNothing ? { ...open, transaction: { ...transaction, state: 'failed' } } : open
}

export const onCancelObserved: Handler<'cancelObserved', SignedOrder> = (order, event, context) => {
  const { cancelling } = order
  if (cancelling === undefined) return stay(order)
  const { nowMs } = context
  const known = withSeenCancellation(order, event, context)
  if (event.end === 'cancelled') return endUnused(known, 'cancelled', context)
  const next = withDoubt({ ...known, readCount: order.readCount + 1 }, event.doubt)
  if (event.end === 'taken') {
    return change(next, {
      cancelling: { ...cancelling, isTooLate: true },
      isPermitOver: true,
      problem:
        order.state === 'reported_terminal' ? order.problem : createProblemData('cancelTooLate', 'inTransit'),
      walletRequest: hasRequestFor(order, 'cancel') ? null : order.walletRequest,
      dueMs: nowMs + pollWaitMs(next.readCount, nowMs - order.createdMs),
    })
  }
  const state = known.transactions.find(({ hash }) => hash === event.transaction?.hash)?.state
  const isOver = state === 'failed' || state === 'replaced' || state === 'dropped'
  if (isOver && order.walletRequest === null) {
    // One endpoint may be wrong, and the cancellation may still be mined. Ferry keeps reading the nonce.
    return change(next, { problem: notSentProblem(order, state), dueMs: nowMs })
  }
  return change(next, { dueMs: chainDueMs(next, nowMs) })
}

function withSeenCancellation(
  order: SignedOrder,
  { transaction: seen, isMissing }: EventOf<'cancelObserved'>,
  context: TransitionContext,
): SignedOrder {
  const { nowMs } = context
  if (seen === null) return order
  if (isMissing === true) return withMissedExit(order, seen.hash, nowMs)
  // It may be from another browser or tool, with another nonce.
  const other = createSent(
    { ...order, walletRequest: null },
    'cancel',
    seen.hash,
    { amountUnits: null },
    context,
  )
  return withCallSeen(order, seen, { ours: findCancellation(order), other, nowMs })
}

function endProblemOf(order: Order): ProblemData | null {
  return order.state === 'reported_terminal' ? order.problem : null
}

function notSentProblem(order: Order, reason: string): ProblemData {
  return endProblemOf(order) ?? createProblemData('cancelNotSent', 'neverExecuted', { reason })
}

/**
 * Checks that the signature is unused. Throws, in addition to the problems of `reviewExit`:
 * - `notAllowed`: there is nothing to cancel.
 * - `contractNotListed`: the deployment file lists another Permit2.
 * - `cancelTooLate`: the signature was used.
 * - `walletBusy`.
 */
export async function readCancelTerms(
  stored: Order,
  account: Account | null,
  ports: FlowPorts,
): Promise<ExitTerms> {
  // The cancellation stops it, and its terms are those of the signature that may be used.
  const order = stored.state === 'needs_user' ? withCancellableTerms(stored) : stored
  const where = exitPlaceOf('cancel', order)
  if (order.kind !== 'signed' || !canCancel(order)) throw new Problem('notAllowed', where)
  const config = originConfig(ports.deployment, order)
  requireListed(order, config, where.money)
  const wallet = exitWallet('cancel', order, account)
  if (await isWalletBusy({ ...order, wallet }, ports)) throw new Problem('walletBusy', where)
  // There is nothing left to cancel, and no reason to pay gas.
  if (await isPermitDeadlinePassed(order, ports)) throw new Problem('notAllowed', where)
  // Read the block first: any later use of the nonce is in a later block.
  const sinceBlock = await ports.chain.blockNumber(config.chainId)
  const nonce = await nonceEvidence(order, ports)
  if (nonce.used && hasEnoughSources(nonce)) throw new Problem('cancelTooLate', { money: 'inTransit' })
  return { order, contract: config.permit2, amountOf: () => null, sinceBlock: sinceBlock.toString() }
}
