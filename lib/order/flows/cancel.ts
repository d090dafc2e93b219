import { isHash, lowerHex } from '../../base/hex.ts'
import type { ProblemData } from '../../base/problem.ts'
import type { NonceEnd } from '../../chain/chain-port.ts'
import { type ChainDoubt, isEnough } from '../../chain/evidence.ts'
import { whereRead } from '../../chain/rpc.ts'
import { permitIsDead } from '../../quote/held-quote.ts'
import { walletQuoteRequest } from '../../service/quote-request.ts'
import {
  change,
  type Lost,
  mark,
  plainProblem,
  stay,
  type Transition,
  type TransitionContext,
  withSent,
  withTransaction,
  withWalletRequest,
} from '../change.ts'
import { moveUnused } from '../ending.ts'
import type { EventOf, FlowEvent, Task } from '../event.ts'
import type { FlowPorts } from '../flow-ports.ts'
import type { Order, SignedOrder } from '../order.ts'
import { asksCancel } from '../order-facts.ts'
import { sentState } from '../reads.ts'
import { originConfig } from '../wallet-request.ts'
import { cancellationOf, mayCancel } from './exit-rules.ts'
import { poll, pollWaitMs } from './polls.ts'
import { nonceEvidence } from './submission.ts'
import { chainDueMs } from './tracking.ts'

/** Has the swap cancelled: the state stays what it is, and the nonce tells whether it was in time. */
export function cancel(order: SignedOrder, event: EventOf<'cancel'>, context: TransitionContext): Transition {
  if (!mayCancel(order)) return stay(order)
  const { accountNonce, sinceBlock, wallet } = event
  const request = { purpose: 'cancel', accountNonce, amountUnits: null, dueMs: context.nowMs } as const
  const cancelling = order.cancelling ?? { sinceBlock, isTooLate: false }
  const asked = withWalletRequest(
    { ...order, wallet, cancelling, pollCount: 0 },
    order.state,
    request,
    context,
  )
  return { ...asked, order: { ...asked.order, problem: endOf(order) } }
}

/** Takes in what the wallet answered; anything but a hash is left to the nonce. */
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

/** Takes in that the wallet said no, or was never reached: the swap goes on as before. */
export function cancelStopped(order: Order, { problem }: EventOf<'walletRefused'>): Transition {
  return change(withoutCancelling({ ...order, walletRequest: null }), {
    problem: notSent(order, problem.code),
  })
}

/** Takes in that nobody knows whether it was sent: the nonce is watched, and the user may ask again. */
export function cancelLost(order: Order, { problem }: Lost): Transition {
  const shown = endOf(order) ?? { ...problem, money: 'untaken' as const }
  return change(order, { walletRequest: null, problem: shown })
}

/** Reads whether a cancellation was in time. */
export const watchCancel: Task = { name: 'watchCancel', isRead: true, run: readCancel }

/** The service is asked where nothing is being cancelled. The transaction is read first, so that a nonce still unused means it did nothing. */
async function readCancel(order: Order, ports: FlowPorts, isWatched: boolean): Promise<FlowEvent> {
  if (order.kind !== 'signed' || order.cancelling === undefined) return poll.run(order, ports, isWatched)
  const ours = cancellationOf(order)
  const state = ours === null ? null : await sentState(order, ours, ports)
  const transaction = ours === null || state === null ? null : { hash: ours.hash, state }
  const { end, hash, confirmations, sources } = await nonceEndOf(order, order.cancelling, ports)
  if (end === 'cancelled') {
    const isOne = !isEnough({ sources })
    const isDeep = !isOne && confirmations >= originConfig(ports.deployment, order).confirmations
    const by = hash === null ? transaction : ({ hash, state: 'mined' } as const)
    const seen = { kind: 'cancelSeen', end: isDeep ? 'cancelled' : 'open', transaction: by } as const
    return isOne ? { ...seen, doubt: 'oneSource' } : seen
  }
  if (end === 'taken') {
    // One that says so alone takes the way out away from nobody.
    if (isEnough({ sources })) return { kind: 'cancelSeen', end, transaction }
    return { kind: 'cancelSeen', end: 'open', transaction, doubt: 'oneSource' }
  }
  // Neither signature nor cancellation was used in time: the deadline decides.
  if (end === 'unused' && permitIsDead(order, ports.clock.nowMs())) return nonceEvidence(order, ports)
  return { kind: 'cancelSeen', end: 'open', transaction }
}

/** Returns what became of the nonce since the user asked to cancel. */
export async function nonceEndOf(
  { terms, reviewed }: SignedOrder,
  cancelling: NonNullable<SignedOrder['cancelling']>,
  ports: FlowPorts,
): Promise<NonceEnd> {
  const { originChainId, userAddress, inputToken } = walletQuoteRequest(reviewed.request)
  const since = BigInt(cancelling.sinceBlock)
  return ports.chain.nonceEnd(originChainId, userAddress, BigInt(terms.permitNonce), inputToken, since)
}

/**
 * Returns whether a nonce that is used was invalidated since the review, by another browser or tool of the account; false where
 * no endpoint tells of events.
 */
export async function isCancelledElsewhere(order: SignedOrder, ports: FlowPorts): Promise<boolean> {
  const head = order.heads.find(({ chainId }) => chainId === order.reviewed.request.originChainId)
  if (order.cancelling !== undefined || head === undefined) return false
  const since = { sinceBlock: head.blockNumber, isTooLate: false }
  const read = await whereRead(nonceEndOf(order, since, ports))
  const { confirmations } = originConfig(ports.deployment, order)
  return read?.end === 'cancelled' && isEnough(read) && read.confirmations >= confirmations
}

/** Takes in what the chain says of nonce and transaction: cancelled for good, too late, or not decided yet. */
export function cancelSeen(
  order: SignedOrder,
  event: EventOf<'cancelSeen'>,
  context: TransitionContext,
): Transition {
  const { cancelling } = order
  if (cancelling === undefined) return stay(order)
  const known = withSeen(order, event.transaction, context)
  if (event.end === 'cancelled') {
    const timeline = mark(known, 'cancelled', context.nowMs)
    const notice = { kind: 'cancelled', state: 'pending' } as const
    // The user's own doing: nothing to be alarmed about.
    return moveUnused(known, 'cancelled_unused', { timeline, notice, seen: true }, context)
  }
  const next = doubted({ ...known, pollCount: order.pollCount + 1 }, event.doubt)
  if (event.end === 'taken') {
    return change(next, {
      cancelling: { ...cancelling, isTooLate: true },
      problem: plainProblem('cancelTooLate', 'onItsWay'),
      walletRequest: asksCancel(order) ? null : order.walletRequest,
      dueMs: context.nowMs + pollWaitMs(next.pollCount, context.nowMs - order.createdMs),
    })
  }
  const state = event.transaction?.state
  if ((state === 'failed' || state === 'replaced') && order.walletRequest === null) {
    const reason = state === 'failed' ? 'transactionFailed' : 'transactionReplaced'
    return change(withoutCancelling(next), { problem: notSent(order, reason), dueMs: context.nowMs })
  }
  return change(next, { dueMs: chainDueMs(next, context.nowMs) })
}

/** Returns the order with what one endpoint alone could not decide. */
function doubted(order: SignedOrder, doubt: ChainDoubt | undefined): SignedOrder {
  const { doubt: _before, ...plain } = order
  return doubt === undefined ? plain : { ...plain, doubt }
}

/** Returns the order with the transaction as it was seen; one that took the place of ours under another hash is ours as well. */
function withSeen(
  order: SignedOrder,
  seen: EventOf<'cancelSeen'>['transaction'],
  context: TransitionContext,
): SignedOrder {
  if (seen === null) return order
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

/** The words for an end stay; those for what was in the way before do not. */
function endOf(order: Order): ProblemData | null {
  return order.state === 'reported_terminal' ? order.problem : null
}

function notSent(order: Order, reason: string): ProblemData {
  return endOf(order) ?? plainProblem('cancelNotSent', 'untaken', { reason })
}

/** Nothing of it is under way any more; a transaction of an earlier try may be. */
function withoutCancelling(order: Order): Order {
  if (cancellationOf(order) !== null) return order
  const { cancelling: _cancelling, ...rest } = order
  return rest
}
